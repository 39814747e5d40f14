import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"
import { hasTerminal, painted, prompt, TerminalRun } from "../support/terminal.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-screens-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The screen's content without the parts that differ on every run. */
function recorded(screen: string): string {
  return screen
    .replace(/^pid=\d+\n/, "")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID")
    .replace(/(conclave \w+|show) [0-9a-f]{8}\b/g, "$1 00000000")
}

const tabs = ["discuss", "Tabs or spaces?", "--rounds", "1", "--seed", "3"]

describe.skipIf(!hasTerminal)("a screen matches its recording:", () => {
  test("the first run with nothing configured, with earlier lines recalled [cli.queen]", async () => {
    const directory = mkdtempSync(join(folder, "first-"))
    const first = new TerminalRun([], { cwd: directory, columns: 80, env: { PORT: "0" } })
    let at = await first.until(prompt)
    for (const line of ["help", "status", "seats", "history"]) {
      first.type(`${line}\r`)
      at = await first.until(prompt, at)
    }
    first.type("exit\r")
    expect(await first.end()).toBe(0)
    await expect(recorded(first.screen.text())).toMatchFileSnapshot("screens/first-run-80.txt")

    await runConclave(["discuss", "Tea or coffee?", "-r", "1", "--quiet"], { cwd: directory })
    const second = new TerminalRun([], { cwd: directory, columns: 80, env: { PORT: "0" } })
    at = await second.until(prompt)
    second.type("status\r")
    at = await second.until(prompt, at)
    second.type("\u001b[A\u001b[A")
    await second.until(/Tea or coffee\?/, at)
    // The first Ctrl-C discards the line, the second exits.
    second.type("\u0003")
    at = await second.until(prompt, await second.until(/\^C/, at))
    second.type("\u0003")
    expect(await second.end()).toBe(0)
  })

  test("at 60 columns, in colour", async () => {
    const run = new TerminalRun(tabs, { cwd: folder, columns: 60 })
    expect(await run.end()).toBe(0)
    expect(run.output).toMatch(painted)
    await expect(recorded(run.screen.text())).toMatchFileSnapshot("screens/hive-60.txt")
  })

  test("at 200 columns, without colour", async () => {
    const run = new TerminalRun(tabs, { cwd: folder, columns: 200, env: { NO_COLOR: "1" } })
    expect(await run.end()).toBe(0)
    expect(run.output).not.toMatch(painted)
    await expect(recorded(run.screen.text())).toMatchFileSnapshot("screens/hive-200.txt")
  })

  test("plain, for screen readers", async () => {
    const run = new TerminalRun([...tabs, "--plain"], { cwd: folder, columns: 80 })
    expect(await run.end()).toBe(0)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: nothing moves the cursor or goes back
    expect(run.output).not.toMatch(/\u001b|\r(?!\n)/)
    await expect(recorded(run.screen.text())).toMatchFileSnapshot("screens/hive-plain-80.txt")
  })

  test("piped", async () => {
    const { code, out, err } = await runConclave(tabs, { cwd: folder, env: { COLUMNS: "72" } })
    expect({ code, err }).toEqual({ code: 0, err: "" })
    await expect(recorded(out)).toMatchFileSnapshot("screens/hive-piped-72.txt")
  })

  test("in Spanish and in Mandarin", async () => {
    const duet = ["discuss", "-f", "duet", "--rounds", "1", "--seed", "3", "--language"]
    const spanish = new TerminalRun([...duet, "es", "¿Té o café?"], { cwd: folder, columns: 80 })
    expect(await spanish.end()).toBe(3)
    await expect(recorded(spanish.screen.text())).toMatchFileSnapshot("screens/duet-es-80.txt")
    const mandarin = new TerminalRun([...duet, "zh", "喝茶还是咖啡？"], { cwd: folder, columns: 80 })
    await mandarin.end()
    await expect(recorded(mandarin.screen.text())).toMatchFileSnapshot("screens/duet-zh-80.txt")
  })

  test("aborted with Ctrl-C in the middle of a turn [cli.interrupt]", async () => {
    const run = new TerminalRun(["discuss", "Tabs or spaces?", "--seed", "3"], { cwd: folder, columns: 80 })
    const at = await run.until(/Convergent is speaking/)
    await run.until(/\r\n {2}\S+ \S+/, at)
    run.type("\u0003")
    expect(await run.end()).toBe(4)
    // How far the second speaker got differs on every run.
    const screen = recorded(run.screen.text()).replace(/(?<=\nConvergent\n)[\s\S]*?(?=\n\S|\n {2}\()/, "  …")
    await expect(screen.replace(/(?<=Ctrl-C again to exit now\.\n)[\s\S]*?(?= {2}\()/, "")).toMatchFileSnapshot(
      "screens/aborted-80.txt",
    )
  })

  test("resumed after kill -9", async () => {
    const run = new TerminalRun(["discuss", "Tabs or spaces?", "--rounds", "1", "--seed", "5"], {
      cwd: folder,
      columns: 80,
    })
    await run.until(/Critical is speaking/)
    await run.kill()
    const listed = await runConclave(["list", "--status", "running", "--json"], { cwd: folder })
    const [{ id }] = JSON.parse(listed.out).discussions
    const resumed = new TerminalRun(["resume", id], { cwd: folder, columns: 80 })
    expect(await resumed.end()).toBe(0)
    await expect(recorded(resumed.screen.text())).toMatchFileSnapshot("screens/resumed-80.txt")
  })

  test("with a comment and an interruption in mid-turn, which stay out of the turn's lines", async () => {
    const args = ["discuss", "Tabs or spaces?", "--rounds", "1", "--seed", "3"]
    const run = new TerminalRun(args, { cwd: folder, columns: 60, env: { USER: "kim" } })
    let at = await run.until(/Divergent is speaking/)
    at = await run.until(/\r\n {2}\S+ \S+/, at)
    run.type("Mind the budget")
    at = await run.until(/Mind the budget/, at)
    run.type(".\r")
    at = await run.until(/Critical is speaking/, at)
    at = await run.until(/\r\n {2}\S+ \S+/, at)
    run.type("/interrupt\r")
    expect(await run.end()).toBe(0)
    const lines = run.screen.lines()
    const before = lines.slice(lines.indexOf("Divergent"), lines.indexOf("Convergent"))
    const unsteered = await runConclave(args, { cwd: folder, env: { COLUMNS: "60" } })
    const [, turn] = /\n(Divergent\n[\s\S]*?)\n\nConvergent/.exec(unsteered.out)!
    expect(before.slice(0, turn!.split("\n").length)).toEqual(turn!.split("\n"))
    expect(before.slice(-3)).toEqual([expect.stringMatching(/^\w+$/), "  Mind the budget.", ""])
    expect(lines).toContain("  (interrupted)")
    expect(lines.filter((line) => /is speaking|\/interrupt/.test(line))).toEqual([])
  })
})
