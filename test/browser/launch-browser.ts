import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium } from "playwright-core"

/** Paths where operating systems install Chromium. */
const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

const defaultArgs = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb"]

/** The path of a real Chromium: `CHROMIUM`, the system's own, or the one from npm (`CHROMIUM=packed`). */
export async function chromiumPath(): Promise<string> {
  const wanted = process.env.CHROMIUM ?? ""
  const own = [wanted, ...systemPaths].find((place) => place !== "" && existsSync(place))
  if (own !== undefined && wanted !== "packed") return own
  const { default: packed, inflate } = await import("@sparticuz/chromium")
  await inflate(join(import.meta.dirname, "../../node_modules/@sparticuz/chromium/bin/al2023.tar.br"))
  return packed.executablePath()
}

export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = await chromiumPath()
  const isPacked = executablePath.startsWith(tmpdir())
  return chromium.launch({
    executablePath,
    args: [...defaultArgs, ...args],
    // It bundles the libraries that minimal systems lack.
    ...(isPacked && { env: { ...process.env, LD_LIBRARY_PATH: join(tmpdir(), "al2023/lib"), HOME: tmpdir() } }),
  })
}

let shared: Promise<Browser> | undefined

/** One Chromium for all test files of a process, closed with it. Tests use their own contexts. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}
