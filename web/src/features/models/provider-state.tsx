import { useMutation, useQueryClient } from "@tanstack/react-query"
import { modelsQuery } from "../../api/models.ts"
import { forgetProvider, type ProviderSetup, providersQuery } from "../../api/providers.ts"
import { Button } from "../../components/button.tsx"
import { useErrorText } from "../../components/problem-note.tsx"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { modelsTexts } from "./texts.ts"

interface ProviderStateProps {
  readonly setup: ProviderSetup
  readonly onEdit: (setup: ProviderSetup) => void
}

/** Source of a provider's key, and actions to change it. */
export function ProviderState({ setup, onEdit }: ProviderStateProps) {
  const { setUp: texts } = useTexts(modelsTexts)
  const errorText = useErrorText()
  const queries = useQueryClient()
  const { name, title, key, changed, takesAddress } = setup
  const forget = useMutation({
    mutationFn: () => forgetProvider(name),
    async onSuccess() {
      toast(texts.forgotten(title))
      await Promise.all([
        queries.invalidateQueries({ queryKey: modelsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: providersQuery.queryKey }),
      ])
    },
    onError: (error) => toast(errorText(error), "bad"),
  })
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-quiet">
      {key && <span className="me-1">{texts.sources[key]}</span>}
      <Button size="small" onClick={() => onEdit(setup)}>
        {key || changed ? texts.change : takesAddress ? texts.addAddress : texts.addKey}
        <span className="sr-only">{title}</span>
      </Button>
      {(changed || key === "file") && (
        <Button size="small" look="danger" isBusy={forget.isPending} onClick={() => forget.mutate()}>
          {texts.forget}
          <span className="sr-only">{title}</span>
        </Button>
      )}
    </div>
  )
}
