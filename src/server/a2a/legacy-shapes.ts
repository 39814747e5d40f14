import type { A2aArtifact, A2aMessage, A2aPart, A2aStatus, A2aTask, A2aUpdate } from "./task.ts"

/** Version 0.3 uses other names and adds a `kind` to every object. */
export function legacyUpdate(update: A2aUpdate): object {
  if ("task" in update) return legacyTask(update.task)
  if ("statusUpdate" in update) {
    const { status, ...ids } = update.statusUpdate
    const isFinal = !/SUBMITTED|WORKING/.test(status.state)
    return { kind: "status-update", ...ids, status: legacyStatus(status), final: isFinal }
  }
  const { artifact, ...rest } = update.artifactUpdate
  return { kind: "artifact-update", ...rest, artifact: legacyArtifact(artifact) }
}

export function legacyTask({ status, artifacts, history, ...task }: A2aTask): object {
  const shapes = { artifacts: artifacts.map(legacyArtifact), history: history.map(legacyMessage) }
  return { kind: "task", ...task, status: legacyStatus(status), ...shapes }
}

function legacyStatus({ state, message, ...rest }: A2aStatus): object {
  const name = state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", "-")
  return { state: name, ...rest, ...(message && { message: legacyMessage(message) }) }
}

function legacyMessage({ parts, role, ...message }: A2aMessage): object {
  return { kind: "message", ...message, role: role === "ROLE_USER" ? "user" : "agent", parts: parts.map(legacyPart) }
}

function legacyArtifact({ parts, ...artifact }: A2aArtifact): object {
  return { ...artifact, parts: parts.map(legacyPart) }
}

function legacyPart(part: A2aPart): object {
  return "text" in part ? { kind: "text", text: part.text } : { kind: "data", data: part.data }
}
