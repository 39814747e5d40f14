import { basename } from "node:path"
import { readTextFile } from "./text-files.ts"

export interface MaterialInput {
  readonly name: string
  readonly text: string
}

export function readMaterials(files: readonly string[]): readonly MaterialInput[] {
  return files.map((file) => ({ name: materialName(file), text: readTextFile(file) }))
}

function materialName(file: string): string {
  const name = /^[/\\]|^\.\.[/\\]/.test(file) ? basename(file) : file.replace(/^\.\//, "")
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names may hold them, labels may not
  return name.replace(/[\u0000-\u001f\u007f<>]/g, "_").slice(0, 200)
}
