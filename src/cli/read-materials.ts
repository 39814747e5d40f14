import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { invalidInput } from "../core/errors.ts"

export interface MaterialInput {
  readonly name: string
  readonly text: string
}

/** Reads files of text to attach, in their order. */
export function readMaterials(files: readonly string[]): Promise<readonly MaterialInput[]> {
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file).catch((error) => {
        // Node names no path where reading a folder fails.
        throw error.code === "EISDIR"
          ? invalidInput([{ field: "--attach", message: `${file} is a folder; name a file` }])
          : error
      })
      return { name: materialName(file), text: decodeText(bytes, file, "--attach") }
    }),
  )
}

function materialName(file: string): string {
  const name = /^[/\\]|^\.\.[/\\]/.test(file) ? basename(file) : file.replace(/^\.\//, "")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names may hold them, labels may not
  return name.replace(/[\u0000-\u001f\u007f<>]/g, "_").slice(0, 200)
}

/** Text in UTF-8, or in UTF-16 with its mark; anything else would be read wrongly without anybody knowing. */
export function decodeText(bytes: Uint8Array, source: string, field: string): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes("\u0000")) return text
  } catch {
    if (!bytes.includes(0)) {
      const message = `${source} is not UTF-8; convert it first: iconv -f LATIN1 -t UTF-8 ${source === "standard input" ? "FILE" : source}`
      throw invalidInput([{ field, message }])
    }
  }
  throw invalidInput([{ field, message: `${source} is not text; attach text or code` }])
}
