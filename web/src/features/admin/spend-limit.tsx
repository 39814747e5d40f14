import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { type SpendState, setSpendLimits } from "../../api/admin.ts"
import { fieldProblem } from "../../api/api-error.ts"
import { Button } from "../../components/button.tsx"
import { TextField } from "../../components/field.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useFormatters } from "../../texts/use-formatters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { adminTexts } from "./texts.ts"

/** Amount spent and its limit; empty if no limit was ever set, because spending is not counted then. */
export function SpendLine({ spend }: { readonly spend: SpendState }) {
  const { spend: texts } = useTexts(adminTexts)
  const format = useFormatters()
  const { limits, spent } = spend
  return (
    <>
      {limits.per ? texts.spentMonth : texts.spent}: {format.dollars(spent.usd)} ·{" "}
      {texts.tokens(format.number(spent.tokens))} · {texts.limit}:{" "}
      {limits.usd === undefined ? texts.unlimited : format.dollars(limits.usd)}
      {limits.tokens !== undefined && ` · ${texts.tokens(format.number(limits.tokens))}`}
    </>
  )
}

interface SpendLimitProps {
  /** `keys/ID` or `organisations/ID`. */
  readonly whose: string
  /** Whose limit it is, for screen readers. */
  readonly name: string
  readonly spend: SpendState | null
  readonly changed: QueryKey
}

/** Sets the monthly limit in dollars; empty means no limit. Other limits stay unchanged. */
export function SpendLimit({ whose, name, spend, changed }: SpendLimitProps) {
  const { spend: texts } = useTexts(adminTexts)
  const queries = useQueryClient()
  const [dollars, setDollars] = useState(String(spend?.limits.usd ?? ""))
  const save = useMutation({
    mutationFn() {
      const { usd: _, ...others } = spend?.limits ?? {}
      // The server rejects invalid numbers with a message.
      const usd = dollars.trim() === "" ? {} : { usd: Number(dollars.replace(",", ".")) }
      return setSpendLimits(whose, { ...others, ...usd, per: "month" })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: changed }),
  })
  const problem = fieldProblem(save.error, "usd")
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <TextField
        className="w-72 max-w-full"
        label={texts.perMonth(name)}
        problem={problem}
        value={dollars}
        inputMode="decimal"
        onChange={({ target }) => setDollars(target.value)}
      />
      <Button type="submit" isBusy={save.isPending}>
        {texts.set}
        <span className="sr-only">{name}</span>
      </Button>
      {!problem && <ProblemNote error={save.error} />}
    </form>
  )
}
