/**
 * Labels are no part of the events, so they stand in a table of their own, which a rebuild leaves alone.
 * Of each text that can be searched `discussion_texts` has a row and `discussion_words` the words; the text itself stays
 * where it stands. `search_text` is ours: see open-file.ts.
 */
const tables = `
CREATE TABLE discussion_labels (
  discussion_id TEXT NOT NULL PRIMARY KEY, organisation_id TEXT NOT NULL REFERENCES organisations, title TEXT,
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)), tags TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX discussion_labels_pinned ON discussion_labels (organisation_id) WHERE pinned = 1;

CREATE TABLE discussion_texts (
  id INTEGER PRIMARY KEY, organisation_id TEXT NOT NULL, discussion_id TEXT NOT NULL, seq INTEGER NOT NULL,
  UNIQUE (discussion_id, seq)
) STRICT;
CREATE VIRTUAL TABLE discussion_words USING fts5(words, content='', tokenize='unicode61 remove_diacritics 0');
INSERT INTO discussion_words (discussion_words, rank) VALUES ('secure-delete', 1);
`

interface Text {
  /** The number of the event that has it; of none of them 0 the topic, -1 the outcome, -2 the title. */
  readonly seq: string
  readonly column: string
  readonly id?: string
}
export const logged: Text = { seq: "seq", column: "content" }
const topic: Text = { seq: "0", column: "topic", id: "id" }
const answer: Text = { seq: "-1", column: "solution", id: "id" }
const title: Text = { seq: "-2", column: "title" }

const place = (row: string, { seq, id = "discussion_id" }: Text) =>
  `discussion_id = ${row}.${id} AND seq = ${seq === "seq" ? `${row}.seq` : seq}`

const add = (text: Text) => `
  INSERT INTO discussion_texts (organisation_id, discussion_id, seq)
  SELECT new.organisation_id, new.${text.id ?? "discussion_id"}, ${text.seq === "seq" ? "new.seq" : text.seq}
  WHERE new.${text.column} IS NOT NULL;
  INSERT INTO discussion_words (rowid, words)
  SELECT id, search_text(new.${text.column}) FROM discussion_texts WHERE ${place("new", text)};`

/** An index that does not hold the texts must be told which words to take out. */
export const remove = (text: Text) => `
  INSERT INTO discussion_words (discussion_words, rowid, words)
  SELECT 'delete', id, search_text(old.${text.column}) FROM discussion_texts WHERE ${place("old", text)};
  DELETE FROM discussion_texts WHERE ${place("old", text)};`

const triggers = `
CREATE TRIGGER search_log_added AFTER INSERT ON discussion_logs BEGIN ${add(logged)} END;
CREATE TRIGGER search_log_deleted AFTER DELETE ON discussion_logs BEGIN ${remove(logged)} END;
CREATE TRIGGER search_discussion_added AFTER INSERT ON discussions BEGIN ${add(topic)} ${add(answer)} END;
CREATE TRIGGER search_answer_changed AFTER UPDATE OF solution ON discussions WHEN old.solution IS NOT new.solution
BEGIN ${remove(answer)} ${add(answer)} END;
CREATE TRIGGER search_discussion_deleted AFTER DELETE ON discussions BEGIN ${remove(topic)} ${remove(answer)} END;
CREATE TRIGGER search_label_added AFTER INSERT ON discussion_labels BEGIN ${add(title)} END;
CREATE TRIGGER search_title_changed AFTER UPDATE OF title ON discussion_labels WHEN old.title IS NOT new.title
BEGIN ${remove(title)} ${add(title)} END;
CREATE TRIGGER search_label_deleted AFTER DELETE ON discussion_labels BEGIN ${remove(title)} END;
`

/** Makes the index of words of what stands in the tables: for a file from before it, and for a restored backup. */
export const indexTexts = `
CREATE TEMP VIEW all_texts AS
  SELECT organisation_id, discussion_id, seq, content AS text FROM main.discussion_logs
  UNION ALL SELECT organisation_id, id, 0, topic FROM main.discussions
  UNION ALL SELECT organisation_id, id, -1, solution FROM main.discussions WHERE solution IS NOT NULL
  UNION ALL SELECT organisation_id, discussion_id, -2, title FROM main.discussion_labels WHERE title IS NOT NULL;
INSERT INTO discussion_texts (organisation_id, discussion_id, seq) SELECT organisation_id, discussion_id, seq FROM all_texts;
INSERT INTO discussion_words (rowid, words)
  SELECT t.id, search_text(text) FROM all_texts JOIN discussion_texts t USING (discussion_id, seq);
DROP VIEW all_texts;
`

export const history = [tables, triggers, indexTexts].join("\n")
