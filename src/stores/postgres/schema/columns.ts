import { localOrganisationId } from "../../../ports/key-store.ts"

/** Rows inserted by hand belong to the local organisation unless they name another. */
export const organisationId = `organisation_id uuid NOT NULL DEFAULT '${localOrganisationId}'`
export const organisation = `${organisationId} REFERENCES organisations`
