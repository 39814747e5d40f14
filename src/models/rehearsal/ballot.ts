import type { BallotForm, BallotQuestion, Vote } from "../../core/discussion/vote.ts"
import { optionFor } from "./answers.ts"
import { amountIn, amountSaid, clean, isAboutFigure, shorten } from "./clean.ts"
import { answerOfText, capitalised, type Scene } from "./scene.ts"
import { chance, choiceOf } from "./temperaments.ts"
import { isSmallTalk } from "./turn.ts"

interface VoteDraft extends Omit<Vote, "seat" | "hasConsensus" | "reading" | "attempt" | "timestamp"> {
  readonly hasConsensus?: boolean
  /** The same vote in prose. */
  readonly prose: string
}

const clamp = (value: number) => Math.max(5, Math.min(98, Math.round(value)))

/** A concern that another seat raised last, else one that speaks against the seat's own answer. */
function openTheme({ others, pointsOf, phrases, mine, place }: Scene): string {
  const raised = others.flatMap((one) => pointsOf(one).at(-1)?.concern ?? [])
  const themes = [...new Set(raised.length > 0 ? raised : mine.bad)]
  return phrases.concerns[themes[place % themes.length] ?? "cost"].name
}

function consensus(scene: Scene): VoteDraft {
  const { phrases, view, mine, standings, tell, dice } = scene
  const { vote } = phrases
  if (isSmallTalk(scene)) return { hasConsensus: true, confidence: 90, reasoning: tell(phrases.smallTalk), prose: "" }
  const apart = standings.find(({ answer }) => answer !== mine)
  const ready = chance("ready", view.seed, view.seat.id, view.topic) * 3 + 1
  const agrees = !apart && (standings.length > 0 || view.round >= ready)
  const other = apart ?? standings[0]
  const slots = { other: other?.answer.plan, name: other?.name, theme: openTheme(scene) }
  const confidence = agrees ? 68 + view.round * 4 + dice.below(12) : 62 - view.round * 2 + dice.below(24)
  return {
    hasConsensus: agrees,
    confidence: clamp(confidence),
    reasoning: agrees ? tell(vote.yes, slots) : tell(apart ? vote.no : vote.alone, slots),
    proposedSolution: capitalised(mine.side ?? mine.plan),
    prose: tell(agrees ? vote.proseYes : vote.proseNo, slots),
  }
}

/** Whether to vote now: likelier with every round, and once all positions agree. */
function procedural(scene: Scene, asks: BallotQuestion): VoteDraft {
  const { phrases, view, mine, standings, tell, dice } = scene
  const met = standings.length > 0 && standings.every(({ answer }) => answer === mine)
  const progress = view.round / Math.max(3, Math.min(view.rounds, 6))
  const likelihood = (asks === "confirm" ? 0.35 : 0.05) + 0.45 * progress + (met ? 0.35 : 0)
  const yes = chance("procedure", asks, view.seed, view.seat.id, view.round, view.topic) < likelihood
  const reasoning = tell(yes ? phrases.vote.callYes : phrases.vote.callNo, { theme: openTheme(scene) })
  return { hasConsensus: yes, confidence: clamp(60 + dice.below(30)), reasoning, prose: reasoning }
}

/** An unnamed answer to rank that takes the seat's own position. */
function sameAnswer({ view: { ask }, phrases, answers, mine }: Scene): string | undefined {
  if (ask.kind !== "vote") return undefined
  return ask.options.find((_, index) => {
    const text = ask.answers?.[index]
    if (text === undefined) return false
    return answerOfText({ seatId: undefined, name: "", round: 1, text, rehearsed: true }, phrases, answers) === mine
  })
}

/** All options, the best first: the seat's own, then those of others, the rest by the seed. */
function preferred(scene: Scene, shown: readonly string[]): readonly string[] {
  const { view, mine, standings } = scene
  const options = shown.toSorted()
  const { seed, seat, topic } = view
  const own = sameAnswer(scene) ?? optionFor(mine, options)
  const told = options.filter((option) => seat.briefing?.toLowerCase().includes(option.toLowerCase()))
  const first = own ?? (told.length === 1 ? told[0] : undefined)
  const heard = standings.map(({ answer }) => optionFor(answer, options))
  const liking = (option: string) =>
    (option === first ? 2 : 0) + (heard.includes(option) ? 0.3 : 0) + chance("liking", seed, seat.id, option, topic)
  const liked = options.toSorted((a, b) => liking(b) - liking(a))
  if (own !== undefined) return liked
  // The seat's position is not among the options: it begins with what its briefing names, and later joins the others.
  const landing = options[choiceOf(options.length, "landing option", seed, topic)]!
  const start = 2 + choiceOf(4, "option yields", seed, seat.id)
  return view.round >= start ? [landing, ...liked.filter((option) => option !== landing)] : liked
}

/** Fills in the ballot's form, given the options in order of preference. */
function fillIn({ dice }: Scene, form: BallotForm, shown: readonly string[], liked: readonly string[]) {
  switch (form) {
    case "single":
      return { choice: liked[0]! }
    case "ranking":
      return { ranking: liked }
    case "approval":
      return { approved: liked.slice(0, Math.ceil(liked.length / 2)) }
    case "scores": {
      const best = 7 + dice.below(3)
      const scores = shown.map((option) => ({ option, score: Math.max(0, best - 2 * liked.indexOf(option)) }))
      return { scores }
    }
  }
}

function choice(scene: Scene, shown: readonly string[], form: BallotForm): VoteDraft {
  const { phrases, view, tell, dice, mine, before } = scene
  const liked = preferred(scene, shown)
  const chosen = liked[0]!
  const needsFigure = isAboutFigure(chosen)
  const own = needsFigure || !shown.some(isAboutFigure) ? amountIn(view.seat.briefing) : undefined
  const shared = needsFigure ? (amountIn(view.topic) ?? amountSaid(view)) : undefined
  const amount = view.round > 2 ? (shared ?? own) : (own ?? shared)
  const concern = mine.good[dice.below(mine.good.length)]
  const slots = {
    quote: phrases.quote(shorten(clean(chosen, 200))),
    theme: phrases.concerns[concern ?? "people"].name,
  }
  const isMoved = before !== undefined && before !== mine
  return {
    ...fillIn(scene, form, shown, liked),
    ...(amount !== undefined && { amount }),
    confidence: clamp(55 + view.round * 4 + dice.below(25)),
    reasoning: tell(isMoved ? phrases.vote.moved : phrases.vote.choice, slots),
    prose: form === "single" && amount === undefined ? tell(phrases.vote.prose, { quote: chosen }) : "",
  }
}

function asBlock({ choice, ranking, approved, scores, amount, ...vote }: VoteDraft): string {
  const lines = [
    ...(choice !== undefined ? ["[CHOICE]", choice] : []),
    ...(ranking ? ["[RANKING]", ...ranking.map((option, index) => `${index + 1}. ${option}`)] : []),
    ...(approved ? ["[APPROVED]", ...approved.map((option) => `- ${option}`)] : []),
    ...(scores ? ["[SCORES]", ...scores.map(({ option, score }) => `${option}: ${score}`)] : []),
    ...(amount !== undefined ? ["[AMOUNT]", String(amount)] : []),
    ...(vote.hasConsensus === undefined
      ? []
      : ["[CONSENSUS_CHECK]", `HAS_CONSENSUS: ${vote.hasConsensus ? "YES" : "NO"}`]),
  ]
  lines.push("[CONFIDENCE]", String(vote.confidence), "[REASONING]", vote.reasoning)
  if (vote.proposedSolution !== undefined) lines.push("[PROPOSED_SOLUTION]", vote.proposedSolution)
  return lines.join("\n")
}

/** A vote as an object, a block of markers or prose, depending on the model. */
export function ballot(scene: Scene, structured: boolean): string {
  const { ask } = scene.view
  if (ask.kind !== "vote") return ""
  const chooses = ask.asks === "choice" && ask.options.length > 0
  const { prose, ...vote } = chooses
    ? choice(scene, ask.options, ask.form ?? "single")
    : ask.asks === "consensus"
      ? consensus(scene)
      : procedural(scene, ask.asks)
  if (structured) return JSON.stringify(vote)
  const roll = scene.dice.next()
  if (ask.clarify === undefined && prose !== "" && (ask.asks === "consensus" || chooses)) {
    if (roll < scene.temperament.prose * (chooses ? 0.4 : 1)) return capitalised(prose)
    if (roll > 0.97) return scene.tell(scene.phrases.vote.vague)
  }
  return asBlock({ ...vote, prose })
}
