import type { Finding, Review, Verdict } from "./read-review.ts"

const titles: Readonly<Record<Verdict, string>> = {
  approve: "Approve",
  changes: "Request changes",
  reject: "Reject",
  none: "No agreement",
}

const rehearsalNotice = "*Rehearsal: simulated models wrote this review. It says nothing about the change.*"

export function writeReview({ verdict, sentence, findings, summary, rehearsal }: Review): string {
  const lines = findings.map((finding) => `- **${finding.severity}** ${placeOf(finding)}${oneLine(finding.what)}`)
  const parts = [
    `## Review: ${titles[verdict]}`,
    ...(rehearsal ? [rehearsalNotice] : []),
    ...(sentence === "" ? [] : [oneLine(sentence)]),
    lines.length === 0 ? "No findings." : lines.join("\n"),
    ...(summary === "" ? [] : [summary]),
  ]
  return `${parts.join("\n\n")}\n`
}

function placeOf({ file, line }: Finding): string {
  if (file === undefined) return ""
  return `\`${file.replaceAll("`", "")}${line === undefined ? "" : `:${line}`}\`: `
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ")
}
