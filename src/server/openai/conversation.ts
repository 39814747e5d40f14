import { invalidInput } from "../../core/errors.ts"
import { maxTopicLength } from "../../core/formats/discussion-input.ts"

export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant"
  readonly text: string
}

interface TopicOptions {
  /** The field that messages came in, for errors. */
  readonly field: string
  /** Whether the oldest messages may be left out where all together are too long. */
  readonly mayTrim: boolean
}

const instructionsHeading = "\n\nInstructions for the answer:\n\n"
const conversationHeading = "\n\nThe conversation before this question, as material:\n\n"
const trimmedNote = "(The earlier messages were left out.)"
const speakers = { user: "User", assistant: "Assistant" } as const

/** The last user message as the topic, with what came before it as material. */
export function toTopic(messages: readonly Message[], { field, mayTrim }: TopicOptions): string {
  const at = messages.findLastIndex(({ role }) => role === "user")
  const question = messages[at]?.text.trim() ?? ""
  if (question === "")
    throw invalidInput([{ field, message: "must have a message of the user; its text is the topic" }])
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer")
  const head = [question, ...(instructions.length > 0 ? [instructions.map(({ text }) => text).join("\n\n")] : [])]
  const topic = head.join(instructionsHeading)
  const spoken = messages.flatMap(({ role, text }, index) =>
    index !== at && (role === "user" || role === "assistant") ? [`${speakers[role]}: ${text}`] : [],
  )
  if (spoken.length === 0) return topic
  const room = maxTopicLength - topic.length - conversationHeading.length - trimmedNote.length - 2
  const kept = newestThatFit(spoken, room)
  if (kept.length < spoken.length && !mayTrim) {
    const message = `the conversation is longer than ${maxTopicLength.toLocaleString("en")} characters; shorten it, or send "truncation": "auto" to leave out its oldest part`
    throw invalidInput([{ field, message }])
  }
  const material = kept.length < spoken.length ? [trimmedNote, ...kept] : kept
  return `${topic}${conversationHeading}${material.join("\n\n")}`
}

function newestThatFit(texts: readonly string[], room: number): readonly string[] {
  let length = 0
  const from = texts.findLastIndex((text) => {
    length += text.length + 2
    return length > room
  })
  return texts.slice(from + 1)
}

/** The conversation that a topic and its answer continue. */
export function conversationAfter(topic: string, answer: string): readonly Message[] {
  const [head = "", ...material] = topic.split(conversationHeading)
  const [question = ""] = head.split(instructionsHeading)
  const earlier = material.join(conversationHeading)
  return [
    ...(earlier === "" ? [] : earlier.split(/\n\n(?=User: |Assistant: )/).map(toMessage)),
    { role: "user", text: question },
    { role: "assistant", text: answer },
  ]
}

function toMessage(text: string): Message {
  return text.startsWith("Assistant: ")
    ? { role: "assistant", text: text.slice("Assistant: ".length) }
    : { role: "user", text: text.replace(/^User: /, "") }
}
