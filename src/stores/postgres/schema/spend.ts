/**
 * Locks the accounts in the order of their ids, so that concurrent calls run one by one, and resets expired periods.
 */
const begin = `
CREATE FUNCTION begin_spend_period(organisation uuid, key uuid, now_month text, now_minute text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  has_account boolean;
BEGIN
  PERFORM set_config('role', 'conclave_app', true), set_config('conclave.organisation', organisation::text, true);
  PERFORM FROM spend_accounts WHERE id IN (organisation, key) ORDER BY id FOR UPDATE;
  has_account := FOUND;
  UPDATE spend_accounts SET usd = 0, tokens = 0, month = now_month
  WHERE id IN (organisation, key) AND per = 'month' AND month < now_month;
  UPDATE spend_accounts SET minute_tokens = 0, minute = now_minute
  WHERE id IN (organisation, key) AND token_rate IS NOT NULL AND minute <> now_minute;
  RETURN has_account;
END $$;
`

/**
 * Returns NULL if there is no account, {} if the spend was reserved, else the account whose limit it would exceed, or
 * whose tokens of this minute are used up. A call that is alone in its minute is let through.
 */
const reserve = `
CREATE FUNCTION reserve_spend(
  organisation uuid, key uuid, reservation uuid, at_most_usd double precision, at_most_tokens bigint, lasts interval,
  now_month text, now_minute text
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  refusal json;
BEGIN
  IF NOT begin_spend_period(organisation, key, now_month, now_minute) THEN
    RETURN NULL;
  END IF;
  DELETE FROM spend_reservations WHERE account_id IN (organisation, key) AND expires_at <= clock_timestamp();

  SELECT CASE WHEN is_rate THEN json_build_object('id', id, 'used_up', token_rate)
    ELSE json_build_object('id', id, 'usd_limit', usd_limit, 'token_limit', token_limit, 'usd', usd, 'tokens', tokens,
                           'held_usd', held_usd, 'held_tokens', held_tokens, 'per', per) END
  INTO refusal
  FROM spend_accounts, LATERAL (
    SELECT coalesce(sum(r.usd), 0) AS held_usd, coalesce(sum(r.tokens), 0) AS held_tokens
    FROM spend_reservations r WHERE r.account_id = spend_accounts.id
  ) AS held, LATERAL (
    SELECT minute_tokens + held_tokens > 0 AND minute_tokens + held_tokens + at_most_tokens > token_rate AS is_rate
  ) AS minute_limit
  WHERE id IN (organisation, key)
    AND (is_rate OR usd + held_usd + at_most_usd > usd_limit OR tokens + held_tokens + at_most_tokens > token_limit)
  ORDER BY is_rate DESC NULLS LAST, id = organisation LIMIT 1;
  IF FOUND THEN
    RETURN refusal;
  END IF;

  INSERT INTO spend_reservations (id, account_id, organisation_id, usd, tokens, expires_at)
  SELECT reservation, id, organisation, at_most_usd, at_most_tokens, clock_timestamp() + lasts
  FROM spend_accounts WHERE id IN (organisation, key);
  RETURN '{}';
END $$;
`

/** An expired reservation changes nothing: the spend is recorded all the same. */
const settle = `
CREATE FUNCTION settle_spend(
  organisation uuid, key uuid, reservation uuid, spent_usd double precision, spent_tokens bigint,
  now_month text, now_minute text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM begin_spend_period(organisation, key, now_month, now_minute);
  DELETE FROM spend_reservations WHERE account_id IN (organisation, key) AND id = reservation;
  UPDATE spend_accounts SET
    usd = usd + spent_usd, tokens = tokens + spent_tokens,
    minute_tokens = minute_tokens + CASE WHEN token_rate IS NULL THEN 0 ELSE spent_tokens END
  WHERE id IN (organisation, key);
END $$;
`

export const spendFunctions = [begin, reserve, settle].join("\n")
