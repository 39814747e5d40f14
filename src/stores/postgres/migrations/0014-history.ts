import { protect } from "./protect.ts"

/** Labels are no part of the events, so they stand in a table of their own, which a rebuild leaves alone. */
const tables = `
CREATE TABLE discussion_labels (
  discussion_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  title text,
  pinned boolean NOT NULL DEFAULT false,
  archived boolean NOT NULL DEFAULT false,
  tags jsonb NOT NULL DEFAULT '[]'
);
CREATE INDEX discussion_labels_pinned ON discussion_labels (organisation_id) WHERE pinned;

-- Of texts that are no event's: 0 the topic, -1 the outcome, -2 the title.
CREATE TABLE discussion_texts (
  discussion_id uuid NOT NULL,
  seq integer NOT NULL,
  organisation_id uuid NOT NULL,
  words tsvector NOT NULL,
  PRIMARY KEY (discussion_id, seq)
);
CREATE INDEX discussion_texts_words ON discussion_texts USING gin (words);
`

/**
 * The same words as `wordsOf` in src/stores/search finds: without case and accents, and each Chinese or Japanese
 * character by itself. It does not depend on the locale, in which `[:alnum:]` may know ASCII alone.
 */
const searchText = String.raw`
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(
    regexp_replace(
      lower(normalize(regexp_replace(normalize(left(given, 100000), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)),
      '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020]+',
    ' ', 'g')
$$;
`

const triggers = `
CREATE FUNCTION index_text(discussion uuid, number integer, organisation uuid, given text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO discussion_texts (discussion_id, seq, organisation_id, words)
  SELECT discussion, number, organisation, to_tsvector('simple', search_text(given)) WHERE given IS NOT NULL
  ON CONFLICT (discussion_id, seq) DO UPDATE SET words = EXCLUDED.words
$$;

CREATE FUNCTION index_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_text(NEW.discussion_id, NEW.seq, NEW.organisation_id, NEW.content);
  RETURN NULL;
END $$;
CREATE TRIGGER search_log_added AFTER INSERT ON discussion_logs FOR EACH ROW EXECUTE FUNCTION index_log();

CREATE FUNCTION index_discussion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM index_text(NEW.id, 0, NEW.organisation_id, NEW.topic);
  END IF;
  PERFORM index_text(NEW.id, -1, NEW.organisation_id, NEW.solution);
  RETURN NULL;
END $$;
CREATE TRIGGER search_discussion_added AFTER INSERT ON discussions FOR EACH ROW EXECUTE FUNCTION index_discussion();
CREATE TRIGGER search_answer_changed AFTER UPDATE ON discussions FOR EACH ROW
  WHEN (OLD.solution IS DISTINCT FROM NEW.solution) EXECUTE FUNCTION index_discussion();

CREATE FUNCTION index_title() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM discussion_texts WHERE discussion_id = NEW.discussion_id AND seq = -2;
  PERFORM index_text(NEW.discussion_id, -2, NEW.organisation_id, NEW.title);
  RETURN NULL;
END $$;
CREATE TRIGGER search_title_changed AFTER INSERT OR UPDATE ON discussion_labels
  FOR EACH ROW EXECUTE FUNCTION index_title();

CREATE FUNCTION unindex_discussion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM discussion_texts WHERE discussion_id = OLD.id AND seq > -2;
  RETURN NULL;
END $$;
CREATE TRIGGER search_discussion_deleted AFTER DELETE ON discussions
  FOR EACH ROW EXECUTE FUNCTION unindex_discussion();
`

/**
 * A row-level policy is checked before an operator that might tell of other rows, so the role of organisations could not
 * use the index. This runs as its owner, and looks at the organisation itself.
 */
const search = `
CREATE FUNCTION search_texts(asked tsquery) RETURNS TABLE (discussion_id uuid, seq integer)
LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT t.discussion_id, t.seq FROM discussion_texts t
  WHERE t.words @@ asked AND t.organisation_id = current_setting('conclave.organisation')::uuid
$$;
`

/** Makes the index of words of what stands in the tables: for a database from before it, and for a restored backup. */
export const indexTexts = `
SELECT index_text(discussion_id, seq, organisation_id, content) FROM discussion_logs
UNION ALL SELECT index_text(id, 0, organisation_id, topic) FROM discussions
UNION ALL SELECT index_text(id, -1, organisation_id, solution) FROM discussions
UNION ALL SELECT index_text(discussion_id, -2, organisation_id, title) FROM discussion_labels;
`

export const historyMigration = [
  ...[tables, protect("discussion_labels"), protect("discussion_texts")],
  ...[searchText, triggers, search, indexTexts],
].join("\n")
