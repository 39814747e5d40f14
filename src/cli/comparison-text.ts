import type { Outcome, StoppingReason } from "../core/discussion/outcome.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import type { ComparedEntry, ForkComparison } from "../core/reporting/compare-forks.ts"
import { excerpt } from "../core/text.ts"
import { printable, printableLine } from "./printable.ts"
import { colours, type Terminal } from "./terminal.ts"
import { wrapText } from "./text-layout.ts"

const reasons: Readonly<Record<StoppingReason, string>> = {
  consensus_reached: "Consensus reached.",
  decided: "Decided by ballot.",
  max_iterations: "Round limit reached without agreement.",
  max_rounds: "Round limit reached.",
  user_abort: "Aborted by the user.",
  error: "Ended by an error.",
  model_unavailable: "A model was unavailable.",
  timeout: "Time limit reached.",
  all_passed: "All seats passed in the last round.",
  nothing_new: "The last round added nothing new.",
  budget: "Budget used up.",
  positions_settled: "Further discussion no longer improved agreement.",
  turn_limit: "Turn limit reached.",
}

interface ComparedDiscussions {
  readonly a: Pick<PublicDiscussion, "id" | "seats">
  readonly b: Pick<PublicDiscussion, "id" | "seats">
}

/** Where two discussions diverge and how their outcomes differ; not side by side, so that it fits any width. */
export function comparisonText(
  { alike, partAt, outcomes }: ForkComparison,
  { a, b }: ComparedDiscussions,
  { width, colour }: Pick<Terminal, "width" | "colour">,
): string {
  const { bold, dim } = colours(colour)
  const columns = Math.min(width(), 96)
  const block = (text: string) => wrapText(printable(text), columns, "    ")
  const head = (one: ComparedDiscussions["a"]) => bold(one.id.slice(0, 8))

  const side = (one: ComparedDiscussions["a"], moment: ComparedEntry | undefined, outcome: Outcome | null) => {
    const where = moment ? `${momentHead(moment, one)}\n${block(moment.content)}` : "has ended\n"
    return `  ${head(one)} ${where}${wrapText(printableLine(outcomeLine(outcome)), columns, "    ", dim)}`
  }

  const shared = alike === 1 ? "turn or vote is" : `${alike} turns and votes are`
  const common = alike === 0 ? "They differ from the start" : `The first ${shared} the same`
  if (partAt === null) return `\n${bold("Comparison")}\n\n${common}; they never diverge.\n`
  const differ =
    outcomes.differIn.length === 0 ? "" : `\nTheir outcomes differ in: ${outcomes.differIn.map(inWords).join(", ")}.\n`
  return [
    `\n${bold("Comparison")}\n\n${common}; they diverge in round ${(partAt.a ?? partAt.b)!.roundNumber}:\n\n`,
    side(a, partAt.a, outcomes.a),
    "\n",
    side(b, partAt.b, outcomes.b),
    differ,
  ].join("")
}

/** `solutionFrom` as `solution from`. */
function inWords(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function momentHead({ kind, by }: ComparedEntry, { seats }: ComparedDiscussions["a"]): string {
  const name = printableLine(seats.find(({ id }) => id === by)?.name ?? by)
  return `${name} ${{ turn: "says", vote: "votes", interjection: "interjects" }[kind]}`
}

function outcomeLine(outcome: Outcome | null): string {
  if (!outcome) return "Not finished yet."
  const answer = outcome.solution ?? outcome.bestProposal?.solution
  const rounds = outcome.rounds === 1 ? "1 round" : `${outcome.rounds} rounds`
  return `Ended after ${rounds}. ${reasons[outcome.stoppingReason]}${answer === undefined ? "" : ` ${excerpt(printable(answer), 160)}`}`
}
