import { existsSync, readFileSync } from "node:fs"
import { open, rm } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { invalidField } from "../core/errors.ts"

/** Messages for system error codes about a path, with the fix. */
export const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder; check the path",
  EEXIST: "already exists; use another file, or delete it first",
  EACCES: "permission denied; change its permissions, or use another path",
  EPERM: "permission denied; change its permissions, or use another path",
  EROFS: "is on a read-only disk; use another path",
  EISDIR: "is a folder; use a file",
  ENOTDIR: "a part of the path is a file, not a folder; check the path",
}

/** Throws INPUT_INVALID with the path and the fix. */
export function readBytes(file: string, folder = "."): Buffer {
  try {
    return readFileSync(resolve(folder, file))
  } catch (error) {
    const message = fileProblems[(error as NodeJS.ErrnoException).code ?? ""]
    throw message === undefined ? error : invalidField(file, message)
  }
}

export function readTextFile(file: string, folder?: string): string {
  return decodeText(readBytes(file, folder), file)
}

export function readJsonFile(file: string): unknown {
  const text = readTextFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidField(file, `is not valid JSON: ${(error as Error).message}`)
  }
}

export function readMaterials(files: readonly string[]): readonly { readonly name: string; readonly text: string }[] {
  return files.map((file) => ({ name: materialName(file), text: readTextFile(file) }))
}

function materialName(file: string): string {
  const name = /^[/\\]|^\.\.[/\\]/.test(file) ? basename(file) : file.replace(/^\.\//, "")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names may hold them, labels may not
  return name.replace(/[\u0000-\u001f\u007f<>]/g, "_").slice(0, 200)
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. Throws INPUT_INVALID for anything else. */
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
      throw invalidField(source, `is not UTF-8; convert it first: iconv -f LATIN1 -t UTF-8 ${file}`)
    }
  }
  throw invalidField(source, "is not a text file")
}

/** Fails before anything is spent if files cannot be written. Leaves existing files unchanged. */
export async function checkWritable(files: readonly (string | undefined)[]): Promise<void> {
  for (const file of files) {
    if (file === undefined) continue
    const isNew = !existsSync(file)
    await (await open(file, "a")).close()
    if (isNew) await rm(file)
  }
}
