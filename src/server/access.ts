import { type Scope, scopes } from "../ports/key-store.ts"
import { localOrganisationId } from "../ports/organisation.ts"

export { localOrganisationId as localOrganisation, type Scope, scopes }

/** For whom a request is made, and what it may do. */
export interface Access {
  readonly organisationId: string
  readonly scope: Scope
  /** The key that was sent. */
  readonly keyId?: string
  /** Whether it still stands; asked now and then while a stream is open. Without it, it does for good. */
  readonly isStillValid?: () => Promise<boolean>
}

/** Says who a request comes from, or throws KEY_MISSING or KEY_INVALID. */
export type Authenticate = (request: Request) => Access | Promise<Access>

/** On loopback nobody has to log in. */
export const localAccess: Authenticate = () => ({ organisationId: localOrganisationId, scope: "admin" })

/** Each scope includes those before it. */
export function hasScope(access: Access, needed: Scope): boolean {
  return scopes.indexOf(access.scope) >= scopes.indexOf(needed)
}
