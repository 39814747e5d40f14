/** Words of each searchable text. The text itself stays in its own table. */
const tables = `
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
 * Finds the same words as `wordsOf` in src/stores/search: without case and accents, and each Chinese or Japanese
 * character by itself. Independent of the locale, in which `[:alnum:]` may match only ASCII. Most texts are ASCII, and
 * skip the Unicode normalisation.
 */
const searchText = String.raw`
CREATE FUNCTION search_text(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN given ~ '[^\u0001-\u007f\u2000-\u206f]' COLLATE "C" THEN
    regexp_replace(
      regexp_replace(
        lower(normalize(regexp_replace(normalize(left(given, 100000), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)),
        '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'),
      '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u3004\u3008-\u3020]',
      ' ', 'g')
  ELSE regexp_replace(lower(left(given, 100000) COLLATE "C"), '[^a-z0-9 ]' COLLATE "C", ' ', 'g') END
$$;
`

/** Turns are indexed in batches soon after they are committed, or by the next search: see text-indexer.ts. */
const triggers = `
CREATE FUNCTION index_text(discussion uuid, number integer, organisation uuid, given text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO discussion_texts (discussion_id, seq, organisation_id, words)
  SELECT discussion, number, organisation, to_tsvector('simple', search_text(given)) WHERE given IS NOT NULL
  ON CONFLICT (discussion_id, seq) DO UPDATE SET words = EXCLUDED.words
$$;

CREATE FUNCTION index_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO running.unindexed_texts (discussion_id, seq) VALUES (NEW.discussion_id, NEW.seq);
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

/** The lock serialises indexers. Deleting a discussion waits for them, and they find nothing of it afterwards. */
const indexNewTexts = `
CREATE FUNCTION index_new_texts(at_most integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  has_more boolean := EXISTS (SELECT FROM running.unindexed_texts);
BEGIN
  IF has_more THEN
    PERFORM pg_advisory_xact_lock('discussion_texts'::regclass::oid::bigint);
    WITH new AS (
      DELETE FROM running.unindexed_texts
      WHERE ctid = ANY (ARRAY(SELECT ctid FROM running.unindexed_texts LIMIT at_most)) RETURNING discussion_id, seq
    ), said AS (
      SELECT l.* FROM new JOIN discussion_logs l USING (discussion_id, seq) JOIN discussions d ON d.id = l.discussion_id
      ORDER BY d.id FOR KEY SHARE OF d
    ), indexed AS (
      INSERT INTO discussion_texts (discussion_id, seq, organisation_id, words)
      SELECT DISTINCT ON (discussion_id, seq)
        discussion_id, seq, organisation_id, to_tsvector('simple', search_text(content)) FROM said
      ON CONFLICT (discussion_id, seq) DO UPDATE SET words = EXCLUDED.words
    )
    SELECT count(*) = at_most INTO has_more FROM new;
  END IF;
  RETURN has_more;
END $$;
`

/**
 * Row-level security would keep the index from being used, since its policy must be checked before the operator. So
 * these run as their owner and compare the organisation themselves.
 */
const search = `
CREATE FUNCTION search_texts(asked tsquery) RETURNS TABLE (discussion_id uuid, seq integer)
LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT t.discussion_id, t.seq FROM discussion_texts t
  WHERE t.words @@ asked AND t.organisation_id = current_setting('conclave.organisation')::uuid
$$;

CREATE FUNCTION search_texts(asked tsquery, discussions uuid[]) RETURNS TABLE (discussion_id uuid, seq integer)
LANGUAGE sql STABLE SECURITY DEFINER AS $$
  SELECT t.discussion_id, t.seq FROM discussion_texts t
  WHERE t.discussion_id = ANY (discussions) AND t.words @@ asked
    AND t.organisation_id = current_setting('conclave.organisation')::uuid
$$;
`

export const searchSchema = [tables, searchText, triggers, indexNewTexts, search].join("\n")

/** Indexes every text of a restored backup. */
export const indexTexts = `
SELECT index_text(discussion_id, seq, organisation_id, content) FROM discussion_logs
UNION ALL SELECT index_text(id, 0, organisation_id, topic) FROM discussions
UNION ALL SELECT index_text(id, -1, organisation_id, solution) FROM discussions
UNION ALL SELECT index_text(discussion_id, -2, organisation_id, title) FROM discussion_labels;
`
