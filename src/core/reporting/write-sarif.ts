import type { Finding, Review, Severity } from "./read-review.ts"

const levels: Readonly<Record<Severity, string>> = { high: "error", medium: "warning", low: "note" }

/** A review as SARIF 2.1.0. Findings without a file become notifications: code scanning rejects them as results. */
export function writeSarif({ findings, sentence }: Review): string {
  const rules = Object.entries(levels).map(([severity, level]) => ({
    id: ruleId(severity),
    shortDescription: { text: `A finding of ${severity} severity` },
    defaultConfiguration: { level },
  }))
  const notification = (level: string, text: string) => ({ level, message: { text } })
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Conclave", rules } },
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [
              ...(sentence === "" ? [] : [notification("note", sentence)]),
              ...findings
                .filter(({ file }) => file === undefined)
                .map((one) => notification(levels[one.severity], one.what)),
            ],
          },
        ],
        results: findings.flatMap(toResult),
        columnKind: "utf16CodeUnits",
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function ruleId(severity: string): string {
  return `review/${severity}`
}

function toResult({ severity, file, line, what }: Finding): readonly object[] {
  if (file === undefined) return []
  const physicalLocation = {
    artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
    ...(line !== undefined && { region: { startLine: line } }),
  }
  return [
    { ruleId: ruleId(severity), level: levels[severity], message: { text: what }, locations: [{ physicalLocation }] },
  ]
}
