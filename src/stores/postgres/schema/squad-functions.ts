/** Payloads of notifications are `organisation prompt`, or only the organisation if the change concerns no prompt. */
export const squadChannel = "conclave_squad"

/** Rows in the form that every interface shows. */
const shapes = `
CREATE FUNCTION squad_time(at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

CREATE FUNCTION discussion_prompt_end(p discussion_prompts) RETURNS timestamptz LANGUAGE sql STABLE
RETURN p.created_at + p.timeout_minutes * interval '1 minute';

CREATE FUNCTION squad_prompt_json(p discussion_prompts) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'id', p.id, 'task_id', p.task_id, 'requester_agent', p.requester_agent, 'prompt_message', p.prompt_message,
  'required_responses', p.required_responses, 'timeout_minutes', p.timeout_minutes, 'status', p.status,
  'collected_context', p.collected_context, 'squad_chat_id', p.squad_chat_id, 'mentions', to_jsonb(p.mentions),
  'resolved_at', squad_time(p.resolved_at), 'created_at', squad_time(p.created_at),
  'expires_at', squad_time(discussion_prompt_end(p)), 'seq', p.seq);

CREATE FUNCTION squad_chat_json(c squad_chat) RETURNS jsonb LANGUAGE sql STABLE
RETURN CASE WHEN c.id IS NOT NULL THEN jsonb_build_object(
  'id', c.id, 'seq', c.seq, 'agent_name', c.agent_name, 'message', c.message, 'is_human', c.is_human,
  'task_ref', c.task_ref, 'discussion_prompt_id', c.discussion_prompt_id, 'message_type', c.message_type,
  'model_id', c.model_id, 'created_at', squad_time(c.created_at)) END;
`

/**
 * Numbers follow the order of commits: the counter's row stays locked until the transaction ends, so a watcher that
 * continues after the last number it saw misses nothing. To avoid deadlocks, every transaction locks the counter before
 * any prompt, and several counters in the order of their ids.
 */
const numbering = `
CREATE FUNCTION squad_lock(organisation uuid) RETURNS void LANGUAGE sql VOLATILE AS $$
  INSERT INTO squad_counters (organisation_id, seq) VALUES (organisation, 0) ON CONFLICT DO NOTHING;
  SELECT FROM squad_counters WHERE organisation_id = organisation FOR NO KEY UPDATE;
$$;

CREATE FUNCTION squad_next_seq(organisation uuid) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  INSERT INTO squad_counters AS counter (organisation_id, seq) VALUES (organisation, 1)
  ON CONFLICT (organisation_id) DO UPDATE SET seq = counter.seq + 1
  RETURNING seq
$$;
`

const promptTriggers = `
CREATE FUNCTION discussion_prompt_opens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.mention_keys := ARRAY(
    SELECT DISTINCT squad_name_key(name) FROM unnest(NEW.mentions) AS name
    WHERE squad_name_key(name) <> squad_name_key(NEW.requester_agent));
  NEW.seq := squad_next_seq(NEW.organisation_id);
  RETURN NEW;
END $$;
CREATE TRIGGER discussion_prompt_opens BEFORE INSERT ON discussion_prompts
FOR EACH ROW EXECUTE FUNCTION discussion_prompt_opens();

CREATE FUNCTION discussion_prompt_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN ('pending', 'collecting') THEN
    RAISE EXCEPTION 'the prompt is %', OLD.status USING ERRCODE = 'SQ409', DETAIL = OLD.status;
  END IF;
  IF NEW.status NOT IN ('pending', 'collecting') THEN
    NEW.resolved_at := CASE NEW.status WHEN 'timed_out' THEN discussion_prompt_end(OLD) ELSE squad_now() END;
  END IF;
  NEW.seq := squad_next_seq(NEW.organisation_id);
  RETURN NEW;
END $$;
CREATE TRIGGER discussion_prompt_changes
BEFORE UPDATE OF status, collected_context, resolved_at ON discussion_prompts
FOR EACH ROW EXECUTE FUNCTION discussion_prompt_changes();
`

/**
 * An answer is judged by the prompt's state when it gets the lock, not when its transaction began. If one statement
 * inserts several answers, the first trigger counts them all and the others change nothing.
 */
const chatTriggers = `
CREATE FUNCTION squad_chat_enters() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  p discussion_prompts;
BEGIN
  NEW.seq := squad_next_seq(NEW.organisation_id);
  IF NEW.message_type = 'discussion_response' THEN
    SELECT * INTO p FROM discussion_prompts WHERE id = NEW.discussion_prompt_id FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'there is no such prompt' USING ERRCODE = 'SQ404';
    ELSIF p.status IN ('pending', 'collecting') AND discussion_prompt_end(p) <= clock_timestamp() THEN
      RAISE EXCEPTION 'the prompt is timed_out' USING ERRCODE = 'SQ409', DETAIL = 'timed_out';
    ELSIF p.status NOT IN ('pending', 'collecting') THEN
      RAISE EXCEPTION 'the prompt is %', p.status USING ERRCODE = 'SQ409', DETAIL = p.status;
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER squad_chat_enters BEFORE INSERT ON squad_chat
FOR EACH ROW EXECUTE FUNCTION squad_chat_enters();

CREATE FUNCTION squad_chat_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE discussion_prompts p
  SET collected_context = counted.context,
      status = CASE WHEN counted.agents >= p.required_responses THEN 'resolved' ELSE 'collecting' END
  FROM (
    SELECT count(*) AS agents,
           jsonb_agg(jsonb_build_object('agent', agent_name, 'message', message, 'created_at', squad_time(created_at))
                     ORDER BY first_seq) AS context
    FROM (
      SELECT DISTINCT ON (c.agent_key) c.agent_name, c.message, c.created_at,
             min(c.seq) OVER (PARTITION BY c.agent_key) AS first_seq
      FROM squad_chat c JOIN discussion_prompts asked ON asked.id = c.discussion_prompt_id
      WHERE c.discussion_prompt_id = NEW.discussion_prompt_id AND c.message_type = 'discussion_response'
        AND c.agent_key <> asked.requester_key
      ORDER BY c.agent_key, c.seq DESC
    ) AS latest
  ) AS counted
  WHERE p.id = NEW.discussion_prompt_id AND counted.agents > 0 AND p.status IN ('pending', 'collecting');
  RETURN NULL;
END $$;
CREATE TRIGGER squad_chat_counts AFTER INSERT ON squad_chat
FOR EACH ROW WHEN (NEW.message_type = 'discussion_response') EXECUTE FUNCTION squad_chat_counts();

-- A prompt collects answers once it is in the chat.
CREATE FUNCTION squad_chat_asks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE discussion_prompts SET status = 'collecting', squad_chat_id = coalesce(squad_chat_id, NEW.id)
  WHERE id = NEW.discussion_prompt_id AND status = 'pending';
  RETURN NULL;
END $$;
CREATE TRIGGER squad_chat_asks AFTER INSERT ON squad_chat
FOR EACH ROW WHEN (NEW.message_type = 'discussion_prompt') EXECUTE FUNCTION squad_chat_asks();
`

/** Expiry is decided under the prompt's lock, so either a timeout or an answer wins, the same one for everyone. */
const closing = `
CREATE FUNCTION squad_settle(only_prompt uuid DEFAULT NULL) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  organisations uuid[] := ARRAY(
    SELECT DISTINCT organisation_id FROM discussion_prompts p
    WHERE status IN ('pending', 'collecting') AND discussion_prompt_end(p) <= at
      AND (only_prompt IS NULL OR id = only_prompt)
    ORDER BY organisation_id);
  organisation uuid;
  settled integer;
BEGIN
  FOREACH organisation IN ARRAY organisations LOOP
    PERFORM squad_lock(organisation);
  END LOOP;
  UPDATE discussion_prompts p SET status = 'timed_out'
  WHERE status IN ('pending', 'collecting') AND discussion_prompt_end(p) <= at
    AND (only_prompt IS NULL OR id = only_prompt) AND organisation_id = ANY (organisations);
  GET DIAGNOSTICS settled = ROW_COUNT;
  RETURN settled;
END $$;

CREATE FUNCTION timeout_stale_discussion_prompts() RETURNS integer LANGUAGE sql VOLATILE
SECURITY DEFINER AS 'SELECT squad_settle()';
`

const answering = `
CREATE FUNCTION squad_answer(
  prompt uuid, agent text, words text, human boolean, key text, model text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  p discussion_prompts;
  c squad_chat;
  kind text := 'stored';
BEGIN
  PERFORM squad_lock(organisation_id) FROM discussion_prompts WHERE id = prompt;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  PERFORM FROM discussion_prompts WHERE id = prompt FOR NO KEY UPDATE;
  PERFORM squad_settle(prompt);
  SELECT * INTO p FROM discussion_prompts WHERE id = prompt;
  SELECT * INTO c FROM squad_chat
  WHERE discussion_prompt_id = prompt AND agent_key = squad_name_key(agent) AND idempotency_key = key;
  IF FOUND THEN
    kind := 'repeated';
  ELSIF p.status NOT IN ('pending', 'collecting') THEN
    kind := 'closed';
  ELSE
    BEGIN
      INSERT INTO squad_chat (organisation_id, agent_name, message, is_human, task_ref, discussion_prompt_id,
                              message_type, idempotency_key, model_id)
      VALUES (p.organisation_id, agent, words, human, p.task_id, p.id,
              CASE WHEN squad_name_key(agent) = p.requester_key THEN 'message' ELSE 'discussion_response' END,
              key, model)
      RETURNING * INTO c;
    EXCEPTION WHEN SQLSTATE 'SQ409' THEN
      -- Its time was up between our look at the clock and the trigger's.
      kind := 'closed';
      PERFORM squad_settle(prompt);
    END;
    SELECT * INTO p FROM discussion_prompts WHERE id = prompt;
  END IF;
  RETURN jsonb_build_object('kind', kind, 'chat', squad_chat_json(c), 'prompt', squad_prompt_json(p));
END $$;
`

/** Notifications carry ids only and are delivered on commit. */
const notifying = `
CREATE FUNCTION squad_tell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  prompt uuid;
BEGIN
  IF TG_TABLE_NAME = 'squad_chat' THEN
    prompt := NEW.discussion_prompt_id;
  ELSE
    prompt := NEW.id;
  END IF;
  PERFORM pg_notify('${squadChannel}', concat_ws(' ', NEW.organisation_id, prompt));
  RETURN NULL;
END $$;
CREATE TRIGGER squad_tell AFTER INSERT ON squad_chat FOR EACH ROW EXECUTE FUNCTION squad_tell();
CREATE TRIGGER squad_tell AFTER INSERT OR UPDATE ON discussion_prompts FOR EACH ROW EXECUTE FUNCTION squad_tell();
`

export const squadFunctions = [
  ...[shapes, numbering, promptTriggers, chatTriggers, closing, answering, notifying],
].join("\n")
