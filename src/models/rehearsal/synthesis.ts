import { capitalised, type Scene } from "./scene.ts"
import { type ThemeId, themeIds } from "./themes.ts"
import { pointsHeard } from "./turns/hive.ts"
import { argue, joined, knownAnswers, paragraphs } from "./turns/moves.ts"

const greeting =
  /^\W*(?:hi|hello|hey|thanks|thank you|good (?:morning|evening|day)|how are you|hola|buenos|buenas|gracias|qué tal|你好|您好|谢谢|早上好|晚上好|嗨)(?![\p{L}])/iu

/** A queen by herself: small talk, or a first answer of her own. */
export function queenAlone(scene: Scene): string {
  const { book, topic, view, tell, fresh } = scene
  const { topic: raw } = view
  const { plan } = scene.positions.mine(view.round)
  const han = /^\W*(?:你好|您好|谢谢|早上好|晚上好|嗨)/u.test(topic.question)
  if (raw.trim() === "" || (raw.length < 40 && (han || greeting.test(topic.question))))
    return tell(book.synthesis.smallTalk)
  return joined(scene, [tell(book.synthesis.alone, { plan }), argue(scene), fresh(scene.stepsFor(plan))])
}

function section(title: string, lines: readonly string[]): string {
  return `**${title}**\n${lines.map((line) => `- ${line}`).join("\n")}`
}

/** The answer with most seats behind it; on a tie the one named last. */
function favoured(scene: Scene): { readonly plan: string; readonly settled: boolean } {
  const known = knownAnswers(scene)
  const counts = new Map<string, number>()
  for (const { answer } of known) counts.set(answer.plan, (counts.get(answer.plan) ?? 0) + 1)
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return { plan: best?.[0] ?? scene.positions.mine(scene.view.rounds).plan, settled: counts.size <= 1 }
}

function risksNamed(scene: Scene): ThemeId[] {
  const text = scene.heard.map((one) => one.text).join("\n")
  return themeIds.filter((theme) => scene.book.themes[theme].risk.some((risk) => text.includes(risk)))
}

/** From what was actually said: answer first, then what carried it, risks, dissent, next step. */
export function synthesis(scene: Scene): string {
  const { book, tell } = scene
  if (scene.others.length === 0) return queenAlone(scene)
  const { plan, settled } = favoured(scene)
  const words = book.synthesis
  const risky = risksNamed(scene)
  const points = pointsHeard(scene, 6).filter(({ theme }) => !risky.includes(theme))
  const carried = points.slice(0, 4).map(({ theme, name }) => {
    const said = scene.heard.find((one) => one.name === name && scene.themesOf(one).includes(theme))
    const quote = said === undefined ? undefined : scene.quoteOf(said, theme)
    const who = capitalised(words.carriedBy(name, scene.themeName(theme)))
    return quote === undefined ? who : book.item(who, quote)
  })
  const quoted = scene.others.slice(0, 3).flatMap((one) => {
    const quote = scene.quoteOf(one)
    return quote === undefined ? [] : [book.item(one.name, quote)]
  })
  const reasons = carried.length > 0 ? carried : quoted
  const risks = risky.slice(0, 3).map((theme) => capitalised(book.themes[theme].risk[0] ?? ""))
  const dissent = knownAnswers(scene).filter(({ answer }) => answer.plan !== plan)
  return paragraphs(
    tell(settled ? words.answer : words.unsettled, { plan }),
    reasons.length > 0 ? section(words.carried, reasons) : "",
    section(words.risks, risks.length > 0 ? risks : [words.noRisks]),
    section(
      words.dissent,
      dissent.length > 0 ? dissent.map(({ one, answer }) => words.dissents(one.name, answer.plan)) : [words.noDissent],
    ),
    section(words.next, [tell(scene.stepsFor(plan))]),
  )
}
