/** Whose rows they are where nobody has set up organisations. */
export const localOrganisationId = "00000000-0000-4000-8000-000000000001"
