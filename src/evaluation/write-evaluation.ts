import { type Evaluation, evaluatedProtocols } from "./evaluate.ts"

/** Writes an evaluation as a text table in percent: one line per panel size, with the best single model for comparison. */
export function writeEvaluation(evaluation: Evaluation): string {
  const { source, seed, learnedFrom, judgedOn, bestSingle, panels } = evaluation
  const heading = ["panel", "best single", ...evaluatedProtocols, "calibrated", "oracle"]
  const rows = panels.map((panel) => [
    String(panel.size),
    percent(bestSingle.accuracy),
    ...evaluatedProtocols.map((protocol) => percent(panel.protocols[protocol])),
    percent(panel.calibrated),
    percent(panel.oracle),
  ])
  const lines = [heading, ...rows].map((cells) =>
    cells.map((cell, index) => cell.padStart(heading[index]!.length)).join("  "),
  )
  return [
    source,
    `learned from ${learnedFrom} answers, judged on ${judgedOn} others (seed ${seed}); best single: ${bestSingle.model}`,
    "",
    ...lines,
    "",
  ].join("\n")
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}
