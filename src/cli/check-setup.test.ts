import { expect, test } from "vitest"
import { ConclaveError } from "../core/errors.ts"
import { doctor } from "./check-setup.ts"

const noNetwork = async (): Promise<string | undefined> => undefined

/** The findings of `conclave doctor --json` about a database, and the exit code. */
async function findingsOf({ describe = async () => "a file", networkFileSystem = noNetwork } = {}) {
  const host = {
    configuration: async () => ({}),
    withStorage: (work: (storage: object) => unknown) => work({ describe, runs: { suspects: async () => [] } }),
    database: { networkFileSystem },
    models: async () => ({ providers: [], models: [] }),
    settingSources: async () => [],
    credentials: { exposedFile: () => undefined },
  }
  let written = ""
  const terminal = { write: (text: string) => (written += text) }
  const code = await doctor({ options: { json: true }, terminal, host } as never)
  const { findings } = JSON.parse(written) as { findings: { about: string; state: string }[] }
  return { code, find: (about: string) => findings.find((finding) => finding.about === about) }
}

test("a data folder on a network file system must be moved", async () => {
  const { code, find } = await findingsOf({ networkFileSystem: async () => "nfs4" })
  expect(code).toBe(1)
  expect(find("data folder")).toEqual({
    about: "data folder",
    state: "fail",
    found: "is on a network file system (nfs4), where SQLite's locks do not work",
    fix: "use a local disk with --data, or PostgreSQL",
  })
  expect((await findingsOf({})).code).toBe(0)
})

test("an error of the database that says what to do gets no other advice", async () => {
  const damaged = "the database file is damaged; restore a backup into a new folder"
  const describe = () => Promise.reject(new ConclaveError("DATABASE_UNAVAILABLE", damaged))
  expect((await findingsOf({ describe })).find("database")).toEqual({
    about: "database",
    state: "fail",
    found: damaged,
  })
})
