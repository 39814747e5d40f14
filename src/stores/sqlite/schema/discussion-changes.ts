import { localOrganisationId } from "../../../ports/key-store.ts"
import { sqlShown } from "../time.ts"
import { nameKey } from "./squad-triggers.ts"

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
const logged: Text = { seq: "seq", column: "content" }
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
const remove = (text: Text) => `
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

/**
 * Webhooks of discussions, written in the transaction of what happened. What a fork took over from its parent has been
 * told there. Of a webhook for one agent only that the seat of this name is waited for.
 */
const announce = (event: string, discussion: string, seat?: { json: string; name: string }) => `
  INSERT INTO webhook_deliveries (organisation_id, webhook_id, event, body)
  SELECT d.organisation_id, w.id, ${event}, json_patch('{}', json_object(
    'event', ${event}, 'created_at', ${sqlShown("'now'")}${seat ? `, 'seat', ${seat.json}` : ""},
    'discussion', json_object('id', d.id, 'format', d.format, 'topic', d.topic, 'status', d.status, 'round', d.round,
      'stoppingReason', d.stopping_reason, 'agreed', json(iif(d.agreed, 'true', iif(d.agreed IS NULL, 'null', 'false'))),
      'solution', d.solution)))
  FROM discussions d JOIN webhooks w ON w.organisation_id = d.organisation_id
  WHERE d.id = ${discussion} AND EXISTS (SELECT 1 FROM json_each(w.events) e WHERE e.value = ${event})
    AND (w.agent_key IS NULL${seat ? ` OR w.agent_key = ${nameKey(seat.name)}` : ""})
  ORDER BY w.rowid;`

const told = (field: string) => `json_extract(NEW.payload, '$.${field}')`
const until = `strftime('%Y-%m-%dT%H:%M:%fZ', ${told("until")} / 1000.0, 'unixepoch')`
const seatJson = `json_object('id', ${told("seat")}, 'name', ${told("name")}, 'purpose', ${told("purpose")},
  'question', ${told("question")}, 'form', ${told("form")}, 'options', json(NEW.payload -> '$.options'), 'until', ${until})`

const isOwn = `NEW.seq > coalesce((
  SELECT json_extract(payload, '$.table.parent.seq') FROM discussion_events
  WHERE discussion_id = NEW.discussion_id AND seq = 1 AND json_extract(payload, '$.table.parent.kind') = 'fork'), 0)`

/** Those of the table of events, for whoever makes that table anew. */
const eventTriggers = `
CREATE TRIGGER discussion_seat_announces AFTER INSERT ON discussion_events
WHEN NEW.type = 'awaiting_input' AND ${isOwn} BEGIN
  ${announce("'seat.awaited'", "NEW.discussion_id", { json: seatJson, name: told("name") })}
END;

CREATE TRIGGER discussion_end_announces AFTER INSERT ON discussion_events
WHEN NEW.type IN ('discussion_completed', 'discussion_error', 'discussion_aborted') AND ${isOwn} BEGIN
  ${announce("iif(NEW.type = 'discussion_error', 'discussion.failed', replace(NEW.type, '_', '.'))", "NEW.discussion_id")}
END;
`

export const discussionWebhooks = `${eventTriggers}
CREATE TRIGGER discussion_waiting_announces AFTER UPDATE OF status ON discussions
WHEN NEW.status = 'waiting' AND OLD.status <> 'waiting' BEGIN
  ${announce("'discussion.waiting'", "NEW.id")}
END;
`

/** Without a row id a turn of more than a thousand bytes would take pages of its own, which every commit writes. */
const events = `
CREATE TABLE new_events (
  discussion_id TEXT NOT NULL, seq INTEGER NOT NULL, organisation_id TEXT NOT NULL DEFAULT '${localOrganisationId}',
  at TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, cleaned INTEGER, version INTEGER NOT NULL,
  PRIMARY KEY (discussion_id, seq)
) STRICT;
INSERT INTO new_events (discussion_id, seq, organisation_id, at, type, payload, cleaned, version)
SELECT discussion_id, seq, organisation_id, at, type, payload, cleaned, version FROM discussion_events;
DROP TABLE discussion_events;
ALTER TABLE new_events RENAME TO discussion_events;
${eventTriggers}
`

/** What was said is put into the index of words many turns at once, up to this row: see index-words.ts. */
const words = `
CREATE TABLE discussion_words_progress (log_id INTEGER NOT NULL) STRICT;
INSERT INTO discussion_words_progress SELECT coalesce(max(id), 0) FROM discussion_logs;
DROP TRIGGER search_log_added;
DROP TRIGGER search_log_deleted;
CREATE TRIGGER search_log_deleted AFTER DELETE ON discussion_logs BEGIN
  ${remove(logged)}
  UPDATE discussion_words_progress SET log_id = (SELECT coalesce(max(id), 0) FROM discussion_logs)
  WHERE log_id > (SELECT coalesce(max(id), 0) FROM discussion_logs);
END;
`

export const cheaperTurns = [events, words].join("\n")
