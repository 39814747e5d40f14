/** A new seat as form values. */
export interface NewSeatDraft {
  readonly name: string
  readonly kind: "model" | "human" | "external"
  readonly model: string
  readonly persona: string
}

export const emptyNewSeat: NewSeatDraft = { name: "", kind: "model", model: "", persona: "" }

/** The request body for a new seat; empty fields are left to the server. */
export function toNewSeat({ name, kind, model, persona }: NewSeatDraft) {
  return {
    name: name.trim(),
    kind,
    ...(kind === "model" && model !== "" && { model }),
    ...(persona.trim() !== "" && { persona }),
  }
}
