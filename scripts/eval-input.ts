import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

/** The text of the file that the command line names, unpacked where it is gzipped; says how to call it where it names none. */
export function readLines(usage: string): string {
  const [file] = process.argv.slice(2)
  if (file === undefined) {
    console.error(`usage: ${usage}`)
    process.exit(2)
  }
  const bytes = readFileSync(file)
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8")
}
