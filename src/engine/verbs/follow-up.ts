import type { DiscussionState } from "../../core/discussion/state.ts"
import { ConclaveError } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { hash } from "../../core/random.ts"
import { excerpt } from "../../core/text.ts"
import { loadState, type Verb } from "../context.ts"
import { checkMaterials } from "./check-materials.ts"
import { checkModels } from "./create-discussion.ts"
import { createWithTable } from "./create-with-table.ts"

interface FollowUpInput {
  readonly followUpId: string
  readonly topic: string
  /** Id of the API key that starts it. */
  readonly startedBy?: string | undefined
  readonly projectId?: string | null
}

const nameLength = 80

/** Starts a new discussion with the same seats; the outcome of the old one is added to its materials. */
export const followUp: Verb<FollowUpInput> = async ({ context, input }) => {
  const { discussionId, followUpId, topic, startedBy, projectId } = input
  const before = await loadState(context.store, discussionId)
  if (!before.outcome) {
    throw new ConclaveError(
      "STATE_INVALID",
      `the discussion is ${before.status}; a follow-up can start once it is over`,
    )
  }
  const { materials = [], format, language, budget } = before.table
  const seats = before.everyone.filter(({ id }) => !before.leftSeats.includes(id))
  const material = { name: excerpt(before.table.topic, nameLength), text: outcomeText(before) }
  const table = {
    ...{ topic, format, seats, language, budget, choices: [], seed: hash(followUpId) },
    materials: [...materials, material],
    ...omitUndefined({ startedBy, projectId: projectId ?? undefined }),
  }
  checkModels(seats, context.models)
  await checkMaterials(table, context.models)
  return createWithTable({ context, input: { discussionId: followUpId, table } })
}

function outcomeText({ table, outcome, everyone }: DiscussionState): string {
  const { sentence, solution, bestProposal, dissent } = outcome!
  const nameOf = (seat: string | undefined) => everyone.find(({ id }) => id === seat)?.name
  const against = dissent.flatMap(({ seat, reasoning }) => {
    const name = nameOf(seat)
    return reasoning === "" ? [] : [name === undefined ? `- ${reasoning}` : `- ${name}: ${reasoning}`]
  })
  return [table.topic, sentence, solution ?? bestProposal?.solution ?? "", against.join("\n")]
    .filter((part) => part !== "")
    .join("\n\n")
}
