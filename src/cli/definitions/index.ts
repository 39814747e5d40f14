import type { CommandDefinition } from "./definition.ts"
import { discussing } from "./discussing.ts"
import { looking } from "./looking.ts"
import { running } from "./running.ts"
import { squad } from "./squad.ts"
import { steering } from "./steering.ts"

export { commonOptions } from "./common.ts"
export type { CommandDefinition, OptionDefinition } from "./definition.ts"

/** Every command, in the order in which help shows them. */
export const commands: readonly CommandDefinition[] = [...discussing, ...steering, ...looking, ...squad, ...running]

/** What `conclave` does when it is given no command. */
export const alone = "opens the conversation with the queen"
