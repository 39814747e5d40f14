import type { SquadMember } from "../ports/squad-store.ts"
import type { SquadVerb } from "./context.ts"

export interface MembersForInput {
  readonly promptId: string
}

/** The model members who should answer a prompt and have not yet: those it names or all of them, never its asker. */
export const membersFor: SquadVerb<MembersForInput, readonly SquadMember[]> = ({ context, input }) =>
  context.squad.membersFor(input.promptId)
