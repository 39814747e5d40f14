/** Steps of discussions that held up their process: what is left here when the process is gone is why it is gone. */
export const suspectRuns = `
  CREATE TABLE running.suspects (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    discussion_id uuid NOT NULL,
    held_ms integer NOT NULL DEFAULT 0,
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX suspects_of_discussion ON running.suspects (discussion_id);
`
