import { type Evaluation, evaluatedProtocols } from "./evaluate.ts"

/** An evaluation as a table: one line a panel size, in per cent, beside the best single model. */
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
