import type { BallotForm, BallotQuestion, Vote } from "../../core/discussion/vote.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"
import { optionFor } from "./answers.ts"
import { amountIn, amountSaid, clean, isAboutFigure, shorten } from "./clean.ts"
import { answerOfText, capitalised, type Scene } from "./scene.ts"
import { chance, diceFrom } from "./temperaments.ts"
import { isSmallTalk } from "./turn.ts"

type VoteAsk = Extract<Ask, { kind: "vote" }>

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

/** All options, the best first: the seat's own, then those of others, the rest by the seed. */
function preferred({ view, phrases, answers, mine, standings }: Scene, ask: VoteAsk): readonly string[] {
  const options = ask.options.toSorted()
  const { seed, seat, topic } = view
  const isMine = (text = "") => answerOfText({ text }, phrases, answers) === mine
  const own = ask.options.find((_, index) => isMine(ask.answers?.[index])) ?? optionFor(mine, options)
  const told = options.filter((option) => seat.briefing?.toLowerCase().includes(option.toLowerCase()))
  const first = own ?? (told.length === 1 ? told[0] : undefined)
  const heard = standings.map(({ answer }) => optionFor(answer, options))
  const liking = (option: string) =>
    (option === first ? 2 : 0) + (heard.includes(option) ? 0.3 : 0) + chance("liking", seed, seat.id, option, topic)
  const liked = options.toSorted((a, b) => liking(b) - liking(a))
  if (own !== undefined) return liked
  // The seat's position is not among the options: it begins with what its briefing names, and later joins the others.
  const landing = options[diceFrom("landing option", seed, topic).below(options.length)]!
  const start = 2 + diceFrom("option yields", seed, seat.id).below(4)
  return view.round >= start ? [landing, ...liked.filter((option) => option !== landing)] : liked
}

function choice(scene: Scene, ask: VoteAsk): VoteDraft {
  const { phrases, view, tell, dice, mine, before, heard, pointsOf } = scene
  const { options, form = "single" } = ask
  const liked = preferred(scene, ask)
  const chosen = liked[0]!
  const needsFigure = isAboutFigure(chosen)
  const own = needsFigure || !options.some(isAboutFigure) ? amountIn(view.seat.briefing) : undefined
  const shared = needsFigure ? (amountIn(view.topic) ?? amountSaid(view)) : undefined
  const amount = view.round > 2 ? (shared ?? own) : (own ?? shared)
  const named = heard.flatMap(pointsOf).flatMap((point) => (point.good && point.answer === mine ? point.concern : []))
  const concern = dice.shuffled(named)[0] ?? dice.shuffled(mine.good)[0] ?? "people"
  const slots = { quote: phrases.quote(shorten(clean(chosen, 200))), theme: phrases.concerns[concern].name }
  const best = form === "scores" ? 7 + dice.below(3) : 0
  const scoreOf = (option: string) => Math.max(0, best - 2 * liked.indexOf(option))
  const forms = {
    single: { choice: chosen },
    ranking: { ranking: liked },
    approval: { approved: liked.slice(0, Math.ceil(liked.length / 2)) },
    scores: { scores: options.map((option) => ({ option, score: scoreOf(option) })) },
  } as const satisfies Record<BallotForm, unknown>
  const isMoved = before !== undefined && before !== mine
  return {
    ...forms[form],
    ...(amount !== undefined && { amount }),
    confidence: clamp(55 + view.round * 4 + dice.below(25)),
    reasoning: tell(isMoved ? phrases.vote.moved : phrases.vote.choice, slots),
    prose: form === "single" && amount === undefined ? tell(phrases.vote.prose, { quote: chosen }) : "",
  }
}

function asBlock(vote: Omit<VoteDraft, "prose">): string {
  const sections: Readonly<Record<string, string | readonly string[] | number | undefined>> = {
    CHOICE: vote.choice,
    RANKING: vote.ranking?.map((option, index) => `${index + 1}. ${option}`),
    APPROVED: vote.approved?.map((option) => `- ${option}`),
    SCORES: vote.scores?.map(({ option, score }) => `${option}: ${score}`),
    AMOUNT: vote.amount,
    CONSENSUS_CHECK: vote.hasConsensus === undefined ? undefined : `HAS_CONSENSUS: ${vote.hasConsensus ? "YES" : "NO"}`,
    CONFIDENCE: vote.confidence,
    REASONING: vote.reasoning,
    PROPOSED_SOLUTION: vote.proposedSolution,
  }
  return Object.entries(sections)
    .flatMap(([marker, lines]) => (lines === undefined ? [] : [`[${marker}]`, lines].flat()))
    .join("\n")
}

/** A vote as an object, a block of markers or prose, depending on the model. */
export function ballot(scene: Scene, ask: VoteAsk, structured: boolean): string {
  const chooses = ask.asks === "choice" && ask.options.length > 0
  const { prose, ...vote } = chooses
    ? choice(scene, ask)
    : ask.asks === "consensus"
      ? consensus(scene)
      : procedural(scene, ask.asks)
  if (structured) return JSON.stringify(vote)
  const roll = scene.dice.next()
  if (ask.clarify === undefined && prose !== "" && (ask.asks === "consensus" || chooses)) {
    if (roll < scene.temperament.prose * (chooses ? 0.4 : 1)) return capitalised(prose)
    if (roll > 0.97) return scene.tell(scene.phrases.vote.vague)
  }
  return asBlock(vote)
}
