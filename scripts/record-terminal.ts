import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { type Cast, writeCastSvg } from "./write-cast-svg.ts"

/**
 * Records the README's terminal session: `node scripts/record-terminal.ts`, by hand, with tmux. The package is built,
 * packed and unpacked in an empty folder; the session there is recorded unedited in 80 columns.
 */
const columns = 80
const rows = 24
const sampleMs = 200
/** Longer pauses are shortened to this. */
const maxPauseMs = 1_500
const session = `conclave-record-${process.pid}`
const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "conclave-record-"))

interface Step {
  readonly type: string
  /** Matches the screen when the command is done. */
  readonly until: RegExp
}

const steps: readonly Step[] = [
  {
    type: 'npx conclave discuss "Monolith or services for a team of three?" --rounds 1',
    until: /conclave show \w{8}\s+\$ $/,
  },
  { type: "npx conclave list", until: /completed[^\n]*\n\$ $/ },
]

const run = (program: string, args: readonly string[], cwd = root) =>
  execFileSync(program, args, { cwd, encoding: "utf8" })
const tmux = (...args: readonly string[]) => run("tmux", args)

function installPacked(): string {
  const [built, project] = [join(folder, "built"), join(folder, "project")]
  run(process.execPath, ["scripts/build.ts", built])
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", folder], built))
  const modules = join(project, "node_modules")
  const installed = join(modules, "conclave")
  mkdirSync(join(modules, ".bin"), { recursive: true })
  mkdirSync(installed)
  run("tar", ["-xzf", join(folder, packed.filename), "-C", installed, "--strip-components=1"])
  // Link the dependencies of this repository, so that no network is needed.
  const { dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  for (const name of Object.keys(dependencies)) {
    if (name.includes("/")) mkdirSync(join(modules, name.split("/")[0]!), { recursive: true })
    symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  symlinkSync("../conclave/bin/conclave.js", join(modules, ".bin/conclave"))
  return project
}

/** The current screen; with colours for the recording. */
const plainScreen = () => tmux("capture-pane", "-t", session, "-p").trimEnd()
const paintedScreen = () => tmux("capture-pane", "-t", session, "-p", "-e").trimEnd()

async function record(project: string): Promise<Cast> {
  const env = ["-i", `HOME=${folder}`, `PATH=${process.env.PATH}`, "TERM=tmux-256color", "LANG=C.UTF-8", "PS1=$ "]
  const shell = ["env", ...env, "OLLAMA_HOST=127.0.0.1:9", "bash", "--norc", "-i"]
  tmux("new-session", "-d", "-s", session, "-x", String(columns), "-y", String(rows), "-c", project, ...shell)
  const frames: { at: number; screen: string }[] = []
  let at = 0
  let before = Date.now()
  const sample = () => {
    const screen = paintedScreen()
    const now = Date.now()
    if (screen === frames.at(-1)?.screen) return
    at += Math.min(now - before, maxPauseMs)
    before = now
    frames.push({ at, screen })
  }
  // Text typed before the shell is ready would appear before its prompt.
  while (plainScreen() !== "$") await setTimeout(sampleMs)
  for (const { type, until } of steps) {
    for (const word of type.split(/(?<= )/)) {
      tmux("send-keys", "-t", session, "-l", "--", word)
      await setTimeout(80)
      sample()
    }
    tmux("send-keys", "-t", session, "Enter")
    const typed = Date.now()
    while (!until.test(`${plainScreen()} `) || Date.now() - typed < 1_000) {
      if (Date.now() - typed > 180_000) throw new Error(`the screen never matched ${until}:\n${plainScreen()}`)
      await setTimeout(sampleMs)
      sample()
    }
    sample()
    at += maxPauseMs
    before = Date.now()
  }
  return { columns, rows, durationMs: at + 2 * maxPauseMs, frames }
}

try {
  const cast = await record(installPacked())
  const svg = writeCastSvg(cast)
  writeFileSync(join(root, "docs/screenshots/terminal.svg"), svg)
  console.log(`docs/screenshots/terminal.svg: ${cast.frames.length} frames, ${Math.round(svg.length / 1_000)} KB`)
  if (process.argv[2]) writeFileSync(process.argv[2], castFile(cast))
} finally {
  try {
    tmux("kill-session", "-t", session)
  } catch {} // the session may never have started
  // The shell may still be writing while it exits.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** An asciinema recording in which each frame draws the whole screen. */
function castFile({ frames }: Cast): string {
  const header = { version: 2, width: columns, height: rows }
  const lines = frames.map(({ at, screen }) => [at / 1_000, "o", `\u001b[H\u001b[2J${screen.replaceAll("\n", "\r\n")}`])
  return [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("")
}
