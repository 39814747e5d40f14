/**
 * Tests our server with the official MCP inspector, over stdio and HTTP. Its packages are 110 MB, so it is not a
 * dependency: `node scripts/inspect-mcp.ts` downloads it with npx; pass a path to use an installed one.
 */
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"

const [path] = process.argv.slice(2)
const inspector = path === undefined ? ["npx", "--yes", "@modelcontextprotocol/inspector@2.12.0"] : [path]
const conclave = join(import.meta.dirname, "../bin/conclave.js")
const data = mkdtempSync(join(tmpdir(), "conclave-inspect-"))

const discuss = ["tools/call", "--tool-name", "discuss", "--tool-arg", "topic=Tabs or spaces?", "format=duet"]
const calls: readonly { readonly args: readonly string[]; readonly expected: RegExp }[] = [
  { args: ["tools/list"], expected: /"take_turn"/ },
  { args: ["tools/call", "--tool-name", "list_tables"], expected: /"review"/ },
  { args: [...discuss, "wait=20"], expected: /"(sentence|next)"/ },
  { args: ["resources/list"], expected: /conclave:\/\/discussions\// },
  { args: ["resources/templates/list"], expected: /\{id\}\/record/ },
  { args: ["prompts/list"], expected: /"duet"/ },
  { args: ["prompts/get", "--prompt-name", "duet", "--prompt-args", "topic=Tabs"], expected: /Tabs/ },
]

async function inspect(target: readonly string[]): Promise<number> {
  let failures = 0
  for (const { args, expected } of calls) {
    const [program, ...rest] = [...inspector, "--cli", ...target, "--method", ...args]
    const run = promisify(execFile)(program!, rest, { maxBuffer: 1e8 })
    const said = await run.then(({ stdout }) => stdout).catch((error: unknown) => String(error))
    const isRight = expected.test(said)
    if (!isRight) failures++
    console.log(`${isRight ? "ok  " : "FAIL"} ${target[0]?.startsWith("http") ? "HTTP " : "stdio"} ${args.join(" ")}`)
    if (!isRight) console.log(said.slice(0, 500))
  }
  return failures
}

const overStdio = await inspect([process.execPath, conclave, "mcp", "--data", data])
const server = spawn(process.execPath, [conclave, "serve", "--json", "--port", "0", "--data", data], {
  stdio: ["ignore", "pipe", "inherit"],
})
const [line] = await once(createInterface(server.stdout), "line")
const overHttp = await inspect([`${(JSON.parse(line) as { url: string }).url}/mcp`])
server.kill()
process.exitCode = overStdio + overHttp === 0 ? 0 : 1
