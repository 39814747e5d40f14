import { z } from "zod"

const parts = z.array(z.looseObject({ text: z.string().optional() })).max(100_000)
const message = z.looseObject({ parts })
const status = z.looseObject({ state: z.string(), message: message.optional() })
const artifact = z.looseObject({ artifactId: z.string(), parts })
const task = z.looseObject({ id: z.string(), status, artifacts: z.array(artifact).max(10_000).optional() })
const statusUpdate = z.looseObject({ taskId: z.string(), status })
const artifactUpdate = z.looseObject({ taskId: z.string(), artifact, append: z.boolean().optional() })

const updateSchema = z.union([
  z.object({ message }),
  z.object({ task }),
  z.object({ statusUpdate }),
  z.object({ artifactUpdate }),
])

export type AgentUpdate = z.output<typeof updateSchema>
export type AgentTask = z.output<typeof task>

/** A2A 0.3 names the kind in a field. */
const legacyNames: Readonly<Record<string, string>> = {
  message: "message",
  task: "task",
  "status-update": "statusUpdate",
  "artifact-update": "artifactUpdate",
}

/** Undefined if it is not an update of the protocol. */
export function readUpdate(result: unknown): AgentUpdate | undefined {
  const { kind, id } = (typeof result === "object" && result !== null ? result : {}) as Record<string, unknown>
  const name = typeof kind === "string" && Object.hasOwn(legacyNames, kind) ? legacyNames[kind] : undefined
  // In 1.0 a requested task is not wrapped.
  const named = name === undefined && typeof id === "string" ? "task" : name
  return updateSchema.safeParse(named === undefined ? result : { [named]: result }).data
}

/** Normalises `TASK_STATE_INPUT_REQUIRED` (1.0) and `input-required` (0.3). */
export function stateOf(state: string): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-")
}

export function textOf(
  given: { readonly parts: readonly { readonly text?: string | undefined }[] } | undefined,
): string {
  return given?.parts.map(({ text = "" }) => text).join("") ?? ""
}
