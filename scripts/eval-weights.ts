import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { parseRecordedAnswers, type RecordedAnswers } from "../src/evaluation/recorded-answers.ts"
import { evaluatePanels, type PanelGain, withoutCategories } from "./evaluation/evaluate-panels.ts"

/** Prints the gain of learned weights for random panels, on held-out answers. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: "string" },
    without: { type: "string", default: "" },
    panels: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
})
const [file] = positionals
if (file === undefined) {
  console.error(
    "usage: npm run eval:weights -- answers.json [--judge other.json] [--without math,chemistry] [--panels 200] [--seed 1]",
  )
  process.exit(2)
}

const excluded = values.without.split(",").filter((category) => category !== "")
const load = (path: string): RecordedAnswers =>
  withoutCategories(parseRecordedAnswers(JSON.parse(readFileSync(path, "utf8"))), excluded)
const judgeOn = values.judge === undefined ? undefined : load(values.judge)
const panelGains = [
  ...evaluatePanels(load(file), { seed: Number(values.seed), perSize: Number(values.panels), judgeOn }),
]

const mean = (some: readonly PanelGain[], of: (one: PanelGain) => number) =>
  some.reduce((sum, one) => sum + of(one), 0) / some.length
const points = (value: number) => `${value >= 0 ? "+" : ""}${value.toFixed(2)}`.padStart(7)
const line = (title: string, some: readonly PanelGain[]) => {
  if (some.length === 0) return
  const worst = Math.min(...some.map(({ gain }) => gain))
  const below = some.filter(({ gain, standardError }) => gain < -2 * standardError).length
  const votes = some.filter(({ follows }) => follows === "votes").length
  const categories = some.filter(({ hasCategories }) => hasCategories).length
  const gains = `${points(mean(some, ({ gain }) => gain))}  ${points(worst)}  ${points(Math.max(...some.map(({ gain }) => gain)))}`
  const used = `${String(votes).padStart(6)}  ${String(categories).padStart(10)}`
  console.log(
    `${title.padEnd(24)} ${String(some.length).padStart(6)}  ${gains}  ${String(below).padStart(12)}  ${used}  ${mean(
      some,
      ({ calibrationError }) => calibrationError,
    )
      .toFixed(1)
      .padStart(11)}`,
  )
}
console.log(
  "points against best      panels     mean    worst     best  signif. below   votes  categories  calibration",
)
for (const [size, some] of Map.groupBy(panelGains, ({ size }) => size)) line(`size ${size}`, some)
line("all", panelGains)
line(
  "  votes used",
  panelGains.filter(({ follows }) => follows === "votes"),
)
line(
  "  best < 2 points ahead",
  panelGains.filter(({ lead }) => lead < 2),
)
line(
  "  2 to 8 points ahead",
  panelGains.filter(({ lead }) => lead >= 2 && lead < 8),
)
line(
  "  8 and more ahead",
  panelGains.filter(({ lead }) => lead >= 8),
)
