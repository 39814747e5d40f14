import { spawn } from "node:child_process"
import type { Environment } from "./environment.ts"

const browserCommands: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Shows a page in a browser, the one that `BROWSER` names if it does. Gives whether one could be started. */
export async function openInBrowser(url: string, env: Environment): Promise<boolean> {
  const [program, ...args] = env.BROWSER?.trim() ? [env.BROWSER.trim()] : (browserCommands[process.platform] ?? [])
  if (program === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false)).once("spawn", () => resolve(true))
    child.unref()
  })
}
