import type { z } from "zod"
import { squadOperations } from "../operations/squad.ts"
import type { SquadPrompt } from "../ports/squad-store.ts"
import type { PromptDetail } from "../squad/index.ts"
import { callApi } from "./api.ts"
import { cutToTokens } from "./fit.ts"
import { answerPromptInput, askSquadInput, promptResult } from "./schemas.ts"
import { addTool, type ToolContext } from "./tool.ts"

type PromptResult = z.input<typeof promptResult>

const path = "/api/discussion"

export function addSquadTools(context: ToolContext): void {
  const { fetch, maxTokens } = context

  addTool(context, {
    operation: squadOperations.askSquad,
    usage:
      "Waits up to 45 seconds for the answers; call it again with prompt_id to keep waiting. @name in the message addresses that agent.",
    input: askSquadInput,
    output: promptResult,
    run: async ({ prompt_id, wait, ...question }, { signal }) => {
      const id =
        prompt_id ?? (await callApi<{ prompt: SquadPrompt }>(fetch, "POST", path, { body: question })).prompt.id
      const found = `${path}/${encodeURIComponent(id)}?wait=${wait}`
      return presentPrompt(await callApi<PromptDetail>(fetch, "GET", found, { signal }), maxTokens / 2)
    },
  })

  addTool(context, {
    operation: squadOperations.answerPrompt,
    usage: "Without prompt_id it lists the prompts that this agent can answer.",
    input: answerPromptInput,
    output: promptResult,
    run: async ({ prompt_id, ...answer }) => {
      if (prompt_id === undefined) {
        const query = new URLSearchParams({ agent: answer.agent_name, limit: "20" })
        const { prompts } = await callApi<{ prompts: readonly SquadPrompt[] }>(fetch, "GET", `${path}?${query}`)
        return presentOpen(prompts, maxTokens / 2)
      }
      const at = `${path}/${encodeURIComponent(prompt_id)}`
      await callApi(fetch, "POST", at, { body: answer })
      return presentPrompt(await callApi<PromptDetail>(fetch, "GET", at), maxTokens / 2)
    },
  })
}

function presentPrompt({ prompt, ready, collectedContext }: PromptDetail, maxTokens: number): PromptResult {
  const each = maxTokens / Math.max(1, collectedContext.length) - 40
  const answers = collectedContext.map(({ agent, message }) => ({ agent, message: cutToTokens(message, each) }))
  const shortened = answers.some(({ message }, index) => message !== collectedContext[index]!.message)
  const next = ready
    ? "The prompt is closed; no more answers will be collected."
    : `Call ask_squad with prompt_id ${prompt.id} to keep waiting; it needs ${prompt.required_responses} answers.`
  return { prompt_id: prompt.id, status: prompt.status, ready, answers, open: [], shortened, next }
}

function presentOpen(prompts: readonly SquadPrompt[], maxTokens: number): PromptResult {
  const each = maxTokens / Math.max(1, prompts.length) - 60
  const open = prompts.map(({ id, requester_agent, prompt_message }) => ({
    prompt_id: id,
    requester: requester_agent,
    message: cutToTokens(prompt_message, each),
  }))
  const shortened = open.some(({ message }, index) => message !== prompts[index]!.prompt_message)
  const next =
    open.length === 0
      ? "There are no open prompts for this agent."
      : "Call answer_prompt with prompt_id and message to answer one."
  return { prompt_id: null, status: null, ready: false, answers: [], open, shortened, next }
}
