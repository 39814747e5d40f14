import { existsSync, readFileSync } from "node:fs"
import { open, rm } from "node:fs/promises"
import { resolve } from "node:path"
import { invalidInput } from "../core/errors.ts"

/** What is wrong with a path, and what to do about it, by the system's code. */
export const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder; check the path",
  EEXIST: "is there already; name another file, or remove it first",
  EACCES: "you may not open it; change its permissions, or name another place",
  EPERM: "you may not open it; change its permissions, or name another place",
  EROFS: "is on a disk that cannot be written to; name another place",
  EISDIR: "is a folder; name a file",
  ENOTDIR: "a part of the path is a file, not a folder; check the path",
}

/** The bytes of a file that somebody named. Throws INPUT_INVALID with its path and what to do. */
export function readBytes(file: string, folder = "."): Buffer {
  try {
    return readFileSync(resolve(folder, file))
  } catch (error) {
    const message = fileProblems[(error as NodeJS.ErrnoException).code ?? ""]
    throw message === undefined ? error : invalidInput([{ field: file, message }])
  }
}

/** The text of a file that somebody named. */
export function readTextFile(file: string, folder?: string): string {
  return decodeText(readBytes(file, folder), file)
}

/** Text in UTF-8, or in UTF-16 with its mark; anything else would be read wrongly without anybody knowing. */
export function decodeText(bytes: Uint8Array, source: string): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes("\u0000")) return text
  } catch {
    if (!bytes.includes(0)) {
      const file = source === "standard input" ? "FILE" : source
      throw invalidInput([
        { field: source, message: `is not UTF-8; convert it first: iconv -f LATIN1 -t UTF-8 ${file}` },
      ])
    }
  }
  throw invalidInput([{ field: source, message: "is not text; name a file of text or code" }])
}

/** Finds out before anything is spent whether files can be written; those that are there stay as they are. */
export async function checkWritable(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue
    const isNew = !existsSync(file)
    await (await open(file, "a")).close()
    if (isNew) await rm(file)
  }
}
