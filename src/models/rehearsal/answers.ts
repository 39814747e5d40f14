import type { SeatView } from "../../core/prompting/seat-view.ts"
import { clean, firstMatch, lastIndexOfWords } from "./clean.ts"
import { type ConcernId, concernIds, type Phrases, type StanceId } from "./phrases/en.ts"
import { diceFrom } from "./temperaments.ts"
import { analyseTopic, type Topic } from "./topic.ts"

/** A possible answer to the topic. */
export interface RehearsalAnswer {
  /** A verb phrase, worded the same by every seat, so that others recognise the speaker's position by it. */
  readonly plan: string
  /** A noun phrase. */
  readonly label: string
  /** Set if the answer is an option that the topic or the table names. */
  readonly side?: string
  /** Set if it is a generic answer. */
  readonly stance?: StanceId
  /** Arguments for and against it, the same for all seats; each seat weighs them differently. */
  readonly good: readonly ConcernId[]
  readonly bad: readonly ConcernId[]
  /** Something has to be done; not so if the answer is a judgement or leaves everything as it is. */
  readonly starts?: boolean
}

type Merits = Pick<RehearsalAnswer, "good" | "bad">

const merits: Readonly<Record<StanceId | "blend", Merits>> = {
  yes: { good: ["growth", "people", "time", "measure"], bad: ["undo", "cost", "failure"] },
  no: { good: ["cost", "simple", "maintenance", "newcomers"], bad: ["growth", "people"] },
  trial: { good: ["measure", "undo", "failure", "cost"], bad: ["time", "maintenance", "simple"] },
  small: { good: ["cost", "undo", "measure", "time", "simple"], bad: ["growth", "people", "maintenance"] },
  full: { good: ["growth", "maintenance", "newcomers", "people"], bad: ["cost", "undo", "time"] },
  look: { good: ["failure", "cost", "people", "undo"], bad: ["time", "growth", "simple"] },
  low: { good: ["cost", "time", "simple", "maintenance"], bad: ["growth", "failure"] },
  high: { good: ["growth", "failure", "people", "newcomers"], bad: ["cost", "undo"] },
  range: { good: ["measure", "undo", "people"], bad: ["simple", "newcomers"] },
  blend: { good: ["people", "undo", "failure", "growth"], bad: ["simple", "newcomers"] },
}

/** For judgements: of what is the case, or of a piece of work. Cost, maintenance or growth are no arguments there. */
const judgementConcerns: readonly ConcernId[] = ["time", "undo", "people", "failure", "simple"]
const factMerits: Partial<Record<StanceId, Merits>> = {
  yes: { good: ["time", "people", "simple"], bad: ["failure", "undo"] },
  no: { good: ["failure", "simple", "time"], bad: ["people", "undo"] },
  trial: { good: ["failure", "people", "undo"], bad: ["simple", "time"] },
}

const verdict =
  /^(?:approve|accept|reject|revise|request changes|decline|aprobar|aceptar|rechazar|revisar|批准|通过|接受|拒绝|驳回|修改)/i
const unchanging =
  /^(?:keep|stay|leave|wait|do nothing|against|mantener|dejar|seguir|quedar|esperar|no hacer|en contra|保持|保留|维持|继续|等|不|反对)/i

/** The last one of each set is the compromise. */
const stancesFor: Readonly<Record<Exclude<Topic["kind"], "choice">, readonly StanceId[]>> = {
  whether: ["yes", "no", "trial"],
  fact: ["yes", "no", "trial"],
  howto: ["small", "full", "look"],
  estimate: ["low", "high", "range"],
  open: ["small", "full", "look"],
}

/** Options that mean no more than a generic answer. */
const generalOptions = {
  yes: /^(?:yes|yea|for|in favou?r|approve|accept|sí|si|a favor|是|同意|赞成|支持)(?!\p{L}{3})/iu,
  no: /^(?:no|nay|not|against|reject|en contra|否|不|反对)(?![a-z])/iu,
  trial: /trial|pilot|prueba|piloto|试/iu,
}

export const stanceIn = (option: string) => firstMatch(generalOptions, option)

/** The option that matches an answer; if several do, the closest in length. */
export function optionFor({ plan, side, stance }: RehearsalAnswer, options: readonly string[]): string | undefined {
  const wanted = [side ?? [], plan].flat().map((words) => words.toLowerCase())
  const alike = (option: string) => {
    const lower = clean(option, 300).toLowerCase()
    return wanted.some(
      (words) => lastIndexOfWords(lower, words) >= 0 || (side !== undefined && lastIndexOfWords(words, lower) >= 0),
    )
  }
  const general = stance && options.find((option) => stanceIn(option) === stance)
  const distance = (option: string) => Math.abs(option.length - wanted[0]!.length)
  return general ?? options.filter(alike).toSorted((a, b) => distance(a) - distance(b))[0]
}

export function rehearsalTopic(view: SeatView): Topic {
  const asked = analyseTopic(view.topic)
  if (view.options.length < 2) return asked
  if (view.options.every(stanceIn)) return { ...asked, kind: asked.kind === "fact" ? "fact" : "whether", sides: [] }
  return { ...asked, kind: "choice", sides: view.options.map((option) => clean(option, 120)) }
}

export function answersTo(topic: Topic, view: SeatView, phrases: Phrases): readonly RehearsalAnswer[] {
  if (topic.kind !== "choice") {
    const isFact = topic.kind === "fact"
    const forced = view.options.flatMap((option) => stanceIn(option) ?? [])
    const ids = forced.length > 1 ? [...new Set(forced)] : stancesFor[topic.kind]
    return ids.map((stance) => {
      const { plan, label } = (isFact && phrases.factStances[stance]) || phrases.stances[stance]
      const { good, bad } = (isFact && factMerits[stance]) || merits[stance]
      const starts = !isFact && ["yes", "trial", "small", "full", "look"].includes(stance)
      return { plan: (stance === "yes" ? topic.deed : undefined) ?? plan, label, stance, good, bad, starts }
    })
  }
  const { sides } = topic
  const isReview = sides.every((side) => verdict.test(side))
  const dealt = diceFrom("merits", view.seed, view.topic).shuffled(isReview ? judgementConcerns : concernIds)
  const goodFor = (index: number) => dealt.filter((_, place) => place % sides.length === index)
  const answers = sides.map((side, index) => ({
    plan: phrases.choose(side),
    label: phrases.quote(side),
    side,
    good: goodFor(index),
    bad: goodFor((index + 1) % sides.length),
    starts: !isReview && !unchanging.test(side),
  }))
  if (sides.length !== 2 || view.options.length > 0) return answers
  return [...answers, { ...phrases.blend(sides[0]!, sides[1]!), ...merits.blend, starts: true }]
}
