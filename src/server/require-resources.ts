import { HttpError } from "./http/http-error.ts"
import type { OrganisationServices, Resources } from "./services.ts"

/** An organisation's agents, projects, squad and webhooks, on a server that has any. */
export function requireResources({ resources }: OrganisationServices): Resources {
  if (resources) return resources
  throw new HttpError("ROUTE_UNKNOWN", "this server has no database; start it with one to have this call")
}
