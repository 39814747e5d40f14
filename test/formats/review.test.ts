import sarifSchema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" }
import { conclave } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { changedLines } from "../../src/core/reporting/changed-lines.ts"
import { type ReviewedDiscussion, readReview } from "../../src/core/reporting/read-review.ts"
import { writeReview } from "../../src/core/reporting/write-review.ts"
import { writeSarif } from "../../src/core/reporting/write-sarif.ts"

// zod treats the format uri-reference as an absolute URI.
const sarif = z.fromJSONSchema(
  JSON.parse(JSON.stringify(sarifSchema).replaceAll('"format":"uri-reference"', '"title":""')),
)

const diff = `diff --git a/src/page.ts b/src/page.ts
--- a/src/page.ts
+++ b/src/page.ts
@@ -8,3 +8,4 @@ export const size = 10
 export function page(items) {
-  return items.slice(1)
+  return items.slice(0)
++++ b/not/a/header.ts
 }
@@ -40 +41,2 @@
 one
+two
diff --git a/docs/über uns.md b/docs/über uns.md
--- a/docs/über uns.md\t
+++ b/docs/über uns.md\t
@@ -1 +1 @@
-a
+b
diff --git a/gone.ts b/gone.ts
--- a/gone.ts
+++ /dev/null
@@ -1 +0,0 @@
-x
`

test("a diff is parsed into its files and the lines of the new version that it shows", () => {
  expect([...changedLines(diff)]).toEqual([
    [
      "src/page.ts",
      [
        { from: 8, to: 11 },
        { from: 41, to: 42 },
      ],
    ],
    ["docs/über uns.md", [{ from: 1, to: 1 }]],
  ])
  for (const text of ["", "no diff at all", "@@ -1 +1 @@", "+++", "\n".repeat(10)]) changedLines(text)
})

interface Ending {
  readonly choice?: string
  readonly yes?: number
  readonly voters?: number
}

function endedReview(
  written: string,
  { choice = "Request changes", yes = 2, voters = 3 }: Ending = {},
): ReviewedDiscussion {
  const ballot = { passed: true, choice, yes, voters }
  const outcome = { sentence: "Request changes, 2 of 3.", decidedBy: { kind: "ballot", ballot } }
  const turns = [{ purpose: "synthesis", passed: false, content: written }]
  return { outcome, turns, seats: [] } as unknown as ReviewedDiscussion
}

const written = `The change shifts pages by one.

- [low] src/page.ts:9: the name says little
- [HIGH] \`src/page.ts:10\`: the first page is lost; begin at number - 1
* [medium] docs/über uns.md: nobody will find it
- [high] ../../etc/passwd:1: not of this change
- [high] src/page.ts:999: a line that the diff does not show
- [high] it is wrong: all of it

They did not agree on the name.`

describe("a review", () => {
  const review = readReview(endedReview(written), changedLines(diff))

  test("has the lead's findings, the most severe first, at places within the change [review.findings]", () => {
    expect(review.findings).toEqual([
      { severity: "high", what: "the first page is lost; begin at number - 1", file: "src/page.ts", line: 10 },
      { severity: "high", what: "../../etc/passwd:1: not of this change" },
      { severity: "high", what: "a line that the diff does not show", file: "src/page.ts" },
      { severity: "high", what: "it is wrong: all of it" },
      { severity: "medium", what: "nobody will find it", file: "docs/über uns.md" },
      { severity: "low", what: "the name says little", file: "src/page.ts", line: 9 },
    ])
    expect(review.summary).toBe("The change shifts pages by one.\n\nThey did not agree on the name.")
  })

  test.each([
    [{ choice: "Approve", yes: 3 }, "approve"],
    [{ choice: "Request changes", yes: 2 }, "changes"],
    [{ choice: "Reject", yes: 2 }, "reject"],
    [{ choice: "Reject", yes: 1 }, "none"],
    [{ choice: "Reject", yes: 2, voters: 4 }, "none"],
  ] as const)("%o is the verdict %s [review.verdict]", (ending, verdict) => {
    expect(readReview(endedReview("", ending), new Map()).verdict).toBe(verdict)
  })

  test.each([
    [["Approve", "Request changes", "Reject"], undefined, "none"],
    [["Approve", "Approve", "Reject"], "Approve", "approve"],
    [["Approve", "Reject", "Reject"], "Reject", "reject"],
  ] as const)(
    "votes for %j decide %s, however sure the one for approval is [review.verdict]",
    async (votes, choice, verdict) => {
      const models = votes.map((vote, at) =>
        scriptedModel({
          id: `test/${at}`,
          replies: ({ view }) =>
            view.ask.kind === "vote"
              ? `[CHOICE]\n${vote}\n[CONFIDENCE]\n${vote === "Approve" ? 99 : 50}\n[REASONING]\nSo it is.`
              : "I have read it.",
        }),
      )
      const seats = ["Correctness", "Security", "Maintainability"].map((name, at) => ({ name, model: `test/${at}` }))
      const lead = { name: "Lead", role: "lead", model: "test/0" }
      const run = conclave({ models }).discuss({ table: "review", topic: "Review this.", seats: [...seats, lead] })
      const { decidedBy } = await run.outcome
      expect(decidedBy.ballot?.choice).toBe(choice)
      expect(readReview(run.state as unknown as ReviewedDiscussion, new Map()).verdict).toBe(verdict)
    },
  )

  test("a record's checked findings replace the lead's [review.findings]", () => {
    const recorded = [
      { severity: "minor", where: "src/page.ts", what: "no test" },
      { severity: "critical", where: "src/page.ts:10", what: "the first page is lost" },
      { severity: "major", where: "", what: "slow" },
    ]
    expect(
      readReview({ ...endedReview(written), record: { findings: recorded } }, changedLines(diff)).findings,
    ).toEqual([
      { severity: "high", what: "the first page is lost", file: "src/page.ts", line: 10 },
      { severity: "medium", what: "slow" },
      { severity: "low", what: "no test", file: "src/page.ts" },
    ])
    expect(readReview({ ...endedReview(written), record: { findings: [] } }, changedLines(diff)).findings).toHaveLength(
      6,
    )
  })

  test("without a decision there is no verdict [review.verdict]", () => {
    const open = { outcome: { sentence: "Stopped.", decidedBy: { kind: "stopped" } }, turns: [], seats: [] }
    expect(readReview(open as unknown as ReviewedDiscussion, new Map())).toEqual({
      verdict: "none",
      sentence: "Stopped.",
      summary: "",
      findings: [],
    })
  })

  test("is valid SARIF 2.1.0; a finding without a place is a notification [review.sarif]", () => {
    const log = JSON.parse(writeSarif(review))
    const read = sarif.safeParse(log)
    expect(read.error?.issues ?? []).toEqual([])
    const [run] = log.runs
    expect(run.results).toHaveLength(4)
    expect(run.results[0]).toMatchObject({
      ruleId: "review/high",
      level: "error",
      locations: [{ physicalLocation: { artifactLocation: { uri: "src/page.ts" }, region: { startLine: 10 } } }],
    })
    expect(run.results[2].locations[0].physicalLocation.artifactLocation.uri).toBe("docs/%C3%BCber%20uns.md")
    expect(run.invocations[0].toolExecutionNotifications).toHaveLength(3)
    expect(sarif.safeParse({ ...log, runs: [{ results: [] }] }).success).toBe(false)
  })

  test("is Markdown that starts with the verdict [review.markdown]", () => {
    expect(writeReview(review)).toMatch(
      /^## Review: Request changes\n\nRequest changes, 2 of 3\.\n\n- \*\*high\*\* `src\/page\.ts:10`: the first page is lost/,
    )
    expect(writeReview({ ...review, findings: [], summary: "" })).toContain("No findings.")
  })
})
