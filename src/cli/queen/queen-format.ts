import type { Format } from "../../core/formats/format.ts"
import { hive } from "../../core/formats/hive.ts"
import { baseSettings } from "../../core/formats/settings.ts"
import type { DiscussionInput } from "../../core/tables/asked.ts"

const { closing: _, ...open } = hive

/** The queen alone, in one turn: what she does when the specialists are off. */
const queenAlone: Format = {
  ...open,
  name: "queen",
  maxSeats: 1,
  defaultSeats: [{ name: "Queen", role: "queen" }],
  silentRoles: [],
  stages: [
    {
      kind: "speak",
      sees: "all",
      instructions: {
        "*": "You are the host of this table and the specialists are away. Answer what was said to you yourself: directly, in a few sentences, and in its language. To a greeting or small talk answer in kind.",
      },
    },
  ],
  settings: { ...baseSettings, rounds: 1 },
}

export interface Exchange {
  readonly asked: string
  readonly answered: string
}

interface Asking {
  readonly words: string
  readonly specialists: boolean
  readonly rounds: number | undefined
  readonly model: string | undefined
  /** What was said in this session before. */
  readonly before: readonly Exchange[]
}

/** What is put to the table, knowing what was said before in this session. */
export function askTable({ words, specialists, rounds, model, before }: Asking): DiscussionInput {
  const format = specialists ? hive : queenAlone
  const briefing = briefingOf(before)
  const seats = format.defaultSeats.map(({ name, role }) => ({
    name,
    role,
    ...(model !== undefined && { model }),
    ...(briefing !== undefined && { briefing }),
  }))
  return {
    format: specialists ? "hive" : queenAlone,
    topic: words,
    seats,
    ...(specialists && rounds !== undefined && { options: { rounds } }),
  }
}

const exchangesKept = 6
const charactersKept = 1_500

function briefingOf(before: readonly Exchange[]): string | undefined {
  if (before.length === 0) return undefined
  const lines = before.slice(-exchangesKept).map(({ asked, answered }) => `> ${cut(asked)}\n${cut(answered)}`)
  return `Earlier in this conversation:\n\n${lines.join("\n\n")}`
}

function cut(text: string): string {
  return text.length <= charactersKept ? text : `${text.slice(0, charactersKept).toWellFormed()}…`
}
