/** Spending may be limited by the month, and tokens by the minute; both are counted under the period's name, in UTC. */
const columns = `
ALTER TABLE spend_accounts
  ADD COLUMN per text CHECK (per = 'month'),
  ADD COLUMN month text NOT NULL DEFAULT '',
  ADD COLUMN token_rate bigint,
  ADD COLUMN minute text NOT NULL DEFAULT '',
  ADD COLUMN minute_tokens bigint NOT NULL DEFAULT 0;
`

/** Locks the accounts as everybody does, and forgets what was spent in a period that is over. */
const begin = `
CREATE FUNCTION begin_spend_period(organisation uuid, key uuid, now_month text, now_minute text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('role', 'conclave_app', true), set_config('conclave.organisation', organisation::text, true);
  PERFORM FROM spend_accounts WHERE id IN (organisation, key) ORDER BY id FOR UPDATE;
  UPDATE spend_accounts SET usd = 0, tokens = 0, month = now_month
  WHERE id IN (organisation, key) AND per = 'month' AND month < now_month;
  UPDATE spend_accounts SET minute_tokens = 0, minute = now_minute
  WHERE id IN (organisation, key) AND token_rate IS NOT NULL AND minute <> now_minute;
END $$;
`

/** As reserve_spend; gives also an account whose tokens of this minute are used up. A call that is alone is let in. */
const reserve = `
CREATE FUNCTION reserve_spend_now(
  organisation uuid, key uuid, reservation uuid, at_most_usd double precision, at_most_tokens bigint, lasts interval,
  now_month text, now_minute text
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  refusal json;
BEGIN
  PERFORM begin_spend_period(organisation, key, now_month, now_minute);
  SELECT json_build_object('id', id, 'used_up', token_rate) INTO refusal
  FROM spend_accounts, LATERAL (
    SELECT minute_tokens + coalesce(sum(r.tokens), 0) AS tokens
    FROM spend_reservations r WHERE r.account_id = spend_accounts.id AND r.expires_at > clock_timestamp()
  ) AS used
  WHERE id IN (organisation, key) AND used.tokens > 0 AND used.tokens + at_most_tokens > token_rate
  ORDER BY id = organisation LIMIT 1;
  IF FOUND THEN
    RETURN refusal;
  END IF;
  refusal := reserve_spend(organisation, key, reservation, at_most_usd, at_most_tokens, lasts);
  IF refusal->>'id' IS NOT NULL THEN
    SELECT refusal::jsonb || jsonb_build_object('per', per) INTO refusal
    FROM spend_accounts WHERE id = (refusal->>'id')::uuid;
  END IF;
  RETURN refusal;
END $$;
`

const settle = `
CREATE FUNCTION settle_spend_now(
  organisation uuid, key uuid, reservation uuid, spent_usd double precision, spent_tokens bigint,
  now_month text, now_minute text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM begin_spend_period(organisation, key, now_month, now_minute);
  PERFORM settle_spend(organisation, key, reservation, spent_usd, spent_tokens);
  UPDATE spend_accounts SET minute_tokens = minute_tokens + spent_tokens
  WHERE id IN (organisation, key) AND token_rate IS NOT NULL;
END $$;
`

export const spendPeriods = [columns, begin, reserve, settle].join("\n")
