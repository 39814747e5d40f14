import { across } from "./requirements/across.ts"
import { assembly } from "./requirements/assembly.ts"
import { data } from "./requirements/data.ts"
import { duet } from "./requirements/duet.ts"
import { events } from "./requirements/events.ts"
import { interfaces } from "./requirements/interfaces.ts"
import { library, traps } from "./requirements/library.ts"
import { models } from "./requirements/models.ts"
import { outcomes } from "./requirements/outcomes.ts"
import { panelAndHive } from "./requirements/panel-and-hive.ts"
import { record } from "./requirements/record.ts"
import type { Requirement } from "./requirements/requirement.ts"
import { squad } from "./requirements/squad.ts"

/** Every promise of the specification. Tests cite the ids in their titles: `test("a pass is a pass [hive.pass]", …)`. */
export const requirements: readonly Requirement[] = [
  ...panelAndHive,
  ...squad,
  ...assembly,
  ...duet,
  ...across,
  ...outcomes,
  ...models,
  ...data,
  ...events,
  ...library,
  ...traps,
  ...interfaces,
  ...record,
]
