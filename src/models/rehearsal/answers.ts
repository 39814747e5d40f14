import type { SeatView } from "../../core/prompting/seat-view.ts"
import { clean } from "./clean.ts"
import { type ConcernId, concernIds, type Phrases, type StanceId } from "./phrases/en.ts"
import { diceFrom } from "./temperaments.ts"
import { analyseTopic, type Topic } from "./topic.ts"

/** One answer that can be given to the topic. */
export interface RehearsalAnswer {
  /** A verb phrase, the same whoever says it: by it others know where somebody stands. */
  readonly plan: string
  /** A noun phrase. */
  readonly label: string
  /** The option of the topic or the table, or which general answer it is. */
  readonly side?: string
  readonly stance?: StanceId
  /** What speaks for and against it; everyone at the table sees that alike and only weighs it differently. */
  readonly good: readonly ConcernId[]
  readonly bad: readonly ConcernId[]
}

const speaksFor: Readonly<Record<StanceId | "blend", readonly ConcernId[]>> = {
  yes: ["growth", "people", "time", "measure"],
  no: ["cost", "simple", "maintenance", "newcomers"],
  trial: ["measure", "undo", "failure", "cost"],
  small: ["cost", "undo", "measure", "time", "simple"],
  full: ["growth", "maintenance", "newcomers", "people"],
  look: ["failure", "cost", "people", "undo"],
  low: ["cost", "time", "simple", "maintenance"],
  high: ["growth", "failure", "people", "newcomers"],
  range: ["measure", "undo", "people"],
  blend: ["people", "undo", "failure", "growth"],
}

const speaksAgainst: Readonly<Record<StanceId | "blend", readonly ConcernId[]>> = {
  yes: ["undo", "cost", "failure"],
  no: ["growth", "people"],
  trial: ["time", "maintenance", "simple"],
  small: ["growth", "people", "maintenance"],
  full: ["cost", "undo", "time"],
  look: ["time", "growth", "simple"],
  low: ["growth", "failure"],
  high: ["cost", "undo"],
  range: ["simple", "newcomers"],
  blend: ["simple", "newcomers"],
}

/** The last of a set is the one that both sides can live with. */
const stancesFor: Readonly<Record<Exclude<Topic["kind"], "choice">, readonly StanceId[]>> = {
  whether: ["yes", "no", "trial"],
  howto: ["small", "full", "look"],
  estimate: ["low", "high", "range"],
  open: ["small", "full", "look"],
}

/** Options that say no more than a general answer does. */
const generalOptions: readonly (readonly [StanceId, RegExp])[] = [
  ["yes", /^(?:yes|yea|for|in favou?r|approve|accept|sí|si|a favor|是|同意|赞成|支持)(?!\p{L}{3})/iu],
  ["no", /^(?:no|nay|not|against|reject|en contra|否|不|反对)(?![a-z])/iu],
  ["trial", /trial|pilot|prueba|piloto|试/iu],
]

function stanceIn(option: string): StanceId | undefined {
  return generalOptions.find(([, words]) => words.test(option))?.[0]
}

/** The option that says what an answer says; of several the closest in length. */
export function optionFor({ plan, side, stance }: RehearsalAnswer, options: readonly string[]): string | undefined {
  const wanted = [side, plan].flatMap((words) => (words === undefined ? [] : words.toLowerCase()))
  const alike = (option: string) => {
    const lower = clean(option, 300).toLowerCase()
    return wanted.some((words) => lower.includes(words) || (side !== undefined && words.includes(lower)))
  }
  const general = stance && options.find((option) => stanceIn(option) === stance)
  const length = wanted[0]?.length ?? 0
  return (
    general ?? options.filter(alike).toSorted((a, b) => Math.abs(a.length - length) - Math.abs(b.length - length))[0]
  )
}

export function rehearsalTopic(view: SeatView): Topic {
  const asked = analyseTopic(view.topic)
  if (view.options.length < 2) return asked
  const general = view.options.every((option) => stanceIn(option))
  if (general) return { ...asked, kind: "whether", sides: [] }
  return { ...asked, kind: "choice", sides: view.options.map((option) => clean(option, 120)) }
}

export function answersTo(topic: Topic, view: SeatView, phrases: Phrases): readonly RehearsalAnswer[] {
  if (topic.kind !== "choice") {
    const forced = view.options.flatMap((option) => stanceIn(option) ?? [])
    const ids = topic.kind === "whether" && forced.length > 1 ? [...new Set(forced)] : stancesFor[topic.kind]
    return ids.map((stance) => {
      const merits = { stance, good: speaksFor[stance], bad: speaksAgainst[stance] }
      const { plan, label } = phrases.stances[stance]
      return { plan: (stance === "yes" ? topic.deed : undefined) ?? plan, label, ...merits }
    })
  }
  const { sides } = topic
  const dealt = diceFrom("merits", view.seed, view.topic).shuffled(concernIds)
  const goodFor = (index: number) => dealt.filter((_, place) => place % sides.length === index)
  const answers: RehearsalAnswer[] = sides.map((side, index) => ({
    plan: phrases.choose(side),
    label: phrases.quote(side),
    side,
    good: goodFor(index),
    bad: goodFor((index + 1) % sides.length),
  }))
  const [first, second] = sides
  if (sides.length === 2 && first !== undefined && second !== undefined && view.options.length === 0) {
    answers.push({ ...phrases.blend(first, second), good: speaksFor.blend, bad: speaksAgainst.blend })
  }
  return answers
}
