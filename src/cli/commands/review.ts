import { writeFile } from "node:fs/promises"
import { invalidField } from "../../core/errors.ts"
import type { PublicDiscussion } from "../../core/public/types.ts"
import { changedLines } from "../../core/reporting/changed-lines.ts"
import { type Review, readReview } from "../../core/reporting/read-review.ts"
import { writeReview } from "../../core/reporting/write-review.ts"
import { writeSarif } from "../../core/reporting/write-sarif.ts"
import { discussionOperations } from "../../operations/discussions.ts"
import { chooseModel } from "../choose-model.ts"
import { command, groups, withClient, withHeading, writeJson } from "../command.ts"
import { assertModelsAvailable } from "../confirm-start.ts"
import { buildDiscussionInput, type DiscussFlags, hasOpenSeats } from "../discussion-input.ts"
import { exitCodeOf, exitCodes } from "../exit-codes.ts"
import { commandOf, optionsOf } from "../operation-options.ts"
import { printable } from "../printable.ts"
import { readDiff } from "../read-diff.ts"
import { budgetOptions, languageAndSeed } from "../setting-flags.ts"
import type { Terminal } from "../terminal.ts"
import { checkWritable } from "../text-files.ts"
import { watchDiscussion } from "../watch-discussion.ts"

const failures = ["high", "reject", "no-agreement", "nothing"] as const
type Failure = (typeof failures)[number]
const defaults = { table: "review", failOn: "reject" } as const

interface Options extends DiscussFlags {
  readonly table?: string
  readonly failOn?: readonly Failure[]
  readonly sarif?: string
  readonly markdown?: string
  readonly watch?: true
}

export const commands = [
  command<Options>({
    group: groups.discuss,
    ...commandOf(
      discussionOperations.review,
      "Without a range, reviews piped input or uncommitted changes. The verdict is the reviewers' majority vote; findings include file and line if they are part of the change.",
      "The exit code is 6 when the change is rejected, 7 when a finding has high severity and 3 when there is no verdict, each only if --fail-on says so. Simulated models (--model rehearsal/auto) never make it fail.",
    ),
    arguments: [
      {
        name: "range",
        about: "a git revision range, such as main...HEAD; `-` reads a diff from standard input",
        optional: true,
      },
    ],
    options: [
      ...withHeading("Verdict", [
        {
          flags: "--fail-on <what>",
          about: "what makes the command fail",
          choices: failures,
          repeatable: true,
          defaultText: defaults.failOn,
        },
        { flags: "--sarif <file>", about: "write the findings as SARIF 2.1.0, for code scanning" },
        { flags: "--markdown <file>", about: "write the review as Markdown" },
        { flags: "--watch", about: "show the discussion live" },
      ]),
      ...withHeading("Table", [
        ...optionsOf(discussionOperations.discuss.input.shape, {
          table: { flags: "-t, --table <table>", values: "tables", defaultText: defaults.table },
          seats: { flags: "-s, --seat <seat>", values: "seats" },
        }),
        { flags: "-m, --model <name>", values: "models", about: "model for seats without one" },
        ...languageAndSeed,
      ]),
      ...budgetOptions,
    ],
    examples: [
      "conclave review",
      "conclave review main...HEAD --fail-on high --fail-on reject --sarif review.sarif",
      "git diff --staged | conclave review - --model ollama/qwen3",
    ],
    async run(context) {
      const { args, options, terminal, host, now } = context
      await checkWritable([options.sarif, options.markdown])
      const diff = await readChange(args[0], terminal, host.folder)
      if (diff.trim() === "") {
        terminal.note("no changes to review\n")
        return undefined
      }
      const table = await host.findTable(options.table ?? defaults.table)
      const range = args[0] === undefined || args[0] === "-" ? "" : ` (${args[0]})`
      const materials = [{ name: "the change", text: diff }]
      const isOpen = options.model === undefined && hasOpenSeats(options, table)
      const model = isOpen ? await chooseModel(context) : options.model
      if (isOpen && model === undefined && (await host.configuration()).model === undefined) throw noModel()
      const flags = { ...options, materials, ...(model !== undefined && { model }) }
      const input = buildDiscussionInput(`Review this change${range}.`, flags, table)
      return withClient(context, "run", async (client) => {
        await assertModelsAvailable(await client.estimate(input), input, host)
        const id = client.discuss(input)
        const outputMode = options.watch && !options.json ? "live" : "nothing"
        const discussion = await watchDiscussion({ client, terminal, id, outputMode, now })
        const review = readReview(discussion, changedLines(diff))
        await writeFiles(review, options)
        if (options.json) writeJson(terminal, { id: discussion.id, ...review })
        else terminal.write(printable(writeReview(review)))
        // An invented verdict must not fail a build.
        return exitCodeOfReview(discussion, review, review.rehearsal ? [] : (options.failOn ?? [defaults.failOn]))
      })
    },
  }),
]

/** Otherwise a CI without a key would pass or fail by an invented verdict. */
function noModel() {
  const fix = "set one up (`conclave models` says how), or try it with simulated models: --model rehearsal/auto"
  return invalidField("--model", `is required: no model is ready to review; ${fix}`)
}

async function readChange(range: string | undefined, terminal: Terminal, folder: string): Promise<string> {
  if (range !== undefined && range !== "-") return readDiff(range, folder)
  const piped = await terminal.readPiped(range === "-")
  if (range === "-" && !piped?.trim()) throw invalidField("standard input", "is empty; pipe a diff in")
  return piped?.trim() ? piped : readDiff(undefined, folder)
}

async function writeFiles(review: Review, { sarif, markdown }: Options): Promise<void> {
  if (sarif !== undefined) await writeFile(sarif, writeSarif(review))
  if (markdown !== undefined) await writeFile(markdown, writeReview(review))
}

/** A discussion that failed or was aborted has no verdict; its own exit code is used. */
function exitCodeOfReview({ outcome, ballots }: PublicDiscussion, review: Review, failOn: readonly Failure[]): number {
  const { verdict, findings } = review
  if (verdict === "reject" && failOn.includes("reject")) return exitCodes.rejected
  if (failOn.includes("high") && findings.some(({ severity }) => severity === "high")) return exitCodes.highFinding
  if (verdict !== "none") return exitCodes.success
  const ended = outcome ? exitCodeOf(outcome, ballots.length > 0) : exitCodes.noAgreement
  if (ended !== exitCodes.success && ended !== exitCodes.noAgreement) return ended
  return failOn.includes("no-agreement") ? exitCodes.noAgreement : exitCodes.success
}
