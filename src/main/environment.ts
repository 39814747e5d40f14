/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

export function systemEnvironment(): Environment {
  return process.env
}
