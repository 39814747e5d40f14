import type { RetryReason } from "../core/discussion/event.ts"
import type { PublicEventData } from "../core/public/types.ts"
import type { Client } from "./client.ts"
import { printable, printableLine } from "./printable.ts"
import { screenMessages } from "./screen-messages.ts"
import type { Terminal } from "./terminal.ts"
import { wrapText } from "./text-layout.ts"
import { askHowToLeave, handleTypedLine, isExit, isLineCommand, type SteeringClient } from "./typed-input.ts"

type AwaitedInput = PublicEventData["awaiting_input"]

interface PersonOptions {
  readonly client: SteeringClient & Pick<Client, "say">
  readonly terminal: Terminal
  readonly id: string
  readonly language: string
  /** Why the seat is asked again, if it is. */
  readonly retryReason?: RetryReason | undefined
  readonly note: (text: string) => void
  readonly onExit?: (() => void) | undefined
}

/**
 * Asks the person at the terminal for a seat's turn or vote, until they answer, pass, or steer the discussion. Returns
 * false if the input ended before that.
 */
export async function askPerson(options: PersonOptions, awaited: AwaitedInput): Promise<boolean> {
  const { client, terminal, id, note } = options
  const { name, role } = awaited
  const messages = screenMessages(options.language)
  terminal.write(questionText(awaited, options))
  const lines = terminal.lines()
  try {
    for (;;) {
      const typed = await lines.ask(`${printableLine(name)}: `)
      if (typeof typed !== "string") return false
      const words = typed.trim()
      const isPass = words === "" || words.toLowerCase() === "/pass"
      if (isPass && !awaited.mayPass) {
        note(messages.cannotPass)
        continue
      }
      const isLeaving = isExit(words)
      if (isLeaving || (!isPass && isLineCommand(words))) {
        const line = isLeaving ? await askHowToLeave(lines, messages) : words
        const reply = line === "" ? "" : await handleTypedLine({ client, id, author: name, messages }, line)
        if (reply === undefined) {
          if (isLeaving) options.onExit?.()
          return true
        }
        if (reply !== "") note(reply)
        continue
      }
      await client.say(id, isPass ? "[PASS]" : answerText(words, awaited), role)
      return true
    }
  } finally {
    lines.close()
  }
}

/** The question, its numbered options, how to answer, and the reason for a retry. */
export function questionText(
  { question, options = [], form = "text", mayPass }: AwaitedInput,
  { terminal, language, retryReason }: Pick<PersonOptions, "terminal" | "language" | "retryReason">,
): string {
  const messages = screenMessages(language)
  const width = Math.min(terminal.width(), 100)
  const wrap = (text: string) => wrapText(printable(text), width, "  ")
  const numbered = options.map((option, index) => wrap(`${index + 1}. ${printableLine(option)}`))
  const how = [messages.howToAnswer[form], mayPass ? messages.howToPass : ""].filter(Boolean).join(" ")
  return [
    "\n",
    retryReason === undefined ? "" : wrap(messages.askedAgainBecause(messages.retryReasons[retryReason])),
    question === undefined ? "" : wrap(question),
    ...numbered,
    how === "" ? "" : wrap(how),
  ].join("")
}

const yes = /^(?:y|yes|s|sí|si|是|赞成|同意)(?=$|[\s,.;:!，。；：])[\s,.;:!，。；：]*/i
const no = /^(?:n|no|否|不|反对)(?=$|[\s,.;:!，。；：])[\s,.;:!，。；：]*/i
const numbersOnly = /^[\d\s,;>]+$/

/** Converts a person's short answer to the format of model votes; any other text is returned unchanged. */
export function answerText(words: string, { form }: Pick<AwaitedInput, "form">): string {
  switch (form) {
    case "yes-no": {
      const [answer, pattern] = yes.test(words) ? (["YES", yes] as const) : (["NO", no] as const)
      if (!pattern.test(words)) return words
      const reason = words.replace(pattern, "")
      return `[CONSENSUS_CHECK]\nHAS_CONSENSUS: ${answer}${reason === "" ? "" : `\n[REASONING]\n${reason}`}`
    }
    case "single":
      return /^\d+$/.test(words) ? `[CHOICE]\n${words}` : words
    case "ranking":
    case "approval":
      return numbersOnly.test(words)
        ? `[${form === "ranking" ? "RANKING" : "APPROVED"}]\n${words.match(/\d+/g)!.join(", ")}`
        : words
    case "scores":
      return /^(?:\d+\s*[:=]\s*\d+(?:[.,]\d+)?[\s,;]*)+$/.test(words)
        ? `[SCORES]\n${[...words.matchAll(/(\d+)\s*[:=]\s*(\d+(?:[.,]\d+)?)/g)].map(([, option, score]) => `${option}: ${score}`).join("\n")}`
        : words
    default:
      return words
  }
}
