import type { Outcome } from "../discussion/outcome.ts"
import { areRehearsed, type Seat } from "../discussion/seat.ts"
import { findSynthesis, type Turn } from "../discussion/turn.ts"
import type { ChangedLines } from "./changed-lines.ts"

export const severities = ["high", "medium", "low"] as const
export type Severity = (typeof severities)[number]

/** `none`: no majority for any of the others. */
export const verdicts = ["approve", "changes", "reject", "none"] as const
export type Verdict = (typeof verdicts)[number]

export interface ReviewedDiscussion {
  readonly seats: readonly Pick<Seat, "model">[]
  readonly outcome: Pick<Outcome, "sentence" | "decidedBy"> | null
  readonly turns: readonly Pick<Turn, "purpose" | "passed" | "content">[]
  /** A decision record, whose findings were checked against the log. */
  readonly record?: { readonly findings: readonly RecordedFinding[] } | null | undefined
}

interface RecordedFinding {
  readonly severity: string
  readonly where: string
  readonly what: string
}

const recordedSeverities: Readonly<Record<string, Severity>> = { critical: "high", major: "medium", minor: "low" }

export interface Finding {
  readonly severity: Severity
  readonly what: string
  /** Only if the change contains this file; `line` only if the diff shows it. */
  readonly file?: string
  readonly line?: number
}

export interface Review {
  readonly verdict: Verdict
  readonly sentence: string
  readonly summary: string
  readonly findings: readonly Finding[]
  /** Simulated models wrote it: it says nothing about the change. */
  readonly rehearsal?: true
}

const findingLine = /^\s*[-*]\s*\[(high|medium|low)\]\s*(.+)$/i
const lineAndText = /^(?::(\d{1,7}))?(?:-\d+)?`?\s*:\s*(.+)$/s
const maxFindings = 200

/** Parses the result of a review. It is model output: locations that the change does not contain are dropped. */
export function readReview(discussion: ReviewedDiscussion, changed: ChangedLines): Review {
  const { seats, outcome, turns, record } = discussion
  const written = findSynthesis(turns)?.content ?? ""
  const lines = written.split("\n")
  const listed = lines.flatMap((line) => {
    const [, severity, text] = findingLine.exec(line) ?? []
    return severity === undefined || text === undefined ? [] : [readFinding(severity, text, changed)]
  })
  const recorded = record?.findings.map(({ severity, where, what }) =>
    readFinding(recordedSeverities[severity] ?? severity, where.trim() === "" ? what : `${where}: ${what}`, changed),
  )
  const findings = recorded?.length ? recorded : listed
  return {
    verdict: readVerdict(outcome),
    sentence: outcome?.sentence ?? "",
    summary: lines
      .filter((line) => !findingLine.test(line))
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
    findings: findings
      .slice(0, maxFindings)
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
    ...(areRehearsed(seats) && { rehearsal: true }),
  }
}

function readFinding(severity: string, text: string, changed: ChangedLines): Finding {
  const level = severity.toLowerCase() as Severity
  const named = text.trim().replace(/^`?(?:\.\/)?/, "")
  for (const [file, lines] of changed) {
    const [, number, what] = (named.startsWith(file) && lineAndText.exec(named.slice(file.length))) || []
    if (what === undefined) continue
    const line = Number(number)
    const isShown = lines.some(({ from, to }) => line >= from && line <= to)
    return { severity: level, what: what.trim(), file, ...(isShown && { line }) }
  }
  return { severity: level, what: text.trim() }
}

function readVerdict(outcome: ReviewedDiscussion["outcome"]): Verdict {
  const { ballot } = outcome?.decidedBy ?? {}
  const choice = ballot?.passed && ballot.choice?.toLowerCase()
  // If all votes differ, a plurality is decided by a single vote: not a verdict.
  if (!ballot || !choice || ballot.yes * 2 <= ballot.voters) return "none"
  return choice === "approve" || choice === "reject" ? choice : "changes"
}
