import type { ArgumentDefinition, OptionDefinition } from "./definition.ts"

/** What every command takes. Flags win over variables, variables over the file. */
export const commonOptions: readonly OptionDefinition[] = [
  {
    flags: "--data <folder>",
    about: "the folder of the embedded database",
    envVariable: "CONCLAVE_DATA",
    defaultText: ".conclave",
  },
  { flags: "--database <url>", about: "a PostgreSQL server in its place", envVariable: "DATABASE_URL" },
  { flags: "--config <file>", about: "the configuration", defaultText: "conclave.yaml, else config.yaml" },
  { flags: "--json", about: "answer in JSON; what happens one after the other comes as lines of JSON" },
  { flags: "--plain", about: "no colour, no drawing, nothing that changes: for screen readers and logs" },
]

export const discussionIdArgument: ArgumentDefinition = {
  name: "id",
  about: "the discussion's id, or the beginning of it where that is enough",
}
