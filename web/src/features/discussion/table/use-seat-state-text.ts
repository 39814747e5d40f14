import type { SeatAtTable } from "../../../../../src/core/public/view.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"
import { useView } from "../view/view-store.ts"
import type { SeatState } from "./seat-state.ts"

/** What a seat is doing, in a word; nothing where there is nothing to say. */
export function useSeatStateText(): (seat: SeatAtTable, state: SeatState) => string {
  const { table } = useTexts(discussionTexts)
  const round = useView((view) => view.round?.number ?? 0)
  return ({ fromRound }, state) => {
    if (fromRound !== undefined && fromRound > round && state === "quiet") return table.from(fromRound)
    return state === "quiet" || state === "spoke" ? "" : table[state]
  }
}
