import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { fold } from "../../src/core/discussion/fold.ts"
import { baseSettings } from "../../src/core/discussion/settings.ts"
import { presetNames } from "../../src/core/formats/index.ts"
import { eventVersion, readUpcast, type StoredEvent, upcast } from "../../src/core/logs/upcast.ts"
import { nextStep } from "../../src/core/next-step.ts"
import { applyPublic } from "../../src/core/public/apply-public.ts"
import { publish } from "../../src/core/public/publish.ts"
import { emptyView } from "../../src/core/public/view.ts"
import { hashSteps, summarize } from "./summarize.ts"

const versions = Array.from({ length: eventVersion }, (_, index) => index + 1)

const types = `awaiting_input ballot_result ballot_retried ballot_started ballot_vote budget_warning chair_asked
  closing_started discussion_aborted discussion_completed discussion_created discussion_error discussion_paused
  discussion_resumed discussion_started fork_started history_trimmed interjection memory_trimmed novelty_measured
  round_completed round_started seat_joined seat_left speaker_chosen stage_started sub_discussion_completed
  sub_discussion_started turn_completed turn_interrupted turn_passed turn_retried turn_skipped turn_started`.split(
  /\s+/,
)
const typesOfVersion3 = [
  ...types,
  ...[
    "closing_call_failed",
    "closing_call_retried",
    "closing_call_started",
    "record_written",
    "result_written",
    "baseline_answered",
    "positions_compared",
  ],
].toSorted()
const typesOf: Readonly<Record<number, readonly string[]>> = {
  1: [...types, "consensus_check_started", "consensus_result", "consensus_vote"].toSorted(),
  2: types,
  3: typesOfVersion3,
  4: typesOfVersion3,
}

function read<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, folder, `${name}.json`), "utf8")) as T
}

function namesIn(folder: string): readonly string[] {
  return readdirSync(join(import.meta.dirname, folder)).map((file) => file.replace(".json", ""))
}

function stored(version: number, name: string): readonly StoredEvent[] {
  return read<readonly DiscussionEvent[]>(`v${version}`, name).map((event) => ({ ...event, version }))
}

/** The settings at the start of a log, as stored. */
function writtenSettings([created]: readonly StoredEvent[]): object {
  return (created!.data as { table: { format: { settings: object } } }).table.format.settings
}

/** Removes what later versions derive for old logs, and the names they keep of secret ballots. */
function comparable(summary: unknown): unknown {
  const added = new Set(["decidedBy", "sentence", "count"])
  const named = new Set(["seat", "name", "seats"])
  const { outcome, ...rest } = JSON.parse(JSON.stringify(summary, (key, value) => (added.has(key) ? undefined : value)))
  if (!outcome) return { outcome, ...rest }
  const { votes, dissent, bestProposal, ...other } = outcome
  const unnamed = JSON.stringify({ votes, dissent, bestProposal }, (key, value) => (named.has(key) ? undefined : value))
  return { ...rest, outcome: { ...other, ...JSON.parse(unnamed) } }
}

// These logs were written by released versions. If a test fails, the change would alter recorded discussions: raise the
// event version and add an upcast.
describe.each(versions)("logs of version %i", (version) => {
  const names = namesIn(`v${version}`)

  test("exist for every format and every kind of event", () => {
    const logs = names.map((name) => stored(version, name))
    const types = new Set(logs.flat().map(({ type }) => type))
    expect([...types].toSorted()).toEqual(typesOf[version])
    const formats = logs.map(
      ([created]) => (created!.data as { table: { format: { name: string } } }).table.format.name,
    )
    const known = ["assembly", "debate", "delphi", "devils-advocate", "duet", "hive", "justice", "panel", "peer-review"]
    const today = [...presetNames, ...namesIn("../../tables").flatMap((name) => /^(.+)\.yaml$/.exec(name)?.[1] ?? [])]
    expect(formats).toEqual(expect.arrayContaining(version === eventVersion ? today : known))
  })

  test.each(names)("%s folds to its recorded state", async (name) => {
    const log = stored(version, name)
    const state = fold(name, await upcast(log))
    const recorded = read(join("states", `v${version}`), name)
    if (version < 3) expect(comparable(summarize(state))).toEqual(comparable(recorded))
    else expect(summarize(state)).toEqual(recorded)
    expect(state.table.format.settings).toMatchObject(writtenSettings(log))
    // Only the store's edge may know which settings were added later.
    expect(Object.keys(state.table.format.settings)).toEqual(expect.arrayContaining(Object.keys(baseSettings)))
    expect(() => nextStep(state, state.updatedAt + 1)).not.toThrow()
  })
})

test.each(versions)("every step of logs of version %i is as recorded", async (version) => {
  const steps: Record<string, unknown> = {}
  for (const name of namesIn(`v${version}`)) steps[name] = hashSteps(name, await upcast(stored(version, name)))
  expect(steps).toEqual(read("states", `steps-v${version}`))
})

// Versions 1 and 2 stored neither. The texts must not follow later translations: `frozen-words.ts` never changes.
test.each([1, 2])("what decided and the outcome sentences never change in logs of version %i", async (version) => {
  const explained = await Promise.all(
    namesIn(`v${version}`).map(async (name) => {
      const { outcome, ballots } = fold(name, await upcast(stored(version, name)))
      const sentences = ballots.flatMap(({ result }) => result?.sentence ?? [])
      return [name, [outcome?.decidedBy ?? null, outcome?.sentence ?? null, ...sentences]]
    }),
  )
  expect(Object.fromEntries(explained)).toEqual(read("states", `explained-v${version}`))
})

test.each(versions)("the view shows logs of version %i in the order of their exports", async (version) => {
  for (const name of namesIn(`v${version}`)) {
    const events = await upcast(stored(version, name))
    const exported = fold(name, events).entries.map((entry) =>
      entry.kind === "interjection" ? entry.interjection.id : entry.kind === "turn" ? entry.turn.id : entry.ballot.id,
    )
    const shown = applyPublic(emptyView, events.map(publish)).items.map(({ key }) => key)
    expect(shown.filter((key) => exported.includes(key))).toEqual(exported)
  }
})

test("a part of an old log reads like the whole, and so does one that continued in the next version", async () => {
  for (const name of ["fork", "failed", "aborted-memories", "table-justice"]) {
    const old = stored(1, name)
    const whole = await upcast(old)
    const now = whole.map((event) => ({ ...event, version: eventVersion }))
    for (let after = 0; after < old.length; after += 3) {
      const mixed = [...old.slice(0, after), ...now.slice(after)]
      for (const log of [old, mixed]) {
        const part = await readUpcast(async (from, limit) => log.slice(from, from + limit), after, 4)
        expect(part).toEqual(whole.slice(after, after + 4))
      }
    }
  }
})

test("a log without old events is read once, from the requested position", async () => {
  const log = stored(eventVersion, "duet")
  const asked: number[][] = []
  const part = await readUpcast(
    async (...range) => {
      asked.push(range)
      return log.slice(range[0], range[0] + range[1])
    },
    5,
    10,
  )
  expect(asked).toEqual([[5, 10]])
  expect(part.map(({ seq }) => seq)).toEqual(log.slice(5, 15).map(({ seq }) => seq))
})

test("an event of an unknown newer version is refused, with the fix", async () => {
  const log = stored(eventVersion, "duet").map((event) => ({ ...event, version: eventVersion + 1 }))
  await expect(upcast(log)).rejects.toMatchObject({
    code: "STATE_INVALID",
    message: expect.stringContaining("upgrade"),
  })
})

test("the first logs lack later settings, and of their parent have only the position of the fork", async () => {
  const old = JSON.parse(JSON.stringify(stored(1, "fork"))) as Parameters<typeof forget>[0][]
  const [forgetful] = [old.map(forget)]
  const { table } = fold("fork", await upcast(forgetful))
  expect(table.parent).toEqual({ kind: "fork", discussionId: "assembly", atTurn: "t2", seq: expect.any(Number) })
  expect(table.format.settings).toMatchObject({ protocol: "consensus", noveltyModel: null, subDiscussions: 0 })
})

function forget(event: StoredEvent & { data: { table?: { parent?: object; format: { settings: object } } } }) {
  const { table } = event.data
  if (!table) return event
  const {
    protocol: _,
    noveltyModel: __,
    subDiscussions: ___,
    ...settings
  } = table.format.settings as Record<string, unknown>
  const { kind: ____, ...parent } = table.parent as Record<string, unknown>
  return { ...event, data: { table: { ...table, parent, format: { ...table.format, settings } } } }
}
