/** Steps of discussions that held up their process: what is left here when the process is gone is why it is gone. */
export const suspectRuns = `
CREATE TABLE running_suspects (
  id INTEGER PRIMARY KEY AUTOINCREMENT, discussion_id TEXT NOT NULL, held_ms INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL
) STRICT;
CREATE INDEX running_suspects_of_discussion ON running_suspects (discussion_id);
`
