import type { Format } from "../../core/discussion/format.ts"
import { baseSettings } from "../../core/discussion/settings.ts"
import { defaultFormat } from "../../core/formats/index.ts"
import type { DiscussionInput } from "../../core/tables/discussion-request.ts"

const { closing, ...open } = defaultFormat
/** Who sums up what the specialists said. */
const queenSeat = defaultFormat.defaultSeats.find(({ role }) => role === closing?.by)!

/** The queen alone, in one turn: what she does when the specialists are off. */
const queenOnlyFormat: Format = {
  ...open,
  name: defaultFormat.name,
  maxSeats: 1,
  defaultSeats: [queenSeat],
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
  readonly question: string
  readonly answer: string
}

interface QueenRequest {
  readonly words: string
  readonly specialists: boolean
  readonly rounds: number | undefined
  readonly model: string | undefined
  /** What was said in this session before. */
  readonly before: readonly Exchange[]
}

/** What is put to the table, knowing what was said before in this session. */
export function queenDiscussionInput({ words, specialists, rounds, model, before }: QueenRequest): DiscussionInput {
  const briefing = briefingOf(before)
  const seats = (specialists ? defaultFormat : queenOnlyFormat).defaultSeats.map(({ name, role }) => ({
    name,
    role,
    ...(model !== undefined && { model }),
    ...(briefing !== undefined && { briefing }),
  }))
  return {
    format: specialists ? defaultFormat.name : queenOnlyFormat,
    topic: words,
    seats,
    ...(specialists && rounds !== undefined && { options: { rounds } }),
  }
}

const maxExchanges = 6
const maxExchangeLength = 1_500

function briefingOf(before: readonly Exchange[]): string | undefined {
  if (before.length === 0) return undefined
  const lines = before
    .slice(-maxExchanges)
    .map(({ question: asked, answer: answered }) => `> ${truncate(asked)}\n${truncate(answered)}`)
  return `Earlier in this conversation:\n\n${lines.join("\n\n")}`
}

function truncate(text: string): string {
  return text.length <= maxExchangeLength ? text : `${text.slice(0, maxExchangeLength).toWellFormed()}…`
}
