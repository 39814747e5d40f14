/** Whose rows they are where nobody has set up organisations. */
export const localOrganisation = "00000000-0000-4000-8000-000000000001"
