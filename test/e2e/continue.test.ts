import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { runHere } from "../support/conclave-process.ts"

let folder: string
let id: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conclave-continue-"))
  const { out } = await conclave("discuss", "Tea or coffee?", "-f", "duet", "-r", "1", "--quiet", "--json")
  id = JSON.parse(out).id
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (...args: string[]) => runHere(args, { cwd: folder })

test("a follow-up goes to the same table and knows the previous discussion", async () => {
  const { out, err } = await conclave("continue", id.slice(0, 8), "And", "which", "cup?", "--quiet", "--json")
  expect(err).toBe("Rehearsal: simulated models, no API was called.\n")
  const next = JSON.parse(out)
  expect(next.id).not.toBe(id)
  const [before, after] = await Promise.all(
    [id, next.id].map(async (one) => JSON.parse((await conclave("show", one, "--json")).out).discussion),
  )
  expect(after).toMatchObject({ topic: "And which cup?", format: before.format, outcome: expect.anything() })
  expect(after.seats).toEqual(before.seats)
  expect(after.materials).toContainEqual(expect.objectContaining({ name: "Tea or coffee?" }))
})

test("unfinished and unknown discussions cannot be continued", async () => {
  const waiting = await conclave(
    "discuss",
    "Where to?",
    "-f",
    "duet",
    "-s",
    "Kim=external",
    "-s",
    "Bo",
    "--quiet",
    "--json",
  )
  expect(waiting.code).not.toBe(0)
  const { discussions } = JSON.parse((await conclave("list", "--json", "-n", "1")).out)
  const refused = await conclave("continue", discussions[0].id, "And then?")
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("once it is over") })
  expect((await conclave("continue", "0000dead", "And then?")).code).toBe(1)
  expect((await conclave("continue", id)).code).toBe(2)
})

test("fork without a turn lists the turns; fork with changes requires one", async () => {
  const listed = await conclave("fork", id)
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^t1 +round 1 /),
    err: expect.stringMatching(/--at/),
  })
  expect(JSON.parse((await conclave("fork", id, "--json")).out).turns[0]).toMatchObject({ id: "t1", roundNumber: 1 })
  const refused = await conclave("fork", id, "--model", "rehearsal/bold")
  expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--at: is required") })
})
