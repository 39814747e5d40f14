import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { lockFolder, lockHolder } from "../../src/stores/postgres/embedded/folder-lock.ts"
import { thisProcess } from "../../src/stores/postgres/embedded/process-identity.ts"

describe("the lock on a data folder [data.both]", () => {
  let folder: string
  const children: ChildProcess[] = []
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "conclave-lock-"))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL")
    await rm(folder, { recursive: true, force: true })
  })

  async function hold(): Promise<{ child: ChildProcess; said: string }> {
    const child = fork(join(import.meta.dirname, "hold-folder.ts"), [folder], { execArgv: [] })
    children.push(child)
    const [said] = await once(child, "message")
    return { child, said }
  }

  test("refuses a second process, names the first, and says what to do", async () => {
    const first = await lockFolder(folder)
    expect((await hold()).said).toMatch(new RegExp(`in use by process ${process.pid}\\. .*--data`))
    await first.setAddress("http://127.0.0.1:4600")
    expect((await hold()).said).toContain("It listens at http://127.0.0.1:4600")
    expect(await lockHolder(folder)).toMatchObject({ pid: process.pid, address: "http://127.0.0.1:4600" })
    await first.release()
    expect(await lockHolder(folder)).toBeUndefined()
    expect((await hold()).said).toBe("held")
  })

  test("is refused with a code", async () => {
    await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: "DATA_LOCKED" })
  })

  test("of a killed process is taken over, by one of many that try at once", async () => {
    for (let round = 0; round < 3; round++) {
      const { child, said } = await hold()
      expect(said).toBe("held")
      child.kill("SIGKILL")
      await once(child, "exit")
      const rivals = await Promise.all(Array.from({ length: 6 }, hold))
      const winners = rivals.filter((rival) => rival.said === "held")
      expect(winners).toHaveLength(1)
      const winner = winners[0]!.child
      for (const { said: answer } of rivals) if (answer !== "held") expect(answer).toContain(`process ${winner.pid}`)
      winner.send("release")
      await once(winner, "exit")
    }
    expect(await readdir(folder)).toHaveLength(1)
  })

  test("of a process whose number was given to another is taken over", async () => {
    const { started, ...me } = thisProcess()
    const gone = { ...me, started: started === null ? null : `${started}0`, address: null }
    await writeFile(join(folder, "lock-000007"), JSON.stringify(gone))
    if (started === null) await expect(lockFolder(folder)).rejects.toMatchObject({ code: "DATA_LOCKED" })
    else await expect(lockFolder(folder)).resolves.toBeDefined()
  })

  test("of another machine stands while it stirs", async () => {
    const lock = join(folder, "lock-000001")
    await writeFile(lock, JSON.stringify({ pid: 1, hostname: "elsewhere", started: null, address: null }))
    await expect(lockFolder(folder)).rejects.toThrow("process 1 on elsewhere")
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(lock, longAgo, longAgo)
    await expect(lockFolder(folder)).resolves.toBeDefined()
  })

  test("left half written by a process that died does not stand in the way", async () => {
    await writeFile(join(folder, "lock-000001"), '{"pid":')
    await expect(lockFolder(folder)).resolves.toBeDefined()
  })
})
