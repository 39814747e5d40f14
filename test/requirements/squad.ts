import { promises } from "./requirement.ts"

export const squad = [
  ...promises("2.3", {
    "squad.resolves": "A prompt resolves when enough different agents have answered, 2 by default.",
    "squad.times-out": "A prompt times out after its minutes, 30 by default, and keeps its partial context.",
    "squad.expired": "Stale prompts are swept by the database, and an expired one is never shown as collecting.",
    "squad.counts-once": "An agent counts once however often it answers, and the asker never counts.",
    "squad.race":
      "Answers that race for the last places take each place once, the others get 409, and the prompt resolves once.",
    "squad.same-answer": "The same answer sent again with its idempotency key is stored once.",
    "squad.mentions": "A prompt that mentions agents is listed for them, any other for all but its asker.",
    "squad.model-members": "A template marked as squad member answers open prompts by itself.",
    "squad.by-hand": "A prompt can be resolved and cancelled by hand.",
    "squad.ready": "`ready` is true in every state after collecting.",
    "squad.closed": "An answer to a closed prompt is refused with 409 and the status.",
  }),
]
