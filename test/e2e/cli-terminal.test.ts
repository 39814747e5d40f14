import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"
import { hasTerminal, painted, prompt, TerminalRun } from "../support/terminal.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-terminal-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env = { PORT: "0" }

describe.skipIf(!hasTerminal)("in a terminal", () => {
  test("with nothing configured the queen answers, and remembers the session after a restart [cli.queen] [hive.small-talk]", async () => {
    const first = new TerminalRun([], { cwd: folder, columns: 60, env })
    let at = await first.until(prompt)
    first.type("specialists off\r")
    at = await first.until(prompt, await first.until(/only the queen answers/, at))
    first.type("hello there\r")
    at = await first.until(prompt, await first.until(/Queen is speaking/, at))
    expect(first.screen.text()).toMatch(/> hello there\n\n {2}Rehearsal[^\n]*(\n [^\n]*)?\n\nQueen\n {2}\S/)
    // A pasted block: lines are handled in order, and one continues on the next line.
    first.type("specialists on\rrounds 1\r")
    at = await first.until(prompt, await first.until(/Rounds: 1\./, at))
    first.type("Tea\\\r")
    at = await first.until(/… /, at)
    first.type("or coffee?\r")
    at = await first.until(/round 1 of 1 · Divergent is speaking · 0 tokens · \d+ s/, at)
    at = await first.until(prompt, await first.until(/contributions? in 1 round/, at))
    first.type("status\rnonsense: exit\\\r")
    at = await first.until(/Questions in this session: 2; [\d,]+ tokens/, at)
    at = await first.until(/… /, at)
    first.type("\u0003")
    at = await first.until(prompt, await first.until(/\^C/, at))
    first.type("\u0004")
    expect(await first.end()).toBe(0)
    const shown = first.screen.lines()
    expect(Math.max(...shown.map((line) => line.length))).toBeLessThanOrEqual(60)
    expect(shown).toContain("Divergent")
    expect(shown.filter((line) => line.includes("is speaking"))).toEqual([])

    const database = new DatabaseSync(join(folder, ".conclave", "conclave.db"))
    const kept = database.prepare("SELECT t.session_id FROM tasks t JOIN sessions s ON s.id = t.session_id").all()
    database.close()
    // Messages that the queen answers herself are tasks of the session too.
    expect(kept).toHaveLength(2)
    expect(new Set(kept.map((row) => row.session_id)).size).toBe(1)

    const second = new TerminalRun(["--plain"], { cwd: folder, columns: 200, env })
    at = await second.until(prompt)
    second.type("history\r")
    at = await second.until(/hive +completed +hello there/, at)
    second.type("exit\r")
    expect(await second.end()).toBe(0)
    expect(second.screen.text()).toMatch(/hive +completed +Tea/)
    expect(second.output).not.toMatch(painted)
  })

  test("mistakes start no discussion, a pasted block is one message, and values are shown", async () => {
    const directory = mkdtempSync(join(folder, "talk-"))
    const editor = join(directory, "editor.sh")
    writeFileSync(editor, '#!/bin/sh\nprintf "Written in an editor,\\non two lines?" > "$1"\n', { mode: 0o755 })
    const run = new TerminalRun([], { cwd: directory, columns: 80, env: { ...env, EDITOR: editor, VISUAL: "" } })
    let at = await run.until(prompt)
    const say = async (keys: string, shown: RegExp) => {
      run.type(keys)
      at = await run.until(prompt, await run.until(shown, at))
    }
    await say("/nonsense\r", /unknown command \/nonsense; type help for a list/)
    await say("model nonsense\r", /invalid argument "nonsense"; usage: model NAME/)
    await say("rounds x\r", /invalid argument "x"; usage: rounds N/)
    await say("rounds 9999\r", /conclave: rounds: must be at most 1000, not 9999/)
    await say("model openai/gpt-5.5\r", /conclave: model: openai\/gpt-5\.5 needs OPENAI_API_KEY to be set/)
    await say("?\r", /show this list/)
    await say("clear\r", /clear/)
    await say("seats\r", /Divergent +rehearsal\/auto/)
    await say("status\r", /rounds 3, model rehearsal\/auto/)
    await say("specialists off\r", /only the queen answers/)
    const { out } = await runConclave(["list", "--json"], { cwd: directory })
    expect(JSON.parse(out).discussions).toEqual([])
    await say("\u001b[200~first line\nsecond line\n\u001b[201~and more\r", /Queen\S*\r?\n/)
    await say('"""\rone\rtwo"""\r', /Queen\S*\r?\n/)
    await say("edit\r", /Queen\S*\r?\n/)
    run.type("exit\r")
    expect(await run.end()).toBe(0)
    const listed = JSON.parse((await runConclave(["list", "--json"], { cwd: directory })).out)
    expect(listed.discussions.map(({ topic }: { topic: string }) => topic)).toEqual([
      "Written in an editor,\non two lines?",
      "one\ntwo",
      "first line\nsecond line\nand more",
    ])
  })

  test("exit during a discussion asks what to do; pausing exits and shows how to continue", async () => {
    const run = new TerminalRun([], { cwd: mkdtempSync(join(folder, "exit-")), columns: 100, env })
    let at = await run.until(prompt)
    run.type("Shall we have tea or coffee?\r")
    at = await run.until(/is speaking/, at)
    run.type("exit\r")
    at = await run.until(/The discussion is still running\. \[p\]ause it, \[a\]bort it, or stay\?/, at)
    run.type("p\r")
    await run.until(/paused; continue with: conclave resume/, at)
    expect(await run.end()).toBe(0)
  })

  test("Ctrl-C stops a discussion and keeps its turns [cli.interrupt] [cli.exit-codes]", async () => {
    const run = new TerminalRun(["discuss", "Tabs or spaces?"], { cwd: folder, columns: 80 })
    await run.until(/Convergent is speaking/)
    run.type("\u0003")
    expect(await run.end()).toBe(4)
    expect(run.screen.text()).toContain("aborting; what was said is kept")
    const { out } = await runConclave(["list", "--status", "aborted", "--json"], { cwd: folder })
    const [{ id }] = JSON.parse(out).discussions
    const shown = await runConclave(["show", id, "--json"], { cwd: folder })
    // The second speaker's partial text, if any, is a turn too.
    const { status, turns } = JSON.parse(shown.out).discussion
    expect([status, turns[0]]).toMatchObject(["aborted", { role: "divergent" }])
  })

  test.each(["SIGTERM", "SIGHUP"] as const)(
    "%s pauses a discussion, so that no other process resumes it unasked",
    async (signal) => {
      const run = new TerminalRun(["discuss", `What about ${signal}?`], { cwd: folder, columns: 80 })
      await run.until(/Convergent is speaking/)
      run.signal(signal)
      expect(await run.end()).toBe(3)
      const { out } = await runConclave(["list", "--status", "paused", "--json"], { cwd: folder })
      const [{ id, topic }] = JSON.parse(out).discussions
      expect(topic).toBe(`What about ${signal}?`)
      expect(run.screen.text()).toContain(`paused; continue with: conclave resume ${id.slice(0, 8)}`)
      expect(await runConclave(["resume", id.slice(0, 8), "--quiet"], { cwd: folder })).toMatchObject({ code: 0 })
    },
  )

  test("a prompt for a person ends when the process is told to stop", async () => {
    const args = ["discuss", "Where to?", "-f", "panel", "-s", "Kim:user=human", "-s", "Bo", "--rounds", "1"]
    const run = new TerminalRun(args, { cwd: folder, columns: 80 })
    await run.until(/Kim: /)
    run.signal("SIGTERM")
    expect(await run.end()).toBe(3)
    expect(run.screen.text()).toContain("paused; continue with: conclave resume ")
  })

  test("/pause lets the current turn finish", async () => {
    const run = new TerminalRun(["discuss", "Tea or coffee in the office?"], { cwd: folder, columns: 80 })
    await run.until(/Divergent is speaking/)
    run.type("/pause\r")
    expect(await run.end()).toBe(3)
    const { out } = await runConclave(["list", "--status", "paused", "--json"], { cwd: folder })
    const shown = await runConclave(["show", JSON.parse(out).discussions[0].id, "--json"], { cwd: folder })
    expect(JSON.parse(shown.out).discussion.turns).toMatchObject([{ role: "divergent", finishReason: "stop" }])
  })

  test("a discussion killed in mid-turn resumes where it stopped", async () => {
    const run = new TerminalRun(["discuss", "Which tools should we write ourselves?"], {
      cwd: folder,
      columns: 80,
      env: { NO_COLOR: "1" },
    })
    await run.until(/Critical is speaking/)
    await run.kill()
    expect(run.output).not.toMatch(painted)
    const listed = await runConclave(["list", "--status", "running", "--json"], { cwd: folder })
    const [{ id }] = JSON.parse(listed.out).discussions
    const resumed = await runConclave(["resume", id], { cwd: folder })
    expect(resumed).toMatchObject({ code: 0, err: "" })
    expect(resumed.out).toMatch(/^Continuing: Which tools[\s\S]*Outcome/)
    expect(resumed.out).not.toContain("Round 1 of")
    const { out } = await runConclave(["show", id, "--json"], { cwd: folder })
    const { status, turns } = JSON.parse(out).discussion
    const spoken = turns.map((turn: { role: string; roundNumber: number }) => `${turn.role} ${turn.roundNumber}`)
    expect(status).toBe("completed")
    expect(new Set(spoken).size).toBe(spoken.length)
  })

  test("other commands can reach, pause and resume a discussion that runs here", async () => {
    const args = ["discuss", "Where to?", "--rounds", "3", "--seed", "2"]
    const run = new TerminalRun(args, { cwd: folder, columns: 80 })
    await run.until(/Divergent is speaking/)
    const { out } = await runConclave(["list", "--status", "running", "--json"], { cwd: folder })
    const [{ id, topic }] = JSON.parse(out).discussions
    expect(topic).toBe("Where to?")
    expect(await runConclave(["pause", id.slice(0, 8)], { cwd: folder })).toMatchObject({ code: 0, out: "" })
    expect(await run.end()).toBe(3)
    expect(run.screen.text()).toContain(`paused; continue with: conclave resume ${id.slice(0, 8)}`)
    expect(await runConclave(["resume", id, "--quiet"], { cwd: folder })).toMatchObject({
      code: 0,
      err: "Rehearsal: simulated models, no API was called.\n",
    })
  })

  test("a person at the table may abort instead of answering", async () => {
    const args = ["discuss", "Where to?", "-f", "panel", "-s", "Kim:user=human", "-s", "Bo", "--rounds", "1"]
    const run = new TerminalRun(args, { cwd: folder, columns: 80 })
    const at = await run.until(/Kim: /)
    run.type("/what\r")
    await run.until(/Kim: /, await run.until(/\/abort: abort the discussion/, at))
    run.type("/abort\r")
    expect(await run.end()).toBe(4)
  })

  test("a person who must vote sees the question, how to vote, and why a vote was refused", async () => {
    const who = ["-s", "Ann=human", "-s", "Bo", "-s", "Cy", "--choice", "sea", "--choice", "hills"]
    const args = ["discuss", "Where to?", "-f", "hive", ...who, "--protocol", "plurality", "-r", "1"]
    const run = new TerminalRun(args, { cwd: folder, columns: 80 })
    let at = await run.until(/Ann: /)
    run.type("I would go where the water is warm, since the children want to swim every day.\r")
    at = await run.until(/Type a number, such as 1\.[\s\S]*Ann: /, at)
    expect(run.screen.text()).toMatch(/ 1\. sea\n +2\. hills\n/)
    run.type("perhaps\r")
    at = await run.until(/Please answer again: the vote could not be read\.[\s\S]*Ann: /, at)
    run.type("2\r")
    await run.until(/Outcome/, at)
    expect(await run.end()).toBe(0)
    const { out } = await runConclave(["list", "--json"], { cwd: folder })
    const shown = await runConclave(["show", JSON.parse(out).discussions[0].id, "--json"], { cwd: folder })
    const { votes } = JSON.parse(shown.out).discussion.ballots.at(-1)
    // The ballot is secret, so the vote has no name; no other vote was read from a number.
    expect(votes).toContainEqual(expect.objectContaining({ choice: "hills", reading: "markers" }))
  })

  test("a person at the table is prompted for their turn", async () => {
    const args = ["discuss", "Where to?", "-f", "panel", "-s", "Bo", "-s", "Kim:user=human", "--rounds", "1"]
    const run = new TerminalRun(args, { cwd: folder, columns: 80 })
    const at = await run.until(/Kim: /)
    // The clock line must not run into the typed text.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    run.type("The sea.\r")
    await run.until(/Outcome/, at)
    expect(await run.end()).toBe(0)
    expect(run.screen.lines()).toEqual(expect.arrayContaining(["Kim: The sea.", "  The sea."]))
  })
})
