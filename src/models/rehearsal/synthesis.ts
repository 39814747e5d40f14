import { optionFor } from "./answers.ts"
import type { Point } from "./record.ts"
import type { Scene } from "./scene.ts"
import { camps, isSmallTalk, turn } from "./turn.ts"

function section(title: string, lines: readonly string[]): string {
  return `**${title}**\n${lines.map((line) => `- ${line}`).join("\n")}`
}

/** What the table comes to: what the last ballot decided for, else what most stand for. */
export function tableAnswer({ view, answers, mine }: Scene, standings: Scene["standings"]) {
  const choice = view.entries.flatMap((one) => (one.kind === "ballot" && one.ballot.result?.choice) || []).at(-1)
  const voted = choice === undefined ? undefined : answers.find((one) => optionFor(one, [choice]))
  return { voted, answer: voted ?? camps(standings)[0]?.[0] ?? mine }
}

/** From what was said: the answer first, then its reasons, doubts, dissent and a next step. */
export function synthesis(scene: Scene): string {
  const { phrases, standings, tell, heard, view } = scene
  if (isSmallTalk(scene) || scene.others.length === 0) return turn(scene)
  const words = phrases.synthesis
  const { voted, answer } = tableAnswer(scene, standings)
  const dissent = standings.filter((one) => one.answer !== answer)
  const said = (isWanted: (point: Point) => boolean) =>
    heard
      .filter((one) => one.seatId !== view.seat.id)
      .flatMap((one) => scene.pointsOf(one).map((point) => ({ ...point, name: one.name })))
      .filter(isWanted)
      .map(({ name, sentence }) => words.who(name, sentence.trim()))
      .slice(0, 3)
  const reasons = said((point) => point.answer === answer && point.good)
  const doubts = said((point) => point.answer === answer && !point.good)
  return [
    tell(voted ? words.voted : dissent.length === 0 ? words.settled : words.unsettled, { plan: answer.plan }),
    ...(reasons.length > 0 ? [section(words.reasons, reasons)] : []),
    section(words.doubts, doubts.length > 0 ? doubts : [words.noDoubts]),
    section(
      words.dissent,
      dissent.length > 0 ? dissent.map((one) => words.would(one.name, one.answer.plan)) : [words.noDissent],
    ),
    section(words.next, [tell(phrases.step)]),
  ].join("\n\n")
}
