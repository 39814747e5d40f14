import { type ListOptions, showList } from "../../cli/commands/list.ts"
import { localOrganisation } from "../../ports/organisation.ts"
import type { ContextRun } from "./command-context.ts"
import { withStorage } from "./with-storage.ts"

/** Needs the database alone, and loads nothing of models or the engine. */
export const list: ContextRun<ListOptions> = (context) =>
  withStorage(context, (storage) => showList(context, storage.organisation(localOrganisation).list))
