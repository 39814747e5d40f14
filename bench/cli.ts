import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { median, round } from "./measure.ts"

const launcher = join(import.meta.dirname, "../bin/conclave.js")
const built = join(import.meta.dirname, "../dist/index.js")
const repetitions = 21

function wallMs(args: readonly string[]): number {
  const begin = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`)
  return performance.now() - begin
}

/** Start-up time of the command line compared with bare Node, interleaved so that all see the same load. */
export async function main(): Promise<void> {
  const programs = {
    "node -e 0": ["-e", "0"],
    "conclave --version": [launcher, "--version"],
    "conclave --help": [launcher, "--help"],
    // The published package, if `npm run build` has been run.
    ...(existsSync(built) && { 'import "conclave"': ["--import", built, "-e", "0"] }),
  }
  const walls = Object.values(programs).map((): number[] => [])
  for (let time = 0; time < repetitions; time++) {
    Object.values(programs).forEach((args, index) => {
      walls[index]!.push(wallMs(args))
    })
  }
  const bare = median(walls[0]!)
  console.log(
    `${repetitions} starts each (budget: --version at most 3 times node -e 0, import "conclave" at most 80 ms more)`,
  )
  console.table(
    Object.keys(programs).map((program, index) => ({
      program,
      "wall ms": round(median(walls[index]!), 1),
      "ms over bare": round(median(walls[index]!) - bare, 1),
      "ms over bare, fastest runs": round(Math.min(...walls[index]!) - Math.min(...walls[0]!), 1),
      "times bare": round(median(walls[index]!) / bare, 2),
    })),
  )
}
