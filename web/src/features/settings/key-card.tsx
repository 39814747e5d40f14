import { useQueryClient } from "@tanstack/react-query"
import { forgetKey, reportUnauthorized, useApiKey } from "../../api/api-key.ts"
import { Button } from "../../components/button.tsx"
import { Card } from "../../components/card.tsx"
import { Icon } from "../../components/icon.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { settingsTexts } from "./texts/index.ts"

/** Whether a key is in use; never the key itself. */
export function KeyCard() {
  const texts = useTexts(settingsTexts).key
  const queries = useQueryClient()
  const { key, isRemembered } = useApiKey()
  const forget = () => {
    forgetKey()
    queries.clear()
    toast(texts.forgotten)
  }
  return (
    <Card>
      <h2 className="font-display text-xl font-medium">{texts.title}</h2>
      <p className="mt-2 mb-4 text-sm text-quiet">
        {key === undefined ? texts.none : isRemembered ? texts.remembered : texts.untilClosed}
      </p>
      {key === undefined ? (
        <Button onClick={() => reportUnauthorized(undefined)}>
          <Icon name="key" className="size-4" />
          {texts.enter}
        </Button>
      ) : (
        <Button look="danger" onClick={forget}>
          <Icon name="trash" className="size-4" />
          {texts.forget}
        </Button>
      )}
    </Card>
  )
}
