import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

/** Reads the file named on the command line, gunzipping `.gz`. Without an argument, prints the usage and exits with 2. */
export function readLines(usage: string): string {
  const [file] = process.argv.slice(2)
  if (file === undefined) {
    console.error(`usage: ${usage}`)
    process.exit(2)
  }
  const bytes = readFileSync(file)
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}
