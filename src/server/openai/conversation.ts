import type { Material } from "../../core/discussion/table.ts"
import { invalidField } from "../../core/errors.ts"

export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant"
  readonly text: string
}

const instructionsHeading = "\n\nInstructions for the answer:\n\n"
const conversationName = "The conversation before this question"
const speakers = { user: "User", assistant: "Assistant" } as const

/** The last user message and the instructions become the topic, the rest of the conversation material. */
export function toTopic(messages: readonly Message[], field: string) {
  const at = messages.findLastIndex(({ role }) => role === "user")
  const question = messages[at]?.text.trim() ?? ""
  if (question === "") throw invalidField(field, "must contain a user message; its text is the topic")
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer")
  const conversation = messages.flatMap(({ role, text }, index) =>
    index !== at && (role === "user" || role === "assistant") ? [`${speakers[role]}: ${text}`] : [],
  )
  const instructionText = instructions.map(({ text }) => text).join("\n\n")
  return {
    topic: instructionText === "" ? question : `${question}${instructionsHeading}${instructionText}`,
    materials: conversation.length > 0 ? [{ name: conversationName, text: conversation.join("\n\n") }] : [],
  }
}

interface Asked {
  readonly topic: string
  readonly materials?: readonly Material[]
}

/** The materials of a follow-up: the earlier ones, and the conversation including the answer. */
export function materialsAfter({ topic, materials = [] }: Asked, answer: string, added: readonly Material[]) {
  const [question = ""] = topic.split(instructionsHeading)
  const parts = [materials.find(isConversation)?.text, `User: ${question}`, `Assistant: ${answer}`]
  const conversation = [...parts, ...added.map(({ text }) => text)].filter((part) => part !== undefined).join("\n\n")
  return [...materials.filter((one) => !isConversation(one)), { name: conversationName, text: conversation }]
}

function isConversation({ name }: Material): boolean {
  return name === conversationName
}
