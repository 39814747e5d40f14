/** A key may be for one seat of one discussion. */
export const seatKeys = `
ALTER TABLE api_keys ADD COLUMN discussion_id TEXT;
ALTER TABLE api_keys ADD COLUMN seat TEXT;
`
