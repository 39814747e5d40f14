import { readdirSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fold } from "../../src/core/discussion/fold.ts"
import { ConclaveError } from "../../src/core/errors.ts"
import { presetNames } from "../../src/core/formats/index.ts"
import { removeSeat } from "../../src/core/steering/seats.ts"
import { discussionStarted } from "../../src/core/steps/lifecycle.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { readTableFile } from "../../src/main/table-files.ts"

const defaults = { model: "real/default", seed: 1, language: "en", roundsCeiling: 100, settings: {} }
const folder = join(import.meta.dirname, "../../tables")
const tables = readdirSync(folder)
  .filter((file) => file.endsWith(".yaml"))
  .map((file) => readTableFile(join(folder, file)))
  .map((table) => ({ table, topic: table.topic ?? "t" }))
const requests = [...tables, ...presetNames.map((format) => ({ format, topic: "t" }))]

/** Roles that must be filled so that each stage and the closing have a seat. */
function neededRoles({ format, seats }: ReturnType<typeof resolveTable>): readonly string[] {
  const named = [...format.stages.flatMap(({ roles = [] }) => roles), ...(format.closing ? [format.closing.by] : [])]
  return [...new Set(named)].filter((role) => seats.some((seat) => seat.role === role))
}

describe("seats that a table needs [outcome.required-roles]", () => {
  test("a table with removed seats has every required seat, none of them simulated, or is refused with the reason", () => {
    fc.assert(
      fc.property(fc.constantFrom(...requests), fc.array(fc.nat({ max: 11 }), { maxLength: 4 }), (request, removed) => {
        const whole = resolveTable(request, defaults)
        const needed = neededRoles(whole)
        const left = whole.seats.filter((_, index) => !removed.includes(index))
        const seats = left.map(({ name, role }) => ({ name, role }))
        fc.pre(seats.length > 0)
        try {
          const resolved = resolveTable({ ...request, seats }, defaults)
          for (const role of needed) expect(resolved.seats.map((seat) => seat.role)).toContain(role)
          for (const seat of resolved.seats) expect(seat.model).toBe("real/default")
        } catch (error) {
          if (!(error instanceof ConclaveError)) throw error
          expect(error.message).toMatch(/needs a seat with the role \S+; add one|needs .* speaking seats/)
        }
      }),
      { numRuns: 400 },
    )
  })

  test("the last seat with a required role cannot leave, and gets the reason, at every table", () => {
    for (const request of requests) {
      const table = resolveTable(request, defaults)
      const state = fold("d", [
        { type: "discussion_created", data: { table }, seq: 1, at: 0 },
        { ...discussionStarted(table), seq: 2, at: 0 },
      ])
      for (const role of neededRoles(table)) {
        const own = table.seats.filter((seat) => seat.role === role)
        if (own.length === 1) expect(() => removeSeat(state, own[0]!.id)).toThrow(/cannot leave: .*needs/)
      }
    }
  })

  test("a seat without a model gets the default model; beside real models never a simulated one", () => {
    const seats = [{ name: "Pro", model: "real/x" }, { name: "Con" }, { name: "Judge" }]
    const { table } = tables.find((one) => one.table.name === "debate")!
    expect(resolveTable({ table, topic: "t", seats }, defaults).seats.map(({ model }) => model)).toEqual([
      "real/x",
      "real/default",
      "real/default",
    ])
    expect(() => resolveTable({ table, topic: "t", seats }, { ...defaults, model: "rehearsal/auto" })).toThrow(
      /seats\[2\]\.model: Judge has no model, and the default is the simulated rehearsal\/auto/,
    )
    const asked = seats.map((seat) => ({ model: "rehearsal/auto", ...seat }))
    expect(resolveTable({ table, topic: "t", seats: asked }, defaults).seats[2]?.model).toBe("rehearsal/auto")
  })
})
