import { adminCommands } from "./admin-commands.ts"
import type { CommandDefinition } from "./definition.ts"
import { discussionCommands } from "./discussion-commands.ts"
import { inspectionCommands } from "./inspection-commands.ts"
import { squadCommands } from "./squad-commands.ts"
import { steeringCommands } from "./steering-commands.ts"

export { commonOptions } from "./common-options.ts"
export type { CommandDefinition, OptionDefinition } from "./definition.ts"

/** Every command, in the order in which help shows them. */
export const commands: readonly CommandDefinition[] = [
  ...discussionCommands,
  ...steeringCommands,
  ...inspectionCommands,
  ...squadCommands,
  ...adminCommands,
]

/** What `conclave` does when it is given no command. */
export const noCommandAction = "opens the conversation with the queen"
