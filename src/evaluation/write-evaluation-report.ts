import type { JudgeAudit } from "./judge-audit.ts"
import type { Interval } from "./statistics.ts"
import type { ArmSummary, EvaluationReport, GainSummary, GroupSummary } from "./summarize-evaluation.ts"

interface Section {
  readonly title: string
  readonly notes: readonly string[]
  readonly heading: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Drawn above the table in HTML. */
  readonly chart?: readonly { readonly label: string; readonly share: Interval }[]
}

/** The report as Markdown. */
export function writeMarkdownReport(report: EvaluationReport): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ")
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`
  const sections = sectionsOf(report).map(({ title, notes, heading, rows }) =>
    [`## ${title}`, ...notes, [row(heading), row(heading.map(() => "---")), ...rows.map(row)].join("\n")].join("\n\n"),
  )
  return `${[`# ${cell(report.title)}`, summaryText(report), ...sections].join("\n\n")}\n`
}

/** The report as a self-contained HTML page without scripts. */
export function writeHtmlReport(report: EvaluationReport): string {
  const unbroken = (text: string) => text.replace(/\((\S+) to (\S+)\)/g, "($1\u00A0to\u00A0$2)")
  const cells = (tag: string, row: readonly string[]) =>
    row.map((text) => `<${tag}>${escaped(unbroken(text))}</${tag}>`).join("")
  const sections = sectionsOf(report).map(
    ({ title, notes, heading, rows, chart }) => `<section><h2>${escaped(title)}</h2>
${notes.map((note) => `<p>${escaped(note)}</p>`).join("\n")}
${chart ? barChart(chart) : ""}
<table><thead><tr>${cells("th", heading)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")}</tbody></table></section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(report.title)}</title>
<style>${style}</style></head>
<body><h1>${escaped(report.title)}</h1><p>${escaped(summaryText(report))}</p>
${sections.join("\n")}
</body></html>
`
}

/** Follows the colour scheme of the reader's system. On narrow screens cells wrap, and what is still too wide scrolls. */
const style = `:root{color-scheme:light dark;--text:#1c1c1c;--page:#fff;--line:#ddd;--track:#eee;--bar:#7aa6d6}
@media(prefers-color-scheme:dark){:root{--text:#e4e4e4;--page:#171717;--line:#3d3d3d;--track:#2c2c2c;--bar:#3f6d9e}}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--text);background:var(--page);overflow-wrap:anywhere}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto;overflow-wrap:normal}
td,th{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:left}td{white-space:nowrap}
.chart{max-width:44rem}.chart p{margin:.6rem 0 .1rem}.chart svg{display:block;width:100%;height:20px}
.track{fill:var(--track)}.bar{fill:var(--bar)}.interval{stroke:var(--text);stroke-width:1.5}
@media(max-width:40rem){table{font-size:.85rem}td,th{padding:.3rem .35rem}td{white-space:normal}td:first-child{overflow-wrap:anywhere;min-width:6rem}}`

function summaryText(report: EvaluationReport): string {
  const { asked, answered, failed, best, seed, spent, models } = report
  const [one] = failed
  const leftOut = one ? ` ${failed.length} left out because a model failed (${one.id}: ${one.message}).` : ""
  const single = best && ` Best single model: ${best} (right most often on these questions, which favours it).`
  const cost = spent.dollars === undefined ? "" : `, $${spent.dollars.toFixed(4)}`
  const isRehearsal = models.length > 0 && models.every(({ model }) => model.startsWith("rehearsal/"))
  const caution = isRehearsal ? " Rehearsal models only show that everything works, not how accurate models are." : ""
  return `${answered} of ${asked} questions, seed ${seed}.${leftOut}${cutShortText(report)}${single} This run took ${counted(spent.calls, "call")} and ${spent.tokens.toLocaleString("en")} tokens${cost}; cached results are not counted.${caution}`
}

function cutShortText({ asked, answered, failed, stopped, groups }: EvaluationReport): string {
  if (!stopped) return ""
  const repeated = groups[0]!.arms.at(-1)!.questions
  const missing =
    answered + failed.length < asked
      ? "all questions were asked"
      : repeated < answered
        ? "the best model was asked as often as the table"
        : "the audit was complete"
  return ` The budget ran out before ${missing}.`
}

function sectionsOf(report: EvaluationReport): readonly Section[] {
  const [all, ...categories] = report.groups
  return [
    {
      title: "Accuracy and cost",
      notes: [
        "With 95% confidence intervals. In the last row, the best model is called as often as the table calls models, and its most frequent answer counts.",
      ],
      heading: ["", "questions", "right", "calls", "tokens", "dollars"],
      rows: all!.arms.map(armRow),
      chart: all!.arms.flatMap(({ arm, questions, accuracy }) =>
        questions > 0 ? { label: arm, share: accuracy } : [],
      ),
    },
    {
      title: "Gain of the table",
      notes: ["On the same questions, in percentage points. An interval that contains 0 shows no difference."],
      heading: ["category", "questions", ...all!.gains.map(({ against }) => `against ${against}`)],
      rows: [all!, ...categories].map(gainRow),
    },
    {
      title: "Each model alone",
      notes: [],
      heading: ["model", "right"],
      rows: report.models.map(({ model, accuracy }) => [model, shareText(accuracy)]),
      chart: report.models.map(({ model, accuracy }) => ({ label: model, share: accuracy })),
    },
    ...(categories.length > 0 ? [categorySection(categories)] : []),
    ...(report.audit ? [auditSection(report.audit)] : []),
  ]
}

function armRow({ arm, questions, accuracy, calls, tokens, dollars }: ArmSummary): readonly string[] {
  if (questions === 0) return [arm, "0", "–", "–", "–", "–"]
  const cost = dollars === undefined ? "–" : dollars.toFixed(5)
  return [arm, String(questions), shareText(accuracy), calls.toFixed(1), Math.round(tokens).toLocaleString("en"), cost]
}

function gainRow({ category, questions, gains }: GroupSummary): readonly string[] {
  return [category, String(questions), ...gains.map((one) => gainText(one, questions))]
}

function categorySection(categories: readonly GroupSummary[]): Section {
  return {
    title: "By category",
    notes: ["Categories with few questions have wide intervals and show little."],
    heading: ["category", "questions", ...categories[0]!.arms.map(({ arm }) => arm)],
    rows: categories.map(({ category, questions, arms }) => [
      ...[category, String(questions)],
      ...arms.map(({ questions: answered, accuracy }) => (answered > 0 ? shareText(accuracy) : "–")),
    ]),
  }
}

function auditSection(audit: readonly JudgeAudit[]): Section {
  const points = (value: number | undefined) => (value === undefined ? "–" : signed(value, 2))
  return {
    title: "Bias of the judges",
    notes: [
      "Each model judged the answers that the models gave alone, in one order and in reverse: once with scores from 0 to 10, and once as a chair that names one answer. A fair judge is near 0 in the four columns before the last. A correlation with length is fair only if longer answers are better.",
      ...(audit.length === 0 ? ["No question had two different answers that could be judged."] : []),
    ],
    heading: [
      ...["judge", "as", "judged", "winner changes in reverse", "bonus for the first half"],
      ...["score correlates with length", "bonus for own answers", "winner right, if any answer is"],
    ],
    rows: audit.map((one) => [
      ...[one.judge, one.kind, String(one.judged), percent(one.changesWithOrder), points(one.firstPlaceBonus)],
      ...[points(one.lengthCorrelation), points(one.selfPreference)],
      one.accuracy === undefined ? "–" : percent(one.accuracy),
    ]),
  }
}

/** Bars from 0 to 100% with a line for the interval. Labels are HTML, so they keep the page's text size. */
function barChart(bars: NonNullable<Section["chart"]>): string {
  const at = (share: number) => (share * 100).toFixed(1)
  const drawn = bars.map(({ label, share }) => {
    const interval = `M${at(share.low)} 10H${at(share.high)}M${at(share.low)} 5v10M${at(share.high)} 5v10`
    return `<p>${escaped(label)}: ${shareText(share)}</p>
<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="20"/><rect class="bar" width="${at(share.mean)}" height="20"/>
<path class="interval" d="${interval}" vector-effect="non-scaling-stroke"/></svg>`
  })
  return `<div class="chart">${drawn.join("\n")}</div>`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function shareText({ mean, low, high }: Interval): string {
  return `${percent(mean)} (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)})`
}

function gainText({ questions, gain: { mean, low, high } }: GainSummary, of: number): string {
  if (questions === 0) return "–"
  const fewer = questions < of ? `, ${counted(questions, "question")}` : ""
  return `${signed(mean * 100, 1)} (${signed(low * 100, 1)} to ${signed(high * 100, 1)})${fewer}`
}

function counted(count: number, name: string): string {
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits)
  return Number(text) === 0 ? (0).toFixed(digits) : `${value > 0 ? "+" : ""}${text}`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
