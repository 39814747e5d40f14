import { useRef } from "react"
import type { ChatEvent, ChatMessage, SquadPrompt } from "../../api/squad.ts"
import { announce } from "../../components/announcer.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { isPromptOpen, isSameName, type PromptStatus } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"

const maxLength = 160

/** Announces others' prompts, answers and closings to screen readers; of a burst only the last. */
export function useAnnouncements(): (events: readonly ChatEvent[]) => void {
  const texts = useTexts(chatTexts)
  const [own] = useOwnName()
  const seen = useRef(new Map<string, { readonly status: PromptStatus; readonly count: number }>())

  const ofPrompt = (prompt: SquadPrompt): string | undefined => {
    const before = seen.current.get(prompt.id)
    const count = prompt.collected_context.length
    seen.current.set(prompt.id, { status: prompt.status, count })
    const asker = stripUnsafeCharacters(prompt.requester_agent)
    if (!isPromptOpen(prompt)) return texts.said.closed(asker, texts.status[prompt.status])
    const latest = prompt.collected_context.at(-1)
    if (count === 0) {
      if (before || isSameName(own, asker)) return undefined
      return texts.said.prompt(asker, stripUnsafeCharacters(prompt.prompt_message.slice(0, maxLength)))
    }
    if (!latest || isSameName(own, latest.agent)) return undefined
    return texts.said.answer(stripUnsafeCharacters(latest.agent), count, prompt.required_responses)
  }
  const ofMessage = ({ message_type, agent_name, message }: ChatMessage): string | undefined => {
    if (message_type !== "message" || isSameName(own, agent_name)) return undefined
    return texts.said.message(stripUnsafeCharacters(agent_name), stripUnsafeCharacters(message.slice(0, maxLength)))
  }

  return (events) => {
    const said = events.map((event) => (event.type === "prompt" ? ofPrompt(event.data) : ofMessage(event.data)))
    const last = said.findLast((text) => text !== undefined)
    if (last !== undefined) announce(last)
  }
}
