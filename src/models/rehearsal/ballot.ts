import type { BallotForm, BallotQuestion, Vote } from "../../core/discussion/vote.ts"
import { optionFor } from "./answers.ts"
import { amountIn, amountSaid, clean, needsFigure, shorten } from "./clean.ts"
import { capitalised, type Scene } from "./scene.ts"
import { chance, choiceOf } from "./temperaments.ts"
import { isSmallTalk } from "./turn.ts"

interface Paper extends Omit<Vote, "seat" | "hasConsensus" | "reading" | "attempt" | "timestamp"> {
  readonly hasConsensus?: boolean
  /** The same as free speech. */
  readonly prose: string
}

const clamp = (value: number) => Math.max(5, Math.min(98, Math.round(value)))

/** What another argued with last, else what speaks against the answer. */
function openTheme({ others, pointsOf, phrases, mine }: Scene): string {
  const heard = others.flatMap((one) => pointsOf(one).at(-1) ?? [])
  return phrases.concerns[heard[0]?.concern ?? mine.bad[0] ?? "cost"].name
}

function consensus(scene: Scene): Paper {
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
    proposedSolution: tell(vote.solution, { step: tell(phrases.step) }),
    prose: tell(agrees ? vote.proseYes : vote.proseNo, slots),
  }
}

/** Whether to vote now: likelier with every round, and once the positions have met. */
function procedural(scene: Scene, asks: BallotQuestion): Paper {
  const { phrases, view, mine, standings, tell, dice } = scene
  const met = standings.length > 0 && standings.every(({ answer }) => answer === mine)
  const progress = view.round / Math.max(3, Math.min(view.rounds, 6))
  const likelihood = (asks === "confirm" ? 0.35 : 0.05) + 0.45 * progress + (met ? 0.35 : 0)
  const yes = chance("procedure", asks, view.seed, view.seat.id, view.round, view.topic) < likelihood
  const reasoning = tell(yes ? phrases.vote.callYes : phrases.vote.callNo, { theme: openTheme(scene) })
  return { hasConsensus: yes, confidence: clamp(60 + dice.below(30)), reasoning, prose: reasoning }
}

/** All options, the best first: what the seat stands for, then what others do, the rest by the seed. */
function preferred({ view, mine, standings }: Scene, shown: readonly string[]): readonly string[] {
  const options = shown.toSorted()
  const { seed, seat, topic } = view
  const own = optionFor(mine, options)
  const told = options.filter((option) => seat.briefing?.toLowerCase().includes(option.toLowerCase()))
  const first = own ?? (told.length === 1 ? told[0] : undefined)
  const heard = standings.map(({ answer }) => optionFor(answer, options))
  const liking = (option: string) =>
    (option === first ? 2 : 0) + (heard.includes(option) ? 0.3 : 0) + chance("liking", seed, seat.id, option, topic)
  const liked = options.toSorted((a, b) => liking(b) - liking(a))
  if (own !== undefined) return liked
  // Nothing that it stands for is on offer: at first what it was told or likes, later the one that the table tends to.
  const landing = options[choiceOf(options.length, "landing option", seed, topic)]!
  const start = 2 + choiceOf(4, "option yields", seed, seat.id)
  return view.round >= start ? [landing, ...liked.filter((option) => option !== landing)] : liked
}

/** What the ballot asks for, of options that are liked in this order. */
function named({ dice }: Scene, form: BallotForm, shown: readonly string[], liked: readonly string[]) {
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

function choice(scene: Scene, shown: readonly string[], form: BallotForm): Paper {
  const { phrases, view, tell, dice, mine, before } = scene
  const liked = preferred(scene, shown)
  const chosen = liked[0]!
  const own = amountIn(view.seat.briefing)
  const shared = amountIn(view.topic) ?? amountSaid(view)
  const amount = needsFigure(chosen, shown) ? (view.round > 2 ? (shared ?? own) : (own ?? shared)) : undefined
  const concern = mine.good[dice.below(mine.good.length)]
  const slots = {
    quote: phrases.quote(shorten(clean(chosen, 200))),
    theme: phrases.concerns[concern ?? "people"].name,
  }
  const isMoved = before !== undefined && before !== mine
  return {
    ...named(scene, form, shown, liked),
    ...(amount !== undefined && { amount }),
    confidence: clamp(55 + view.round * 4 + dice.below(25)),
    reasoning: tell(isMoved ? phrases.vote.moved : phrases.vote.choice, slots),
    prose: form === "single" ? tell(phrases.vote.prose, { quote: chosen }) : "",
  }
}

function block({ choice, ranking, approved, scores, amount, ...paper }: Paper): string {
  const lines = [
    ...(choice !== undefined ? ["[CHOICE]", choice] : []),
    ...(ranking ? ["[RANKING]", ...ranking.map((option, index) => `${index + 1}. ${option}`)] : []),
    ...(approved ? ["[APPROVED]", ...approved.map((option) => `- ${option}`)] : []),
    ...(scores ? ["[SCORES]", ...scores.map(({ option, score }) => `${option}: ${score}`)] : []),
    ...(amount !== undefined ? ["[AMOUNT]", String(amount)] : []),
    ...(paper.hasConsensus === undefined
      ? []
      : ["[CONSENSUS_CHECK]", `HAS_CONSENSUS: ${paper.hasConsensus ? "YES" : "NO"}`]),
  ]
  lines.push("[CONFIDENCE]", String(paper.confidence), "[REASONING]", paper.reasoning)
  if (paper.proposedSolution !== undefined) lines.push("[PROPOSED_SOLUTION]", paper.proposedSolution)
  return lines.join("\n")
}

/** A vote, in the form that this model can give it. */
export function ballot(scene: Scene, structured: boolean): string {
  const { ask } = scene.view
  if (ask.kind !== "vote") return ""
  const chooses = ask.asks === "choice" && ask.options.length > 0
  const { prose, ...paper } = chooses
    ? choice(scene, ask.options, ask.form ?? "single")
    : ask.asks === "consensus"
      ? consensus(scene)
      : procedural(scene, ask.asks)
  if (structured) return JSON.stringify(paper)
  const roll = scene.dice.next()
  if (ask.clarify === undefined && prose !== "" && (ask.asks === "consensus" || chooses)) {
    if (roll < scene.temperament.prose * (chooses ? 0.4 : 1)) return capitalised(prose)
    if (roll > 0.97) return scene.tell(scene.phrases.vote.vague)
  }
  return block({ ...paper, prose })
}
