import { optionFor, type RehearsalAnswer } from "./answers.ts"
import { amountIn, amountSaid, isAboutFigure } from "./clean.ts"
import type { Phrases } from "./phrases/en.ts"
import { capitalised, quotableSentence, type Scene, type Spoken, type Standing } from "./scene.ts"
import { chance, diceFrom } from "./temperaments.ts"

type Part = string | undefined

/** The stated answers with the number of seats behind each, the most supported first. */
function camps(standings: readonly Standing[]) {
  const groups = [...Map.groupBy(standings, ({ answer }) => answer)]
  return groups.map(([answer, seats]) => [answer, seats.length] as const).toSorted(([, a], [, b]) => b - a)
}

const greeting =
  /^\W*(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|day)|how are you|hola|buenos|buenas|gracias|qué tal)(?![\p{L}])|^\W*(?:你好|您好|谢谢|早上好|晚上好|嗨)/iu

export function isSmallTalk({ view }: Scene): boolean {
  return view.topic.trim() === "" || (view.topic.length < 40 && greeting.test(view.topic))
}

const passChance = [0, 0, 0.12, 0.42, 0.62, 0.85]

/** From the sixth round on everyone passes, so that every table comes to an end. A change of mind is said aloud first. */
function wantsToPass({ view, turnAsk, temperament, before, mine }: Scene): boolean {
  const { round, entries, seat } = view
  if (before && before !== mine) return false
  if (!turnAsk?.mayPass || turnAsk.clarify !== undefined || round <= 1 || turnAsk.first) return false
  const own = entries.findLastIndex((entry) => entry.kind === "turn" && entry.turn.seat === seat.id)
  if (entries.findLastIndex((entry) => entry.kind === "interjection") > own) return false
  const likely = passChance[round]
  return likely === undefined || chance("pass", view.seed, seat.id, round, view.topic) < likely + temperament.passes
}

/** Reacts to another seat's last argument: credit if both want the same, else a doubt or a concession. */
function reaction(scene: Scene): readonly Part[] {
  const { phrases, mine, say, dice, temperament, others, standings } = scene
  const one = others.slice(0, 3).find((other) => scene.pointsOf(other).length > 0)
  if (!one) return []
  const point = scene.pointsOf(one).at(-1)!
  const slots = { name: one.name, theme: phrases.concerns[point.concern].name }
  if (point.good === (point.answer === mine)) return [say(phrases.credit, slots)]
  const answer = standings.find((other) => other.name === one.name && other.answer !== mine)?.answer
  const against = answer && dice.next() < temperament.doubts ? scene.reason(answer, false) : undefined
  return against === undefined ? [say(phrases.grant, slots)] : [say(phrases.doubt, slots), against]
}

/** Quotes the person, agent or real model that spoke last. */
function quotation({ view, others, phrases, say }: Scene): Part {
  const person = others.find((one) => !one.rehearsed && one.round >= view.round - 1)
  const words = person && quotableSentence(person.text)
  return words && say(phrases.person, { name: person!.name, quote: phrases.quote(words) })
}

function question(scene: Scene, isSure = false): Part {
  const { others, view, phrases, dice, temperament, say, pointsOf, place, answers } = scene
  const [one] = others
  if (one === undefined || (!isSure && dice.next() > temperament.asks)) return undefined
  const named = pointsOf(one).map(({ concern }) => concern)
  const open = diceFrom("question", view.seed, view.topic)
    .shuffled([...new Set(answers.flatMap(({ good, bad }) => [...good, ...bad]))])
    .filter((id) => !named.includes(id))
  const concern = open[(place + view.round) % open.length] ?? "cost"
  const { ask } = phrases.concerns[concern]
  const isNew = view.entries.slice(-20).every((entry) => entry.kind !== "turn" || !entry.turn.content.includes(ask))
  return isNew ? say(phrases.askBack, { name: one.name, ask }) : undefined
}

function opening(scene: Scene): readonly Part[] {
  const { view, phrases, topic, mine, temperament, standings, say, tell } = scene
  const briefing = quotableSentence(view.seat.briefing?.slice(0, 1_200) ?? "")
  const [latest] = standings
  const same = standings.find(({ answer }) => answer === mine)
  const first = topic.kind === "howto" && topic.deed !== undefined ? phrases.openDeed : phrases.openOn
  const alone = latest ? undefined : say([...first, ...phrases.open[temperament.id]])
  const differ = latest && say(phrases.differ, { name: latest.name, other: latest.answer.plan })
  const stand = same ? say(phrases.same, { name: same.name }) : (differ ?? alone)
  const reacts =
    latest && !same && scene.dice.next() < temperament.doubts ? scene.reason(latest.answer, false) : undefined
  return [
    briefing && say(phrases.briefing, { quote: phrases.quote(briefing) }),
    stand ?? tell(phrases.open[temperament.id]),
    figure(scene),
    scene.reason(mine, true),
    reacts ?? (temperament.reasons === 2 ? scene.reason(mine, true) : undefined),
    question(scene),
  ]
}

/** Names the figure from the briefing, if the seat's answer needs one. */
function figure({ view, mine, phrases, say }: Scene): Part {
  const amount = amountIn(view.seat.briefing) ?? amountSaid(view)
  if (mine.side === undefined || amount === undefined || !isAboutFigure(mine.side)) return undefined
  return say(phrases.figure, { amount: amount.toLocaleString(phrases.code) })
}

/** Announces a change of mind: because of an argument, following another seat, or as a new proposal. */
function moved(scene: Scene): readonly Part[] {
  const { phrases, mine, say, tell, others } = scene
  const there = scene.standings.find(({ answer }) => answer === mine)
  if (!there) return [tell(phrases.propose), scene.reason(mine, true), question(scene)]
  const points = others.filter(({ name }) => name === there.name).flatMap(scene.pointsOf)
  const point = points.findLast(({ answer, good }) => answer === mine && good === true)
  const slots = { name: there.name, theme: point && phrases.concerns[point.concern].name }
  return [say(phrases.moveFor, slots) ?? tell(phrases.move, slots), condition(scene), say(stepsAfter(mine, phrases))]
}

/** An answer that changes nothing has no first step. */
const stepsAfter = ({ starts }: RehearsalAnswer, { step, start }: Phrases) => (starts ? [...step, ...start] : step)

function condition({ mine, phrases, say, dice }: Scene): Part {
  const concern = mine.bad[dice.below(mine.bad.length)]
  return concern && say(phrases.condition, { theme: phrases.concerns[concern].name })
}

function later(scene: Scene): readonly Part[] {
  const { phrases, mine, before, standings, temperament, say, tell } = scene
  if (before && before !== mine) return moved(scene)
  if (standings.length > 0 && standings.every(({ answer }) => answer === mine)) {
    return [
      say(phrases.agreed, { name: standings[0]!.name }) ?? tell(phrases.hold),
      scene.reason(mine, true) ?? condition(scene),
      say(stepsAfter(mine, phrases)),
    ]
  }
  const reacted = reaction(scene)
  const rival = standings.find(({ answer }) => answer !== mine)?.answer
  const reason = scene.reason(mine, true) ?? (rival && scene.reason(rival, false))
  const second = temperament.reasons === 2 && reacted.length < 2 && rival ? scene.reason(rival, false) : undefined
  const stand = before ? say(phrases.hold) : tell(phrases.open[temperament.id])
  const isShort = !reason || reacted.length === 0
  return [
    ...reacted,
    reason ?? condition(scene),
    second,
    stand ?? (isShort ? tell(phrases.hold) : undefined),
    question(scene),
  ]
}

/** Objects to the leading answer until the arguments against it run out. */
function objecting(scene: Scene): readonly Part[] | undefined {
  const [leading] = camps(scene.standings)[0] ?? []
  if (!leading) return undefined
  const { phrases, tell, say } = scene
  const first = scene.reason(leading, false)
  if (first === undefined) return [tell(phrases.noObjection, { x: leading.label }), say(stepsAfter(leading, phrases))]
  return [say(phrases.objection, { x: leading.label }), first, scene.reason(leading, false), question(scene)]
}

/** Counts the positions, without names. */
function recap(scene: Scene): Part {
  const { phrases, tell, standings, before } = scene
  const all = before ? [...standings, { name: "", answer: before }] : standings
  const tally = camps(all).map(([answer, count]) => phrases.tally(count, answer.label))
  return tally.length === 0 ? undefined : tell(phrases.recap, { tally: phrases.list(tally) })
}

function reporting(scene: Scene): readonly Part[] {
  const counts = Map.groupBy(scene.others.flatMap(scene.pointsOf), ({ concern }) => concern)
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  return [recap(scene), most && scene.tell(scene.phrases.mostNamed, { theme: scene.phrases.concerns[most[0]].name })]
}

function parts(scene: Scene): readonly Part[] {
  const { manner, standings, before, view, turnAsk, say, phrases } = scene
  if (turnAsk?.interjection) return [...reaction(scene), say(phrases.hold)]
  if (manner === "reports" && standings.length > 0) return reporting(scene)
  const first = before === undefined && (view.round <= 1 || turnAsk?.first)
  const own = (manner === "objects" && objecting(scene)) || (first ? opening(scene) : later(scene))
  return [quotation(scene), manner === "gathers" && standings.length > 1 ? recap(scene) : undefined, ...own]
}

/** One contribution: a paragraph without brackets, since stop sequences may cut at a bracket or a blank line. */
export function turn(scene: Scene): string {
  const { view, turnAsk, phrases, temperament, dice, tell } = scene
  if (isSmallTalk(scene)) {
    const isGreeted = turnAsk?.mayPass && scene.heard.some(({ rehearsed }) => rehearsed)
    return tell(isGreeted ? phrases.passes : phrases.smallTalk)
  }
  if (wantsToPass(scene)) return tell(phrases.passes)
  const { minLength = 0, clarify } = turnAsk ?? {}
  const hasty = minLength > 0 && clarify === undefined && view.attempt <= 1 && view.round > 1
  if (hasty && dice.next() < (temperament.id === "terse" ? 0.3 : 0.08)) return tell(phrases.tooShort)
  const join = (all: readonly Part[]) => all.flatMap((part) => (part ? capitalised(part) : [])).join(phrases.gap)
  let text = join(parts(scene))
  const theme = phrases.concerns[dice.shuffled(scene.mine.bad)[0] ?? "people"].name
  const fillers = [...phrases.condition, ...stepsAfter(scene.mine, phrases), ...phrases.hold]
  const filler = () => tell(fillers, { theme })
  const more = [() => scene.reason(scene.mine, true), () => question(scene, true), filler, filler, filler]
  for (const another of more) if (text.length < Math.max(minLength * 1.2, 12)) text = join([text, another()])
  const said = text.replace(/[[\]]/g, (one) => (one === "[" ? "(" : ")")).replace(/(speaker)\s*:/gi, "$1,")
  return `${said.replace(/\s*\n\s*/g, " ")}${stance(scene)}`
}

/** The stance line, if the prompt asks for one. Seats that only report or object take no position. */
function stance({ view, turnAsk, mine, manner, others, temperament }: Scene): string {
  if (!turnAsk?.stance || manner === "reports" || manner === "objects") return ""
  const drawn = chance("sure", view.seed, view.seat.id, view.round, view.topic)
  const sure = 60 + Math.round(drawn * 35 - temperament.passes * 10)
  const position = (mine.side ?? mine.label).replace(/[[\]|\n]/g, " ").trim()
  return `\nSTANCE: ${position} | ${sure} | ${others[0]?.name ?? "none"}`
}

function section(title: string, lines: readonly string[]): string {
  return `**${title}**\n${lines.map((line) => `- ${line}`).join("\n")}`
}

/**
 * The table's answer (by the last ballot, else the most supported; several if tied): the sentence to open with, the
 * standings against it, the arguments about it in a contribution, and the next step that was last proposed.
 */
export function tableAnswer<S extends Standing>(scene: Scene, standings: readonly S[]) {
  const { view, answers, mine, phrases, tell, heard } = scene
  const ballots = view.entries.flatMap((one) => (one.kind === "ballot" ? [one.ballot] : []))
  const { options = [], result } = ballots.at(-1) ?? {}
  const { choice, amount } = result ?? {}
  const voted = choice === undefined ? undefined : answers.find((one) => optionFor(one, options) === choice)
  // A ballot that ranks the seats' answers names a seat.
  const ranked = standings.find(({ name }) => name === choice)?.answer
  const [most = [mine, 0] as const, ...others] = camps(standings)
  const tied = others.filter(([, count]) => count === most[1]).map(([answer]) => answer)
  const decided = voted ?? ranked
  const answer = decided ?? most[0]
  const leading = decided ? [decided] : [answer, ...tied]
  const isRefused = ballots.findLast(({ asks }) => asks === "consensus")?.result?.passed === false
  const isSettled = !isRefused && standings.every((one) => one.answer === answer)
  const ending = voted ? "voted" : isSettled ? "settled" : "unsettled"
  const figure = amount === undefined ? "" : `${phrases.gap}(${amount.toLocaleString(phrases.code)})`
  const opening =
    leading.length > 1
      ? tell(phrases.synthesis.tied, { tally: phrases.list(leading.map(({ label }) => label)) })
      : tell(phrases.synthesis[ending], { plan: `${answer.plan}${figure}` })
  const dissent = standings.filter((one) => leading.length > 1 || one.answer !== answer)
  const pointsAbout = (one: Spoken, good: boolean) =>
    scene.pointsOf(one).filter((point) => point.answer && leading.includes(point.answer) && point.good === good)
  const steps = ending === "unsettled" ? phrases.undecided : stepsAfter(answer, phrases)
  const proposed = heard.flatMap(({ text }) => steps.filter((one) => text.includes(one)))
  return { opening, dissent, pointsAbout, step: proposed.at(-1) ?? tell(steps) }
}

/** Answer, reasons, doubts, dissent and a next step, taken from the discussion. */
export function synthesis(scene: Scene): string {
  const { phrases, standings, heard, view } = scene
  if (isSmallTalk(scene) || scene.others.length === 0) return turn(scene)
  const { titles, none, who, would } = phrases.synthesis
  const { opening, dissent, pointsAbout, step } = tableAnswer(scene, standings)
  const said = (good: boolean) =>
    heard
      .filter((one) => one.seatId !== view.seat.id)
      .flatMap((one) => pointsAbout(one, good).map(({ sentence }) => who(one.name, sentence.trim())))
      .slice(0, 3)
  const reasons = said(true)
  const doubts = said(false)
  const dissenting = dissent.map((one) => `${one.name}${phrases.gap}${would(one.answer.plan)}`)
  return [
    opening,
    ...(reasons.length > 0 ? [section(titles.reasons, reasons)] : []),
    section(titles.doubts, doubts.length > 0 ? doubts : [none.doubts]),
    section(titles.dissent, dissenting.length > 0 ? dissenting : [none.dissent]),
    section(titles.next, [step]),
  ].join("\n\n")
}
