import type { BallotForm, BallotQuestion, Score } from "../../core/discussion/vote.ts"
import { amountIn, amountSaid, needsFigure } from "./amounts.ts"
import { clean, shorten } from "./clean.ts"
import { chance, choiceOf } from "./dice.ts"
import { isDebate, partOf } from "./roles.ts"
import { capitalised, type Scene } from "./scene.ts"
import type { GeneralStance } from "./stances.ts"
import { themeIds } from "./themes.ts"
import { judged } from "./turns/debate.ts"
import { knownAnswers } from "./turns/moves.ts"

interface Answer {
  readonly hasConsensus?: boolean
  readonly choice?: string
  readonly ranking?: readonly string[]
  readonly approved?: readonly string[]
  readonly scores?: readonly Score[]
  readonly amount?: number
  readonly confidence: number
  readonly reasoning: string
  readonly proposedSolution?: string
  /** The same as free speech. */
  readonly prose: string
}

const clamp = (value: number) => Math.max(5, Math.min(98, Math.round(value)))

/** Something still open: what another argued with, else anything. */
function openTheme(scene: Scene): string {
  for (const one of scene.others) {
    const theme = scene.themeOf(one)
    if (theme !== undefined) return scene.themeName(theme)
  }
  return scene.themeName(themeIds[scene.dice.below(themeIds.length)] ?? "goal")
}

function consensus(scene: Scene): Answer {
  const { book, view, positions, tell, dice } = scene
  const { plan } = positions.mine(view.round)
  const known = knownAnswers(scene)
  const apart = known.find(({ answer }) => answer.plan !== plan)
  const silentOthers = known.length === 0
  const ready = chance("ready", view.seed, view.seat.id, view.topic) * 3 + 1
  const agrees = apart === undefined && (!silentOthers || view.round >= ready)
  const theme = openTheme(scene)
  const other = apart?.answer.plan ?? known[0]?.answer.plan
  const name = (apart ?? known[0])?.one.name ?? scene.others[0]?.name
  const slots = { plan, other, name, theme }
  const { vote } = book
  const reasoning = agrees ? tell(vote.yes, slots) : tell(vote.no, slots) || tell(vote.proseNo, slots)
  const confidence = agrees ? 68 + view.round * 4 + dice.below(12) : 62 - view.round * 2 + dice.below(24)
  return {
    hasConsensus: agrees,
    confidence: clamp(confidence),
    reasoning,
    proposedSolution: tell(vote.solution, { plan, step: tell(scene.stepsFor(plan)) }),
    prose: tell(agrees ? vote.proseYes : vote.proseNo, slots),
  }
}

/** Whether to vote now: likelier with every round, and once the positions have met. */
function procedural(scene: Scene, asks: BallotQuestion): Answer {
  const { book, view, positions, tell, dice } = scene
  const { plan } = positions.mine(view.round)
  const known = knownAnswers(scene)
  const met = known.length > 0 && known.every(({ answer }) => answer.plan === plan)
  const progress = view.round / Math.max(3, Math.min(view.rounds, 6))
  const likelihood = (asks === "confirm" ? 0.35 : 0.05) + 0.45 * progress + (met ? 0.35 : 0)
  const yes = chance("procedure", asks, view.seed, view.seat.id, view.round, view.topic) < likelihood
  const theme = openTheme(scene)
  const reasoning = tell(yes ? book.vote.callYes : book.vote.callNo, { theme })
  return { hasConsensus: yes, confidence: clamp(60 + dice.below(30)), reasoning, prose: reasoning }
}

/** Options that say no more than a general stance does. */
const optionOf: Partial<Record<GeneralStance, RegExp>> = {
  yes: /^(?:yes|yea|for|in favou?r|approve|accept|sí|si|a favor|是|同意|赞成|支持)(?!\p{L}{3})/u,
  no: /^(?:no|nay|not|against|reject|en contra|否|不|反对)(?![a-z])/u,
  trial: /trial|pilot|prueba|piloto|试/u,
}

/** An option is preferred for being named in the briefing, else for being what the seat argued for, else by the seed. */
function preferred(scene: Scene, options: readonly string[], round: number): number {
  const { view, positions } = scene
  const lower = options.map((option) => option.slice(0, 300).toLowerCase())
  const { side, id } = positions.mine(round)
  const general = lower.findIndex((option) => id !== undefined && optionOf[id]?.test(option))
  if (general >= 0) return general
  // Whoever has found faults neither takes it as it is nor throws it away.
  if (partOf(view.seat) === "reviewer" && options.length > 3) {
    return 1 + choiceOf(2, "review", view.seed, view.seat.id, view.topic)
  }
  if (side !== undefined) {
    const argued = lower.findIndex(
      (option) => option.includes(side.toLowerCase()) || side.toLowerCase().includes(option),
    )
    const same = lower.indexOf(side.toLowerCase())
    if (argued >= 0) return same >= 0 ? same : argued
  }
  const landing = choiceOf(options.length, "landing option", view.seed, view.topic)
  const start = 2 + Math.floor(chance("option yields", view.seed, view.seat.id) * 4)
  if (round >= start) return landing
  const briefing = view.seat.briefing?.slice(0, 2000).toLowerCase()
  const told =
    briefing === undefined ? [] : lower.flatMap((option, index) => (briefing.includes(option) ? [index] : []))
  if (told.length === 1) return told[0] ?? landing
  return choiceOf(options.length, "own option", view.seed, view.seat.id, view.topic)
}

/** A seat's own order of the options makes no difference to what it wants. */
function inOrder(scene: Scene, shown: readonly string[]): readonly string[] {
  const { options } = scene.view
  return options.length === shown.length && shown.every((option) => options.includes(option))
    ? options
    : shown.toSorted()
}

/** The other options that it could live with, best first: each is likelier to be left out than the one before. */
function alsoFine(scene: Scene, options: readonly string[], chosen: string): readonly string[] {
  const { seed, seat, topic } = scene.view
  const liking = (option: string) => chance("liking", seed, seat.id, option, topic)
  return options.filter((option) => option !== chosen && liking(option) > 0.3).toSorted((a, b) => liking(b) - liking(a))
}

/** What the ballot asks for, of options that are liked in this order. */
function named(scene: Scene, form: BallotForm, shown: readonly string[], [chosen = "", ...others]: readonly string[]) {
  switch (form) {
    case "single":
      return { choice: chosen }
    case "ranking":
      return { ranking: [chosen, ...others] }
    case "approval":
      return { approved: [chosen, ...others] }
    case "scores": {
      const best = 7 + scene.dice.below(3)
      const place = (option: string) => others.indexOf(option)
      const below = (option: string) => (place(option) < 0 ? 4 + scene.dice.below(2) : 1 + place(option))
      return { scores: shown.map((option) => ({ option, score: option === chosen ? best : best - below(option) })) }
    }
  }
}

function choice(scene: Scene, shown: readonly string[], form: BallotForm): Answer {
  const { book, view, tell, dice } = scene
  if (form === "scores" && isDebate(view)) return { ...judged(scene, shown), prose: "" }
  const options = inOrder(scene, shown)
  const at = preferred(scene, options, view.round)
  const moved = view.round > 1 && preferred(scene, options, view.round - 1) !== at
  const chosen = options[at] ?? ""
  const own = amountIn(view.seat.briefing)
  const shared = amountIn(view.topic) ?? amountSaid(view)
  const needed = needsFigure(chosen, options)
  const amount = needed ? (view.round > 2 ? (shared ?? own) : (own ?? shared)) : undefined
  const slots = { quote: book.quote(shorten(clean(chosen, 200))), theme: openTheme(scene), name: scene.others[0]?.name }
  const several = [chosen, ...alsoFine(scene, options, chosen)]
  return {
    ...named(scene, form, shown, several),
    ...(amount !== undefined && { amount }),
    confidence: clamp(55 + view.round * 4 + dice.below(25)),
    reasoning: tell(moved ? book.vote.choiceMoved : book.vote.choice, slots) || tell(book.vote.choice, slots),
    prose: tell(book.vote.proseChoice, { quote: chosen }),
  }
}

function block(answer: Answer): string {
  const { choice, ranking, approved, scores, amount } = answer
  const named =
    choice !== undefined
      ? ["[CHOICE]", choice]
      : ranking
        ? ["[RANKING]", ...ranking.map((option, index) => `${index + 1}. ${option}`)]
        : approved
          ? ["[APPROVED]", ...approved.map((option) => `- ${option}`)]
          : scores && ["[SCORES]", ...scores.map(({ option, score }) => `${option}: ${score}`)]
  const lines = named
    ? [...named, ...(amount === undefined ? [] : ["[AMOUNT]", String(amount)])]
    : ["[CONSENSUS_CHECK]", `HAS_CONSENSUS: ${answer.hasConsensus ? "YES" : "NO"}`]
  lines.push("[CONFIDENCE]", String(answer.confidence), "[REASONING]", answer.reasoning)
  if (answer.proposedSolution !== undefined) lines.push("[PROPOSED_SOLUTION]", answer.proposedSolution)
  return lines.join("\n")
}

/** A vote, in the form that this model can give it. */
export function ballotAnswer(scene: Scene, structured: boolean): string {
  const { ask } = scene.view
  if (ask.kind !== "vote") return ""
  const chosen = ask.asks === "choice" && ask.options.length > 0
  const { prose, ...answer } = chosen
    ? choice(scene, ask.options, ask.form ?? "single")
    : ask.asks === "consensus"
      ? consensus(scene)
      : procedural(scene, ask.asks)
  if (structured) return JSON.stringify(answer)
  const roll = scene.dice.next()
  if (ask.clarify === undefined && prose !== "" && (ask.asks === "consensus" || chosen)) {
    if (roll < scene.temperament.prose * (chosen ? 0.4 : 1) && answer.scores === undefined) return capitalised(prose)
    if (roll > 0.97) return scene.tell(scene.book.vote.vague)
  }
  return block({ ...answer, prose })
}
