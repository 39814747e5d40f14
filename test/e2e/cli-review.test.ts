import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { type ProcessResult, runHere } from "../support/conclave-process.ts"
import { plainEnvironment } from "../support/terminal.ts"

/** The reviewers' votes and the lead's text, by model. */
const scripts = {
  strict: { vote: "Reject", closing: "It loses data.\n\n- [high] page.ts:2: the first page is lost; begin at zero" },
  kind: { vote: "Approve", closing: "It is fine.\n\nNo findings." },
  careful: { vote: "Request changes", closing: "Nearly.\n\n- [medium] page.ts: no test" },
} as const

let folder: string
let provider: Server
let baseUrl: string
/** The last prompt that each model received. */
let lastPrompt = ""

/** A model server that answers by model name, because rehearsal models find no issues. */
beforeAll(async () => {
  provider = createServer(async (request, response) => {
    // It does not list models.
    if (request.method === "GET") return void response.writeHead(404).end()
    const { model, messages } = JSON.parse(await text(request)) as { model: string; messages: unknown }
    lastPrompt = JSON.stringify(messages)
    const { vote, closing } = scripts[model as keyof typeof scripts]
    const said = lastPrompt.includes("[CHOICE]")
      ? `[CHOICE]\n${vote}\n[CONFIDENCE]\n90\n[REASONING]\nSo it is.`
      : lastPrompt.includes("Write the review")
        ? closing
        : "I have read it, and I have found what I have found."
    response.setHeader("content-type", "text/event-stream")
    const choice = { index: 0, delta: { role: "assistant", content: said } }
    response.write(`data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [choice] })}\n\n`)
    const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }
    response.end(`data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", ...end })}\n\ndata: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
  baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  folder = mkdtempSync(join(tmpdir(), "conclave-review-"))
  git("init", "-q", "-b", "main")
  git("config", "user.email", "kim@example.com")
  git("config", "user.name", "Kim")
  writeFileSync(join(folder, "page.ts"), "export function page(items) {\n  return items.slice(0, 10)\n}\n")
  git("add", ".")
  git("commit", "-qm", "pages")
  git("checkout", "-qb", "change")
  writeFileSync(join(folder, "page.ts"), "export function page(items) {\n  return items.slice(1, 11)\n}\n")
  git("commit", "-qam", "shift")
})

afterAll(() => {
  provider.close()
  rmSync(folder, { recursive: true, force: true })
})

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: folder, stdio: "pipe" })
}

function review(args: readonly string[], input?: string): Promise<ProcessResult> {
  const env = { COMPATIBLE_BASE_URL: baseUrl, COMPATIBLE_API_KEY: "unused" }
  return runHere(["review", ...args], { cwd: folder, env, ...(input !== undefined && { input }) })
}

describe("conclave review", () => {
  test("a rejected change exits with 6 unless the caller turns that off [review.exit-codes]", async () => {
    const strict = ["main...change", "--model", "compatible/strict"]
    const rejected = await review([...strict, "--sarif", "out.sarif", "--markdown", "out.md"])
    expect(rejected, rejected.err).toMatchObject({ code: 6 })
    expect(rejected.out).toMatch(/^## Review: Reject\n[\s\S]*- \*\*high\*\* `page\.ts:2`: the first page is lost/)
    expect(readFileSync(join(folder, "out.md"), "utf8")).toBe(rejected.out)
    const { runs } = JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"))
    expect(runs[0].results).toMatchObject([
      { level: "error", locations: [{ physicalLocation: { region: { startLine: 2 } } }] },
    ])
    expect(lastPrompt).toContain("items.slice(1, 11)")
    expect(await review([...strict, "--fail-on", "high"])).toMatchObject({ code: 7 })
    expect(await review([...strict, "--fail-on", "nothing"])).toMatchObject({ code: 0 })
  })

  test("an approved change exits with 0, also with --json [review.exit-codes]", async () => {
    const approved = await review(["main...change", "--model", "compatible/kind", "--fail-on", "high", "--json"])
    expect(approved, approved.err).toMatchObject({ code: 0 })
    expect(JSON.parse(approved.out)).toMatchObject({ verdict: "approve", findings: [], summary: expect.any(String) })
  })

  test("a rehearsal is marked as one, also with --json [review.verdict]", async () => {
    const rehearsed = ["main...change", "--model", "rehearsal/bold", "--fail-on", "nothing"]
    const { out, err } = await review(rehearsed)
    expect(out, err).toMatch(/^## Review: .+\n\n\*Rehearsal: simulated models wrote this review\. It says nothing/)
    expect(JSON.parse((await review([...rehearsed, "--json"])).out)).toMatchObject({ rehearsal: true })
  })

  test("a rehearsed verdict never fails the command, and rehearsing must be asked for [review.rehearsal]", async () => {
    const failures = ["reject", "high", "no-agreement"].flatMap((what) => ["--fail-on", what])
    const verdicts = new Set<string>()
    for (const seed of ["1", "7", "10"]) {
      const args = ["main...change", "--model", "rehearsal/auto", "--seed", seed, "--json", ...failures]
      const rehearsed = await review(args)
      expect(rehearsed, rehearsed.err).toMatchObject({ code: 0 })
      verdicts.add(JSON.parse(rehearsed.out).verdict)
    }
    expect(verdicts).toContain("reject")
    const unasked = await runHere(["review", "main...change"], { cwd: folder })
    expect(unasked).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--model rehearsal/auto") })
  })

  test("three different votes give no verdict [review.verdict]", async () => {
    const names = Object.keys(scripts)
    const seats = ["Correctness", "Security", "Maintainability"].flatMap((seat, at) => [
      "-s",
      `${seat}=compatible/${names[at]}`,
    ])
    const args = ["main...change", ...seats, "-s", "Lead=compatible/careful"]
    expect(await review([...args, "--fail-on", "no-agreement"])).toMatchObject({ code: 3 })
    const open = await review(args)
    expect(open).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^## Review: No agreement\n\nNo agreement after/),
    })
  })

  test("reviews a diff from standard input or the uncommitted changes, and reports an empty diff [review.input]", async () => {
    const diff = "--- a/page.ts\n+++ b/page.ts\n@@ -1 +1 @@\n-const a = 1\n+let a = 1\n"
    const piped = await review(["-", "--model", "compatible/kind"], diff)
    expect(piped, piped.err).toMatchObject({ code: 0 })
    expect(lastPrompt).toContain("let a = 1")
    expect(await review(["main...main"])).toMatchObject({
      code: 0,
      err: expect.stringContaining("no changes to review"),
    })
    writeFileSync(join(folder, "page.ts"), "export const page = 'uncommitted'\n")
    await review(["--model", "compatible/kind"])
    git("checkout", "-q", "page.ts")
    expect(lastPrompt).toContain("uncommitted")
  })

  test.each([
    ["nobody...knows", /unknown revision|bad revision|ambiguous/],
    ["--output=x", /looks like an option; use commits/],
  ])("%s is a usage error that names the fix", async (range, message) => {
    const refused = await review(["--", range])
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringMatching(message) })
  })
})

interface Step {
  readonly name?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}

describe("the GitHub action", () => {
  const root = join(import.meta.dirname, "../..")
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>
    readonly runs: { readonly using: string; readonly steps: readonly Step[] }
  }
  const { steps } = action.runs

  /** Runs the action's own script with a workflow's inputs; the package is already installed here. */
  async function runAction(inputs: Readonly<Record<string, string>>) {
    const temp = mkdtempSync(join(folder, "runner-"))
    const step = steps.find(({ name }) => name === "Review")!
    const given = Object.entries(step.env!).map(([name, value]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)![1]!
      return [name, inputs[input] ?? action.inputs[input]!.default]
    })
    const env = {
      ...plainEnvironment({ COMPATIBLE_BASE_URL: baseUrl }),
      ...Object.fromEntries(given),
      GITHUB_ACTION_PATH: root,
      GITHUB_STEP_SUMMARY: join(temp, "summary.md"),
      GITHUB_OUTPUT: join(temp, "output"),
      RUNNER_TEMP: temp,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    }
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", step.run!], { cwd: folder, env })
    child.stdin.end()
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close"), text(child.stdout)])
    const read = (file: string) => (existsSync(join(temp, file)) ? readFileSync(join(temp, file), "utf8") : "")
    return { code, err, summary: read("summary.md"), output: read("output") }
  }

  test("reviews a pull request, writes its summary and outputs the verdict [review.action]", async () => {
    const rejected = await runAction({ range: "main...change", model: "compatible/strict", "fail-on": "high reject" })
    expect(rejected, rejected.err).toMatchObject({ code: 6, output: "verdict=reject\n" })
    expect(rejected.summary).toMatch(/^## Review: Reject/)
    expect(existsSync(join(folder, "conclave.sarif"))).toBe(true)
    expect(await runAction({ range: "$(touch pwned)", model: "compatible/kind" })).toMatchObject({
      code: 2,
      output: "",
    })
    expect(existsSync(join(folder, "pwned"))).toBe(false)
  })

  test("and the example workflow pass only inputs that the action declares [review.action]", () => {
    const scripts = steps.flatMap(({ run }) => run ?? [])
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([])
    const workflow = parse(readFileSync(join(root, "examples/github-review/review.yml"), "utf8"))
    const used = workflow.jobs.review.steps.find(({ id }: { id?: string }) => id === "review")
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(used.with)))
  })
})
