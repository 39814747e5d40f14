import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { eventVersion, type StoredEvent, upcast } from "../src/core/logs/upcast.ts"
import { eventSchemas } from "../src/core/public/event-schemas.ts"
import { publish } from "../src/core/public/publish.ts"
import type { PublicEvent } from "../src/core/public/types.ts"
import { configSchema } from "../src/main/config.ts"

type EventName = keyof typeof eventSchemas

/** When each event occurs. A new event does not compile until it is listed here. */
const occasions: Readonly<Record<EventName, string>> = {
  discussion_created: "Once, as the first event.",
  discussion_started: "Once, before the first round.",
  round_started: "At the start of each round.",
  stage_started: "At the start of each further speaking stage of a round.",
  novelty_measured: "At the end of a round, if an embedding model measures novelty.",
  positions_compared: "At the end of a round, if an embedding model compares positions.",
  round_completed: "At the end of each round.",
  turn_started: "When a seat's turn starts.",
  turn_chunk: "While a seat speaks. Not stored: `turn_completed` has the whole text.",
  turn_completed: "When a seat has spoken.",
  turn_passed: "When a seat passes.",
  turn_retried: "When a turn is retried, with the same model or another one.",
  turn_skipped: "When a turn is skipped: its model failed, or nobody answered.",
  turn_interrupted: "When a turn is interrupted.",
  awaiting_input: "When the discussion waits for a person or an outside agent.",
  interjection: "When somebody comments out of turn.",
  chair_asked: "When the chair is asked who speaks next.",
  speaker_chosen: "When the next speaker is chosen.",
  consensus_check_started: "When seats are asked whether they agree.",
  consensus_vote: "When a seat has answered whether it agrees.",
  consensus_result: "When all seats have answered.",
  ballot_started: "When seats are asked to vote.",
  ballot_vote: "When a seat has voted.",
  ballot_result: "When the votes are counted.",
  ballot_retried: "When a vote is retried.",
  seat_joined: "When a seat is added.",
  seat_left: "When a seat is removed.",
  sub_discussion_started: "When some of the seats start a sub-discussion.",
  sub_discussion_completed: "When the sub-discussion is over.",
  memory_trimmed: "When the oldest lines of a seat's memory are dropped.",
  history_trimmed: "When the oldest entries are dropped from prompts.",
  budget_warning: "When 80% of a budget are used.",
  discussion_paused: "When the discussion is paused.",
  discussion_resumed: "When the discussion is resumed.",
  fork_started: "In a fork, after the events copied from its parent.",
  closing_started:
    "When the rounds are over and a synthesis, a record or a result remains to be written. Open calls are cancelled.",
  closing_call_started: "When a model is asked for the decision record or the result.",
  closing_call_retried: "When such a call is retried: it failed, or its answer was invalid.",
  closing_call_failed: "When such a call has failed for good; another seat's model may be asked next.",
  record_written: "When the decision record is written, with every citation checked.",
  baseline_answered: "For each answer of the baseline's seat, if `baseline` was requested.",
  result_written: "When the result is written and matches the requested schema.",
  discussion_completed: "Once, at the end, if nothing failed.",
  discussion_error: "Once, at the end of a discussion that failed.",
  discussion_aborted: "Once, at the end of a discussion that was aborted.",
}

/** Recorded logs contain no chunks. */
const chunk: PublicEvent = {
  ...{ seq: 3, type: "turn_chunk", at: "2026-01-01T00:00:00.000Z" },
  data: { role: "model-a", turnId: "t1", attempt: 1, offset: 0, chunk: "I would start " },
}

/** Writes docs/reference from the schemas: `node scripts/write-reference.ts`. A test compares the two. */
export const referencePages: Readonly<Record<string, string>> = {
  "docs/reference/events.md": writeEvents(await recordedExamples()),
  "docs/reference/configuration.md": writeConfiguration(),
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
}

/** The shortest event of each type in the recorded logs. */
async function recordedExamples(): Promise<ReadonlyMap<string, object>> {
  const examples = new Map<string, object>([[chunk.type, chunk]])
  for (const file of globSync(`test/logs/v${eventVersion}/*.json`, {
    cwd: join(import.meta.dirname, ".."),
  }).toSorted()) {
    const log = JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8")) as StoredEvent[]
    for (const event of await upcast(log.map((stored) => ({ ...stored, version: eventVersion })))) {
      const published = publish(event)
      const known = examples.get(published.type)
      if (!known || JSON.stringify(published).length < JSON.stringify(known).length)
        examples.set(published.type, published)
    }
  }
  return examples
}

function writeEvents(examples: ReadonlyMap<string, object>): string {
  const sections = Object.entries(eventSchemas).map(([name, schema]) => {
    const { properties = {}, required = [] } = jsonSchema(schema)
    const rows = Object.entries(properties).map(([field, value]) => [
      `\`${field}\`${required.includes(field) ? "" : " (optional)"}`,
      typeOf(value),
      value.description ?? "",
    ])
    const fields = rows.length === 0 ? "No fields.\n" : table(["field", "type", "description"], rows)
    const example = `\`\`\`json\n${JSON.stringify(examples.get(name), null, 2).replaceAll("test/", "provider/")}\n\`\`\`\n`
    const stream = `In a stream: \`event: ${name.replaceAll("_", "-")}\`.`
    return `## \`${name}\`\n\n${occasions[name as EventName]} ${stream}\n\n${fields}\n${example}`
  })
  const about =
    "All public events: over HTTP, in the library and on the page. Each has `seq`, `type`, `at` and `data`; the tables list the fields of `data`. In a stream `data` also has `discussionId` and `timestamp`."
  return page("Events", about, sections)
}

function writeConfiguration(): string {
  const rows = keysOf(jsonSchema(configSchema()), "")
  const about =
    "Every key of `conclave.yaml` or `config.yaml`. All are optional; provider keys belong in the environment."
  return page("Configuration", about, [table(["key", "type", "description"], rows)])
}

function keysOf({ properties = {} }: JsonSchema, path: string): string[][] {
  return Object.entries(properties).flatMap(([key, value]) => [
    [`\`${path}${key}\``, typeOf(value), value.description ?? ""],
    ...keysOf(value, `${path}${key}.`),
  ])
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", reused: "inline", unrepresentable: "any" }) as JsonSchema
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1)!
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(", ")
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ")
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties) return `object: ${Object.keys(schema.properties).join(", ")}`
  return [schema.type ?? "anything"].flat().join(" or ")
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`
  const [first, ...others] = cells
  return `${[line(first!), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n")}\n`
}

function page(title: string, about: string, sections: readonly string[]): string {
  return `# ${title}\n\nGenerated by scripts/write-reference.ts from the schemas.\n\n${about}\n\n${sections.join("\n")}`
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(import.meta.dirname, "..", file), text)
}
