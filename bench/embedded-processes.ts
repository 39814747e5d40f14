import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createClient } from "../src/client/index.ts"
import { median } from "./measure.ts"

interface Serving {
  readonly child: ChildProcess
  readonly client: ReturnType<typeof createClient>
}

async function serve(launcher: string, cwd: string): Promise<Serving> {
  const child = spawn(process.execPath, [launcher, "serve", "--port", "0", "--json"], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
  })
  const [line] = await once(child.stdout!, "data")
  return { child, client: createClient({ url: (JSON.parse(String(line)) as { url: string }).url }) }
}

const request = { format: "panel", topic: "Tea or coffee?", record: false, options: { rounds: 2 } } as const

/** Delay of live text in a server that watches a discussion run by another one on the same file. */
export async function delayOfWords(launcher: string, folder: string) {
  const cwd = mkdtempSync(join(folder, "words-"))
  const [runner, other] = [await serve(launcher, cwd), await serve(launcher, cwd)]
  const id = await runner.client.discuss(request)
  const listen = async ({ client }: Serving) => {
    const heard: { readonly turn: string; readonly end: number; readonly at: number }[] = []
    const deadline = AbortSignal.timeout(20_000)
    for await (const event of client.follow(id, { signal: deadline })) {
      if (event.type !== "turn_chunk") continue
      const { turnId, attempt, offset, chunk } = event.data
      heard.push({ turn: `${turnId} ${attempt}`, end: offset + chunk.length, at: performance.now() })
    }
    return heard
  }
  const [there, here] = await Promise.all([listen(runner), listen(other)])
  for (const { child } of [runner, other]) child.kill("SIGKILL")
  // Either process may have run it; the delay is measured in the other one.
  const delays = (from: typeof there, to: typeof there) =>
    from.flatMap(({ turn, end, at }) => {
      const same = to.find((each) => each.turn === turn && each.end >= end)
      return same ? [same.at - at] : []
    })
  const late = [delays(there, here), delays(here, there)].toSorted((a, b) => median(b) - median(a))[0]!
  const sorted = late.toSorted((a, b) => a - b)
  return {
    words: late.length,
    median: median(late),
    p95: sorted[Math.floor(0.95 * sorted.length)]!,
    most: sorted.at(-1)!,
  }
}

/** Time from kill -9 of the server that runs a discussion until a watching command shows the next event. */
export async function secondsToTakeOver(launcher: string, folder: string, times: number) {
  const seconds: number[] = []
  for (let time = 0; time < times; time++) {
    const cwd = mkdtempSync(join(folder, "kill-"))
    const runner = await serve(launcher, cwd)
    const id = await runner.client.discuss(request)
    const watcher = spawn(process.execPath, [launcher, "resume", id, "--json"], {
      cwd,
      stdio: ["ignore", "pipe", "ignore"],
    })
    let killedAt: number | undefined
    for await (const line of createInterface(watcher.stdout)) {
      if (killedAt !== undefined && !line.includes('"turn_chunk"')) {
        seconds.push((performance.now() - killedAt) / 1_000)
        break
      }
      if (killedAt !== undefined || !line.includes('"turn_chunk"')) continue
      runner.child.kill("SIGKILL")
      await once(runner.child, "exit")
      killedAt = performance.now()
    }
    watcher.kill("SIGKILL")
  }
  return { median: median(seconds), most: Math.max(...seconds) }
}
