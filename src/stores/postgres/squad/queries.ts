const isOpenCondition = "p.status IN ('pending', 'collecting')"
const mayBeAnsweredBy = (key: string) => `${isOpenCondition}
  AND p.requester_key <> ${key} AND (p.mention_keys = '{}' OR ${key} = ANY (p.mention_keys))
  AND NOT EXISTS (SELECT FROM squad_chat c WHERE c.discussion_prompt_id = p.id AND c.agent_key = ${key}
                  AND c.message_type = 'discussion_response')`
/** Shown as open though its time is up: whoever sees this closes it and looks again. */
const staleColumn = `(${isOpenCondition} AND discussion_prompt_end(p) <= clock_timestamp()) AS stale`

export const closeExpiredPrompts = "SELECT squad_settle($1)"

/** It is in the chat with the same commit, so it collects at once. */
export const insertPrompt = `
INSERT INTO discussion_prompts AS p (organisation_id, id, squad_chat_id, requester_agent, prompt_message,
  required_responses, timeout_minutes, task_id, mentions, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'collecting')
RETURNING squad_prompt_json(p) AS prompt`

export const insertChat = `
INSERT INTO squad_chat AS c (organisation_id, id, agent_name, message, is_human, message_type, task_ref,
  discussion_prompt_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING squad_chat_json(c) AS chat`

export const insertAnswer = "SELECT squad_answer($1, $2, $3, $4, $5, $6) AS result"

export const lockPrompt = "SELECT squad_lock(organisation_id) FROM discussion_prompts WHERE id = $1"

export const closePromptStatus = `
UPDATE discussion_prompts p
SET status = CASE WHEN discussion_prompt_end(p) <= clock_timestamp() THEN 'timed_out' ELSE $2 END
WHERE p.id = $1 AND ${isOpenCondition}`

export const selectPrompt = "SELECT squad_prompt_json(p) AS prompt FROM discussion_prompts p WHERE p.id = $1"

export const selectPromptWithAnswers = `
SELECT squad_prompt_json(p) AS prompt, ${staleColumn},
  CASE WHEN ${isOpenCondition}
    THEN ceil(1000 * extract(epoch FROM discussion_prompt_end(p) - clock_timestamp()))::float8 ELSE 0 END AS "closesInMs",
  (SELECT coalesce(jsonb_agg(squad_chat_json(c) ORDER BY c.seq), '[]') FROM squad_chat c
   WHERE c.discussion_prompt_id = p.id AND c.message_type = 'discussion_response') AS responses
FROM discussion_prompts p WHERE p.id = $1`

export const selectPrompts = `
SELECT squad_prompt_json(p) AS prompt, ${staleColumn} FROM discussion_prompts p
WHERE ($1::text IS NULL OR p.status = $1) AND ($2::text IS NULL OR p.task_id = $2)
  AND ($3::text IS NULL OR p.requester_key = squad_name_key($3))
  AND ($4::text IS NULL OR (${mayBeAnsweredBy("squad_name_key($4)")}))
ORDER BY p.created_at DESC, p.id LIMIT $5`

const chatFilter = `($1::text IS NULL OR c.task_ref = $1) AND ($2::uuid IS NULL OR c.discussion_prompt_id = $2)
  AND ($3::bigint IS NULL OR c.seq < $3) AND ($4::bigint IS NULL OR c.seq > $4)`

export const selectChatAfter = `
SELECT squad_chat_json(c) AS chat FROM squad_chat c WHERE ${chatFilter} ORDER BY c.seq LIMIT $5`

export const selectNewestChat = `
SELECT chat FROM
  (SELECT squad_chat_json(c) AS chat, c.seq FROM squad_chat c WHERE ${chatFilter} ORDER BY c.seq DESC LIMIT $5) AS page
ORDER BY seq`

export const selectChatEvents = `
(SELECT jsonb_build_object('type', 'message', 'seq', c.seq, 'message', squad_chat_json(c)) AS event, c.seq, false AS stale
 FROM squad_chat c WHERE c.seq > $1 ORDER BY c.seq LIMIT $2)
UNION ALL
(SELECT jsonb_build_object('type', 'prompt', 'seq', p.seq, 'prompt', squad_prompt_json(p)), p.seq, ${staleColumn}
 FROM discussion_prompts p WHERE p.seq > $1 ORDER BY p.seq LIMIT $2)
ORDER BY seq LIMIT $2`

export const selectLastSeq = "SELECT coalesce(max(seq), 0)::float8 AS seq FROM squad_counters"

export const selectMembers = `
SELECT a.id AS "agentId", a.name, a.system_prompt AS "systemPrompt", a.model_config AS "modelConfig"
FROM agent_templates a JOIN discussion_prompts p ON p.id = $1
WHERE a.squad_member AND ${mayBeAnsweredBy("squad_name_key(a.name)")}
ORDER BY a.name, a.id`
