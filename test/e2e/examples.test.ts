import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")

/** Runs a program of the repository without a network to fall back on, and without colours. */
function run(...args: string[]) {
  const env = { ...process.env, NO_COLOR: "1", HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" }
  return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env })
}

describe("programs that a newcomer runs", () => {
  test.each(["duet", "hive", "panel", "assembly"])("examples/%s.ts checks itself", (name) => {
    const { status, stdout, stderr } = run(`examples/${name}.ts`)
    expect(stderr).toBe("")
    expect(status).toBe(0)
    expect(stdout).toMatch(/The same seed gave the same discussion twice\.\n$/)
  })

  test("npm start shows a whole discussion, marked as rehearsal [library.embedded] [models.rehearsal-marked]", () => {
    const { status, stdout, stderr } = run("src/main/start.ts", "Tea or coffee at our meetings?")
    expect(stderr).toBe("")
    expect(status).toBe(0)
    expect(stdout).toContain("Tea or coffee at our meetings?")
    expect(stdout).toContain("no real model was asked")
    for (const part of ["Round 1 of 3", "Divergent", "Convergent", "Critical", "Synthesis", "Outcome"]) {
      expect(stdout).toContain(part)
    }
    expect(stdout).not.toContain("\u001b")
  })
})
