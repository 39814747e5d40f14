/** A seat as somebody fills it in. */
export interface NewSeatDraft {
  readonly name: string
  readonly kind: "model" | "human" | "external"
  readonly model: string
  readonly persona: string
}

export const emptyNewSeat: NewSeatDraft = { name: "", kind: "model", model: "", persona: "" }

/** A seat as the server takes it: what was left empty is its own choice. */
export function toNewSeat({ name, kind, model, persona }: NewSeatDraft) {
  return {
    name: name.trim(),
    kind,
    ...(kind === "model" && model !== "" && { model }),
    ...(persona.trim() !== "" && { persona }),
  }
}
