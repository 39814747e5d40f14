import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { eventVersion, type StoredEvent, upcast } from "../src/core/logs/upcast.ts"
import { eventSchemas } from "../src/core/public/event-schemas.ts"
import { publish } from "../src/core/public/publish.ts"
import type { PublicEvent } from "../src/core/public/types.ts"
import { configSchema } from "../src/main/config.ts"

type EventName = keyof typeof eventSchemas

/** When each event comes. A new event does not compile until it is here. */
const occasions: Readonly<Record<EventName, string>> = {
  discussion_created: "Once, first of all.",
  discussion_started: "Once, before the first round.",
  round_started: "At the start of each round.",
  stage_started: "At the start of each further stage of a round.",
  novelty_measured: "At the end of a round, where an embedding model measures what was new.",
  positions_compared: "At the end of a round, where an embedding model compares the positions in it.",
  round_completed: "At the end of each round.",
  turn_started: "When a seat is asked to speak.",
  turn_chunk: "While a seat speaks. Not stored: the whole text comes with `turn_completed`.",
  turn_completed: "When a seat has spoken.",
  turn_passed: "When a seat had nothing to add.",
  turn_retried: "When a turn is asked for again, or asked of another model.",
  turn_skipped: "When a turn is given up: its model failed, or nobody answered.",
  turn_interrupted: "When somebody interrupts a turn.",
  awaiting_input: "When a person or an outside agent is to answer.",
  interjection: "When somebody says something out of turn.",
  chair_asked: "When the chair is asked who speaks next.",
  speaker_chosen: "When it is known who speaks next.",
  consensus_check_started: "When seats are asked whether they agree.",
  consensus_vote: "When a seat has said whether it agrees.",
  consensus_result: "When all have said so.",
  ballot_started: "When seats are asked to vote.",
  ballot_vote: "When a seat has voted.",
  ballot_result: "When the votes are counted.",
  ballot_retried: "When a vote is asked for again.",
  seat_joined: "When somebody joins.",
  seat_left: "When somebody leaves.",
  sub_discussion_started: "When some of the seats start a discussion among themselves.",
  sub_discussion_completed: "When that discussion is over.",
  memory_trimmed: "When a seat's memory loses its oldest lines.",
  history_trimmed: "When the oldest entries are no longer shown to the seats.",
  budget_warning: "When four fifths of a budget are used.",
  discussion_paused: "When the discussion is paused.",
  discussion_resumed: "When it is resumed.",
  fork_started: "In a fork, after the events that it shares with its parent.",
  closing_started:
    "When the rounds are over and something is still to be written: a synthesis, a record or a result. Calls that are open are called off.",
  closing_call_started: "A model is asked for the decision record, or for the result.",
  closing_call_retried: "It is asked again: the call failed, or what it gave did not stand a check.",
  closing_call_failed: "Nothing came of it; another seat's model may be asked next.",
  record_written: "The decision record, with every citation checked.",
  baseline_answered: "An answer of the seat that is asked alone, where `baseline` asked for that.",
  result_written: "The result, valid by the schema that was asked for.",
  discussion_completed: "Once, at the end, if nothing failed.",
  discussion_error: "Once, at the end of a discussion that failed.",
  discussion_aborted: "Once, at the end of a discussion that was aborted.",
}

/** Not in any log. */
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

/** The shortest of each type in the recorded logs. */
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
    const fields = rows.length === 0 ? "No fields.\n" : table(["field", "type", "about"], rows)
    const example = `\`\`\`json\n${JSON.stringify(examples.get(name), null, 2).replaceAll("test/", "provider/")}\n\`\`\`\n`
    const stream = `In a stream: \`event: ${name.replaceAll("_", "-")}\`.`
    return `## \`${name}\`\n\n${occasions[name as EventName]} ${stream}\n\n${fields}\n${example}`
  })
  const about =
    "Every event as it leaves the process: over HTTP, in the library and on the page. Each has `seq`, `type`, `at` and `data`; the tables list the fields of `data`. In a stream the data also has `discussionId` and `timestamp`."
  return page("Events", about, sections)
}

function writeConfiguration(): string {
  const rows = keysOf(jsonSchema(configSchema()), "")
  const about =
    "Every key of `conclave.yaml` or `config.yaml`. All are optional; keys of providers belong in the environment."
  return page("Configuration", about, [table(["key", "type", "about"], rows)])
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
  return `# ${title}\n\nWritten by scripts/write-reference.ts from the schemas.\n\n${about}\n\n${sections.join("\n")}`
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(import.meta.dirname, "..", file), text)
}
