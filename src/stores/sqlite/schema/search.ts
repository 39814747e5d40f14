/**
 * `discussion_texts` has a row for each searchable text, `discussion_words` its words; the text itself stays in its own
 * table. Turns are indexed in batches, up to the row in `discussion_words_progress`: see index-words.ts.
 */
const tables = `
CREATE TABLE discussion_texts (
  id INTEGER PRIMARY KEY, organisation_id TEXT NOT NULL, discussion_id TEXT NOT NULL, seq INTEGER NOT NULL,
  UNIQUE (discussion_id, seq)
) STRICT;
CREATE VIRTUAL TABLE discussion_words USING fts5(words, content='', tokenize='unicode61 remove_diacritics 0');
INSERT INTO discussion_words (discussion_words, rank) VALUES ('secure-delete', 1);

CREATE TABLE discussion_words_progress (log_id INTEGER NOT NULL) STRICT;
INSERT INTO discussion_words_progress VALUES (0);
`

interface Text {
  readonly column: string
  /** Column with the id of the discussion. */
  readonly id: string
  /** Number of the event that holds the text, or 0 for the topic, -1 for the solution, -2 for the title. */
  readonly seq: (row: string) => string
}
const turn: Text = { column: "content", id: "discussion_id", seq: (row) => `${row}.seq` }
const topic: Text = { column: "topic", id: "id", seq: () => "0" }
const solution: Text = { column: "solution", id: "id", seq: () => "-1" }
const title: Text = { column: "title", id: "discussion_id", seq: () => "-2" }

const isText = (row: string, { id, seq }: Text) => `discussion_id = ${row}.${id} AND seq = ${seq(row)}`

/** `search_text` is a function of our own connections: see open-file.ts. */
const add = (text: Text) => `
  INSERT INTO discussion_texts (organisation_id, discussion_id, seq)
  SELECT new.organisation_id, new.${text.id}, ${text.seq("new")} WHERE new.${text.column} IS NOT NULL;
  INSERT INTO discussion_words (rowid, words)
  SELECT id, search_text(new.${text.column}) FROM discussion_texts WHERE ${isText("new", text)};`

/** An FTS5 index without content needs the old words to delete them. */
const remove = (text: Text) => `
  INSERT INTO discussion_words (discussion_words, rowid, words)
  SELECT 'delete', id, search_text(old.${text.column}) FROM discussion_texts WHERE ${isText("old", text)};
  DELETE FROM discussion_texts WHERE ${isText("old", text)};`

const triggers = `
CREATE TRIGGER search_discussion_added AFTER INSERT ON discussions BEGIN ${add(topic)} ${add(solution)} END;
CREATE TRIGGER search_answer_changed AFTER UPDATE OF solution ON discussions WHEN old.solution IS NOT new.solution
BEGIN ${remove(solution)} ${add(solution)} END;
CREATE TRIGGER search_discussion_deleted AFTER DELETE ON discussions BEGIN ${remove(topic)} ${remove(solution)} END;
CREATE TRIGGER search_label_added AFTER INSERT ON discussion_labels BEGIN ${add(title)} END;
CREATE TRIGGER search_title_changed AFTER UPDATE OF title ON discussion_labels WHEN old.title IS NOT new.title
BEGIN ${remove(title)} ${add(title)} END;
CREATE TRIGGER search_label_deleted AFTER DELETE ON discussion_labels BEGIN ${remove(title)} END;
CREATE TRIGGER search_log_deleted AFTER DELETE ON discussion_logs BEGIN
  ${remove(turn)}
  UPDATE discussion_words_progress SET log_id = (SELECT coalesce(max(id), 0) FROM discussion_logs)
  WHERE log_id > (SELECT coalesce(max(id), 0) FROM discussion_logs);
END;
`

export const searchSchema = [tables, triggers].join("\n")

/** Indexes every text of a restored backup. */
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
UPDATE discussion_words_progress SET log_id = (SELECT coalesce(max(id), 0) FROM discussion_logs);
`
