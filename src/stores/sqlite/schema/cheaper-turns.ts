import { localOrganisationId } from "../../../ports/organisation.ts"
import { eventTriggers } from "./discussion-webhooks.ts"
import { logged, remove } from "./history.ts"

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
