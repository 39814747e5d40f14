/** A key may be for one seat of one discussion. No reference: it outlives the discussion, and opens nothing then. */
export const seatKeys = "ALTER TABLE api_keys ADD COLUMN discussion_id uuid, ADD COLUMN seat text"
