import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { resolve } from "node:path"
import type { Environment } from "./system-ports.ts"

const browserCommands: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Opens a URL in `BROWSER` or the system's default browser. Returns whether one could be started. */
export async function openInBrowser(url: string, env: Environment): Promise<boolean> {
  const [program, ...args] = env.BROWSER?.trim() ? [env.BROWSER.trim()] : (browserCommands[process.platform] ?? [])
  if (program === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false)).once("spawn", () => resolve(true))
    child.unref()
  })
}

/** Opens `VISUAL` or `EDITOR` on a text. Undefined if the editor failed. */
export async function editText(text: string, { VISUAL, EDITOR }: Environment): Promise<string | undefined> {
  const folder = await mkdtemp(resolve(tmpdir(), "conclave-"))
  const file = resolve(folder, "message.md")
  try {
    await writeFile(file, text)
    // Through a shell, since the variable may contain arguments.
    const editor = spawn("sh", ["-c", `${VISUAL || EDITOR || "vi"} "$1"`, "editor", file], { stdio: "inherit" })
    const code = await new Promise((ended) => editor.once("close", ended).once("error", () => ended(1)))
    return code === 0 ? await readFile(file, "utf8") : undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
