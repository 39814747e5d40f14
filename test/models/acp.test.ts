import { existsSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { conclave } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import type { ToolKind } from "../../src/core/discussion/seat.ts"
import { acpModels } from "../../src/models/acp/index.ts"
import type { ModelCall, ModelPart } from "../../src/ports/model.ts"

const script = join(import.meta.dirname, "../support/acp-agent.ts")
const env = {
  PATH: process.env.PATH,
  HOME: "/home/kim",
  OPENAI_API_KEY: "sk-secret",
  DATABASE_URL: "postgres://secret",
}

function scripted(behaviour: string, { isLocal = false, permissions = [] as readonly ToolKind[] } = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "conclave-acp-")), "note.json")
  const agents = { scripted: { command: [process.execPath, script, behaviour, file], permissions } }
  const model = acpModels({ agents, isLocal, env }).find("acp/scripted")!
  return { model, note: () => JSON.parse(readFileSync(file, "utf8")), file }
}

const call = {
  prompt: { rules: "Topic: how should the village heat its school?", transcript: [], ask: "Speak." },
} as unknown as ModelCall

async function read(parts: AsyncIterable<ModelPart>, onPart: (part: ModelPart) => void = () => {}) {
  const all: ModelPart[] = []
  for await (const part of parts) {
    all.push(part)
    onPart(part)
  }
  const text = all.flatMap((part) => (part.type === "text" ? part.text : [])).join("")
  return { all, text }
}

const never = new AbortController().signal

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A zombie is dead: its exit code has not been collected yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

describe("an ACP agent as a model", () => {
  test("streams reasoning and text of its reply to the whole prompt, with usage marked as an estimate", async () => {
    const { model, note } = scripted("speak")
    const { all, text } = await read(model.stream(call, never))
    expect(all[0]).toEqual({ type: "reasoning", text: "Let me think." })
    expect(text).toBe("I was asked about the school, and I answer at length.")
    expect(all.at(-1)).toMatchObject({ type: "finish", reason: "stop", usage: { estimated: true } })
    const { capabilities, variables } = note()
    expect(capabilities).toMatchObject({ fs: { readTextFile: false, writeTextFile: false }, terminal: false })
    expect(variables).toEqual(expect.arrayContaining(["PATH", "HOME"]))
    expect(variables).not.toEqual(expect.arrayContaining(["OPENAI_API_KEY"]))
    expect(variables).not.toEqual(expect.arrayContaining(["DATABASE_URL"]))
  })

  test("is denied permissions by default", async () => {
    const { text } = await read(scripted("permission").model.stream(call, never))
    expect(text).toContain('"optionId":"no"')
  })

  test("gets the permissions of its seat, once and for that kind only, if the operator lets tables set them", async () => {
    const asking = (permissions: readonly ToolKind[]) => ({ ...call, permissions })
    const answer = async (options: Parameters<typeof scripted>[1], permissions: readonly ToolKind[]) =>
      (await read(scripted("permission", options).model.stream(asking(permissions), never))).text
    const [yes, no] = ['"optionId":"yes"', '"optionId":"no"']
    expect(await answer({ isLocal: true }, ["execute"])).toContain(yes)
    expect(await answer({ isLocal: true }, ["read", "edit"])).toContain(no)
    expect(await answer({ permissions: ["execute"] }, ["execute"])).toContain(yes)
    expect(await answer({ permissions: ["execute"] }, [])).toContain(no)
    expect(await answer({ permissions: ["read"] }, ["execute", "read"])).toContain(no)
    expect(await answer({}, ["execute"])).toContain(no)
  })

  test("gets neither a shell nor files", async () => {
    const { text } = await read(scripted("shell").model.stream(call, never))
    expect(text.match(/refused/g)).toHaveLength(2)
  })

  test("is killed with the turn, including its child processes", async () => {
    const { model, note } = scripted("hang")
    const leaving = new AbortController()
    const reading = read(model.stream(call, leaving.signal), () => leaving.abort())
    await expect(reading).rejects.toMatchObject({ code: "ABORTED" })
    const { pids } = note() as { pids: number[] }
    expect(pids).toHaveLength(2)
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test("that hangs fails only its own turn: the others continue, and no process is left running", async () => {
    const { model, note } = scripted("hang")
    const run = conclave({
      models: [model, scriptedModel({ id: "test/bo", replies: ["The roof comes first."] })],
    }).discuss({
      format: "panel",
      topic: "How should the village heat its school?",
      seats: [
        { name: "Ann", model: model.id },
        { name: "Bo", model: "test/bo" },
      ],
      options: { rounds: 1, retries: 0, idleTimeoutMs: 300 },
      record: false,
    })
    const { status } = await run.outcome.then(() => run.state)
    expect(status).toBe("completed")
    expect(run.state.turns.map(({ seat }) => seat)).toContain("bo")
    const { pids } = note() as { pids: number[] }
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  test("that floods its output is cut off", async () => {
    await expect(read(scripted("flood").model.stream(call, never))).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      message: expect.stringContaining("exceeds 4194304 characters"),
    })
  })

  test("that dies, refuses or is not installed is reported by name", async () => {
    await expect(read(scripted("die").model.stream(call, never))).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      message: expect.stringMatching(/acp\/scripted: .*\(3\): out of memory/),
    })
    await expect(read(scripted("refuse").model.stream(call, never))).rejects.toMatchObject({ code: "PROVIDER_ERROR" })
    const agents = { missing: { command: ["/nowhere/agent"] } }
    const missing = acpModels({ agents, isLocal: false, env }).find("acp/missing")!
    await expect(read(missing.stream(call, never))).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" })
  })

  test("must be configured by the operator, or be a well-known one on a server that is local to this machine", () => {
    const names = (isLocal: boolean) => acpModels({ agents: { own: { command: ["x"] } }, isLocal, env }).names
    expect(names(false)).toEqual(["acp/own"])
    expect(names(true)).toEqual(["acp/claude", "acp/codex", "acp/gemini", "acp/own"])
    const models = acpModels({ agents: {}, isLocal: false, env })
    for (const id of ["acp/claude", "acp/rm -rf", "acp/__proto__", "acp/"]) expect(models.find(id), id).toBeUndefined()
    expect(existsSync(script)).toBe(true)
  })
})
