import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

export function systemEnvironment(): Environment {
  return process.env
}

/** What the file `.env` of a folder sets; nothing where there is none. Variables of the process win over it. */
export function readEnvFile(folder: string): Environment {
  try {
    const text = readFileSync(join(folder, ".env"), "utf8")
    // Few folders have one, and the module takes its time.
    return process.getBuiltinModule("node:util").parseEnv(text)
  } catch {
    return {}
  }
}
