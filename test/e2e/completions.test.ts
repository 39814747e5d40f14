import { spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"
import { hasTerminal, launcher, TerminalRun } from "../support/terminal.ts"

let folder: string
let id: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conclave-completions-"))
  const { out } = await runConclave(["discuss", "Tea?", "-r", "1", "--quiet", "--json"], { cwd: folder })
  id = JSON.parse(out).id
  writeFileSync(join(folder, "plan.md"), "A plan.")
  mkdirSync(join(folder, "bin"))
  // Completion requests go to the real program; the final command line is echoed as the program would receive it.
  const shim = `#!/bin/sh
if [ "$1" = complete-words ]; then exec '${process.execPath}' '${launcher}' "$@"; fi
printf 'entered'; printf '<%s>' "$@"; echo .
`
  writeFileSync(join(folder, "bin/conclave"), shim)
  chmodSync(join(folder, "bin/conclave"), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts each shell without user configuration and loads the completion script. */
const shells = {
  bash: { args: ["--norc", "--noprofile", "-i"], load: "source script.bash" },
  zsh: { args: ["-f", "-i"], load: "autoload -U compinit && compinit -u -d dump && source script.zsh" },
  fish: { args: ["--no-config", "-i"], load: "source script.fish" },
} as const

const names = Object.keys(shells) as (keyof typeof shells)[]
const isMissing = (shell: string) => !hasTerminal || spawnSync(shell, ["-c", "true"]).status !== 0

test("completing ids leaves no files behind", async () => {
  const directory = mkdtempSync(join(folder, "empty-"))
  expect(await runConclave(["complete-words", "show", ""], { cwd: directory })).toEqual({ code: 0, out: "", err: "" })
  expect(readdirSync(directory)).toEqual([])
})

describe.each(names)("in %s", (shell) => {
  test.skipIf(isMissing(shell))(
    "Tab completes commands, options, ids, tables and models",
    async () => {
      const { args, load } = shells[shell]
      const { out } = await runConclave(["completions", shell], { cwd: folder })
      writeFileSync(join(folder, `script.${shell}`), out)
      const PATH = `${join(folder, "bin")}:${process.env.PATH}`
      const env = { PATH, HOME: folder, SHELL: "/bin/sh", PS1: "$ ", TERM: "dumb" }
      const run = new TerminalRun(args, { cwd: folder, columns: 120, program: shell, env })
      let at = 0
      const enter = async (typed: string) => {
        run.type(`conclave ${typed}\r`)
        at = await run.until(/entered<[^\n]*>\./, at)
        return /entered(<[^\n]*>)\.$/.exec(run.output.slice(0, at))![1]
      }
      run.type(`${load}\r`)
      expect(await enter("sho\t")).toBe("<show>")
      expect(await enter("keys rev\t")).toBe("<keys><revoke>")
      expect(await enter("list --stat\t runn\t")).toBe("<list><--status><running>")
      expect(await enter("discuss --format h\t")).toBe("<discuss><--format><hive>")
      expect(await enter("discuss --format=h\t")).toBe("<discuss><--format=hive>")
      expect(await enter(`show ${id.slice(0, 5)}\t`)).toBe(`<show><${id.slice(0, 8)}>`)
      expect(await enter("discuss --table pee\t")).toBe("<discuss><--table><peer-review>")
      expect(await enter("discuss -m rehearsal/bo\t")).toBe("<discuss><-m><rehearsal/bold>")
      expect(await enter("discuss -s Ann=rehearsal/bo\t")).toBe("<discuss><-s><Ann=rehearsal/bold>")
      expect(await enter("discuss -a pl\t")).toBe("<discuss><-a><plan.md>")
      // Values of other options are not offered, nor files where none are expected.
      expect(await enter("list --status hiv\t")).toBe("<list><--status><hiv>")
      expect(await enter("discuss --rounds pl\t")).toBe("<discuss><--rounds><pl>")
      run.type("exit\r")
      await run.end()
    },
    300_000,
  )
})
