import type { Clock } from "../ports/clock.ts"
import type { Models } from "../ports/model.ts"
import type { SquadStore } from "../ports/squad-store.ts"

/** What the squad works through; the store is one organisation's. */
export interface SquadContext {
  readonly squad: SquadStore
  readonly clock: Clock
  readonly models: Models
}

/** One thing that can be asked of the squad, whatever door it is asked at. `Needs` is as much of the context as it uses. */
export type SquadVerb<Input, Output, Needs extends keyof SquadContext = "squad"> = (request: {
  readonly context: Pick<SquadContext, Needs>
  readonly input: Input
}) => Promise<Output>
