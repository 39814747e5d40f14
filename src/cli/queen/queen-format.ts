import { baseSettings } from "../../core/discussion/settings.ts"
import type { CustomFormat } from "../../core/formats/discussion-input.ts"
import { defaultFormat } from "../../core/formats/index.ts"
import type { DiscussionInput } from "../../core/tables/discussion-request.ts"

const { closing, ...open } = defaultFormat
const queenSeat = defaultFormat.defaultSeats.find(({ role }) => role === closing?.by)!

/** One turn of the queen alone, for when the specialists are off. */
const queenOnlyFormat: CustomFormat = {
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
  /** Earlier questions and answers of this session. */
  readonly before: readonly Exchange[]
}

/** The request for a question; earlier exchanges become the seats' briefing. */
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
    .map(({ question, answer }) => `> ${truncate(question)}\n${truncate(answer)}`)
  return `Earlier in this conversation:\n\n${lines.join("\n\n")}`
}

function truncate(text: string): string {
  return text.length <= maxExchangeLength ? text : `${text.slice(0, maxExchangeLength).toWellFormed()}…`
}
