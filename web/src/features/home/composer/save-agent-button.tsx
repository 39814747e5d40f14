import { useMutation, useQueryClient } from "@tanstack/react-query"
import { agentsQuery, createAgent, type NewAgent } from "../../../api/agents.ts"
import { useIdempotencyKey } from "../../../api/use-idempotency-key.ts"
import { Button } from "../../../components/button.tsx"
import { useErrorText } from "../../../components/problem-note.tsx"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import type { SeatDraft } from "./draft.ts"

/** Saves a seat as a reusable agent; requires a persona. */
export function SaveAgentButton({ seat }: { readonly seat: SeatDraft }) {
  const { seat: texts } = useTexts(homeTexts)
  const errorText = useErrorText()
  const queries = useQueryClient()
  const keyFor = useIdempotencyKey()
  const { name, model, persona, temperature, maxTokens } = seat
  const save = useMutation({
    mutationFn: (body: NewAgent) => createAgent(body, keyFor(body)),
    onSuccess(agent) {
      void queries.invalidateQueries({ queryKey: agentsQuery.queryKey })
      toast(texts.savedAgent(agent.name))
    },
    onError: (error) => toast(errorText(error), "bad"),
  })
  const submit = () => {
    if (persona.trim() === "") return toast(texts.personaNeeded, "bad")
    const options = { ...numberField("temperature", temperature), ...numberField("maxTokens", maxTokens) }
    save.mutate({ name, systemPrompt: persona, modelConfig: { model, ...options } })
  }
  return (
    <Button look="quiet" isBusy={save.isPending} onClick={submit}>
      {texts.saveAgent}
    </Button>
  )
}

function numberField(name: string, value: string): Record<string, number> {
  return value.trim() === "" ? {} : { [name]: Number(value) }
}
