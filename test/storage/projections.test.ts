import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { DiscussionState } from "../../src/core/discussion/state.ts"
import { addUsage, noUsage } from "../../src/core/discussion/usage.ts"
import { phaseName } from "../../src/core/public/phase-name.ts"
import type { DiscussionStore } from "../../src/ports/discussion-store.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { type Projection, projectAll } from "../../src/stores/projection/project-events.ts"
import { SqliteDiscussionStore } from "../../src/stores/sqlite/discussions/sqlite-discussion-store.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { newOrganisation, type TestDatabase, testDatabases } from "../support/databases.ts"
import { randomDiscussion } from "../support/random-discussion.ts"

const databases = testDatabases()

/** A store without cached projections, as in another process. */
function newStore({ kind, storage }: TestDatabase, organisationId: string): DiscussionStore {
  return kind === "SQLite"
    ? new SqliteDiscussionStore({ database: (storage as SqliteStorage).database, organisationId })
    : new PostgresDiscussionStore({ database: (storage as PostgresStorage).database, organisationId })
}

/** The expected row of a list, from the fold. */
function shown(state: DiscussionState) {
  const usage = Object.values(state.usage).reduce(addUsage, noUsage)
  return {
    seq: state.seq,
    status: state.status,
    phase: phaseName(state.phase),
    round: state.round?.number ?? 0,
    turns: state.turns.length,
    stoppingReason: state.outcome?.stoppingReason ?? null,
    agreed: state.outcome?.agreed ?? null,
    prompt: usage.promptTokens,
    completion: usage.completionTokens,
    cost: usage.cost ?? null,
    updatedAt: state.updatedAt,
  }
}

function projected({ seq, status, phase, round, turns, stoppingReason, agreed, usage, updatedAt }: Projection) {
  return {
    ...{ seq, status, phase, round, turns, stoppingReason, agreed, updatedAt },
    prompt: usage.promptTokens,
    completion: usage.completionTokens,
    cost: usage.cost ?? null,
  }
}

test("the projection of a discussion matches the fold after each event [data.events]", () => {
  const statuses = new Set<string>()
  fc.assert(
    fc.property(randomDiscussion, ({ events, states }) => {
      let now = projectAll([])
      for (const [index, event] of events.entries()) {
        now = projectAll([event], now)
        statuses.add(now.status)
        expect(projected(now)).toEqual(shown(states[index]!))
      }
    }),
    { numRuns: 300 },
  )
  expect(statuses.size).toBe(7)
})

describe.each(databases)("$name", ({ open }) => {
  test("rows match the events, however they were appended, and can be rebuilt from them [data.events] [panel.rows] [hive.task]", async () => {
    const database = await open()
    const organisationId = await newOrganisation(database)
    const row = (text: string, id: string) => database.query(text, [id])
    await fc.assert(
      fc.asyncProperty(randomDiscussion, fc.infiniteStream(fc.integer({ min: 1, max: 6 })), async (played, sizes) => {
        const { id, events, states } = played
        // Several stores write in turn, so that none has the whole log cached.
        const stores = [0, 1, 2].map(() => newStore(database, organisationId))
        for (let at = 0, writer = 0; at < events.length; writer++) {
          const some = events.slice(at, at + sizes.next().value)
          await stores[writer % stores.length]!.append(id, some)
          at += some.length
        }
        const last = states.at(-1)!
        const [discussion] = await row("SELECT * FROM discussions WHERE id = $1", id)
        expect({
          seq: discussion.last_seq,
          ...{ status: discussion.status, phase: discussion.phase, round: discussion.round, turns: discussion.turns },
          ...{ stoppingReason: discussion.stopping_reason, agreed: discussion.agreed, cost: discussion.cost },
          ...{ prompt: discussion.prompt_tokens, completion: discussion.completion_tokens },
          updatedAt: new Date(discussion.updated_at).getTime(),
        }).toEqual(shown(last))
        const logs = await row("SELECT * FROM discussion_logs WHERE discussion_id = $1 ORDER BY seq", id)
        const said = logs.filter(({ metadata }) => metadata.turnId !== undefined)
        expect(said.map(({ content, round_number }) => ({ content, round_number }))).toEqual(
          last.turns.map(({ content, roundNumber }) => ({ content, round_number: roundNumber })),
        )
        for (const [index, { turn_index }] of said.entries()) {
          if (last.turns[index]!.purpose !== "turn") expect(turn_index).toBeNull()
          else expect(turn_index).toBeLessThan(last.everyone.length)
        }
        const [task] = await row("SELECT * FROM tasks WHERE id = $1", id)
        if (last.table.format.name !== "hive") expect(task).toBeUndefined()
        else {
          expect(task.status).toBe(last.status)
          expect(task.result.rounds).toMatchObject(last.rounds)
          const name = (role: string) => last.everyone.find((seat) => seat.id === role)!.name
          expect(task.result.full_discussion).toEqual(
            last.turns
              .filter(({ passed, purpose }) => !passed && purpose === "turn")
              .map(({ seat, roundNumber, content }) => ({ agent: name(seat), round: roundNumber, content })),
          )
        }
      }),
      { numRuns: 15 },
    )
    expect((await database.storage.maintenance.rebuildProjections()).differences).toEqual([])
  })

  test("a rebuild finds rows that do not match the events, and repairs them on request [data.events]", async () => {
    const database = await open()
    const organisationId = await newOrganisation(database)
    const store = database.storage.organisation(organisationId).discussions
    const [hive] = fc.sample(
      randomDiscussion.filter(
        ({ states }) => states[0]!.table.format.name === "hive" && states.at(-1)!.turns.length > 1,
      ),
      1,
    )
    const { id, events } = hive!
    await store.append(id, events)
    await database.query("UPDATE discussions SET turns = turns + 1 WHERE id = $1", [id])
    await database.query(
      `DELETE FROM discussion_logs WHERE discussion_id = $1
       AND seq = (SELECT min(seq) FROM discussion_logs WHERE discussion_id = $1)`,
      [id],
    )
    await database.query("UPDATE tasks SET result = '{}' WHERE id = $1", [id])
    const lost = randomUUID()
    await database.query("INSERT INTO tasks (organisation_id, discussion_id, status) VALUES ($1, $2, 'running')", [
      organisationId,
      lost,
    ])
    const wrong = ["discussion_logs", "discussions", "tasks"].map((table) => ({ discussionId: id, table }))
    const found = { differences: expect.arrayContaining([...wrong, { discussionId: lost, table: "tasks" }]) }
    const { rebuildProjections } = database.storage.maintenance
    expect(await rebuildProjections()).toMatchObject(found)
    expect(await rebuildProjections({ repair: true })).toMatchObject(found)
    expect((await database.storage.maintenance.rebuildProjections()).differences).toEqual([])
  })

  test("a rebuild leaves discussions of removed projects without one [data.events]", async () => {
    const database = await open()
    const organisationId = await newOrganisation(database)
    const { discussions, projects } = database.storage.organisation(organisationId)
    const { id: projectId } = await projects.create({ name: "Gone", description: null, participants: [] })
    const [played] = fc.sample(randomDiscussion, 1)
    const [created, ...others] = played!.events
    const table = { ...played!.states[0]!.table, projectId }
    const events = [{ ...created!, type: "discussion_created" as const, data: { table } }, ...others]
    for (const id of [projectId, played!.id]) await discussions.append(id, events)
    const { rebuildProjections } = database.storage.maintenance
    expect((await rebuildProjections()).differences).toEqual([])
    await projects.remove(projectId)
    expect((await rebuildProjections()).differences).toEqual([])
    expect((await rebuildProjections({ repair: true })).differences).toEqual([])
    const rows = await database.query("SELECT project_id FROM discussions WHERE organisation_id = $1", [organisationId])
    expect(rows).toEqual([{ project_id: null }, { project_id: null }])
  })
})
