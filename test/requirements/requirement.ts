export interface Requirement {
  /** `area.promise`, which tests cite in square brackets. */
  readonly id: string
  /** One sentence that a test can prove or refute. */
  readonly promise: string
  /** Section of the specification. */
  readonly section: string
  /** Title of the open issue that will deliver it. */
  readonly pending?: string
}

/** Titles of the open issues. An issue that is done is removed from its promises. */
export const issues = {
  models: "Models: real providers, discovery, replay, and every way they fail",
  storage: "Storage and durable running: embedded by default, PostgreSQL to scale, crash-proof",
  server: "The server: every HTTP contract, streams that resume, the squad, keys",
  steering: "Steering and deciding: people in the middle, better decisions, formats as files",
  commandLine: "The command line: a conversation worth having in a terminal",
  web: "The web page: watch minds meet",
  agents: "Other agents: MCP and the OpenAI-style endpoint (issue not opened yet)",
} as const

export function promises(
  section: string,
  sentences: Readonly<Record<string, string>>,
  pending?: string,
): readonly Requirement[] {
  return Object.entries(sentences).map(([id, promise]) => ({ id, promise, section, ...(pending && { pending }) }))
}
