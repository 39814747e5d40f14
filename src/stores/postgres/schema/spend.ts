import { organisation, organisationId } from "./columns.ts"

/** An account belongs to an organisation or a key, has its id, and exists once a limit was set. */
const tables = `
CREATE TABLE spend_accounts (
  id uuid PRIMARY KEY,
  ${organisation},
  usd_limit double precision,
  token_limit bigint,
  usd double precision NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  per text CHECK (per = 'month'),
  month text NOT NULL DEFAULT '',
  token_rate bigint,
  minute text NOT NULL DEFAULT '',
  minute_tokens bigint NOT NULL DEFAULT 0
);

CREATE TABLE spend_reservations (
  id uuid NOT NULL,
  account_id uuid NOT NULL REFERENCES spend_accounts,
  ${organisationId},
  usd double precision NOT NULL,
  tokens bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, id)
);
`

/**
 * Accounts are locked in the order of their ids before anything is added up, so that concurrent calls run one by one.
 * Returns NULL if there is no account, {} if the spend was reserved, else the account whose limit it would exceed.
 */
const reserve = `
CREATE FUNCTION reserve_spend(
  organisation uuid, key uuid, reservation uuid, at_most_usd double precision, at_most_tokens bigint, lasts interval
) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  refusal json;
BEGIN
  PERFORM set_config('role', 'conclave_app', true), set_config('conclave.organisation', organisation::text, true);
  PERFORM FROM spend_accounts WHERE id IN (organisation, key) ORDER BY id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM spend_reservations WHERE account_id IN (organisation, key) AND expires_at <= clock_timestamp();

  SELECT json_build_object('id', id, 'usd_limit', usd_limit, 'token_limit', token_limit, 'usd', usd, 'tokens', tokens,
                           'held_usd', held_usd, 'held_tokens', held_tokens)
  INTO refusal
  FROM spend_accounts, LATERAL (
    SELECT coalesce(sum(r.usd), 0) AS held_usd, coalesce(sum(r.tokens), 0) AS held_tokens
    FROM spend_reservations r WHERE r.account_id = spend_accounts.id
  ) AS held
  WHERE id IN (organisation, key)
    AND (usd + held_usd + at_most_usd > usd_limit OR tokens + held_tokens + at_most_tokens > token_limit)
  ORDER BY id = organisation LIMIT 1;
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
  organisation uuid, key uuid, reservation uuid, spent_usd double precision, spent_tokens bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('role', 'conclave_app', true), set_config('conclave.organisation', organisation::text, true);
  PERFORM FROM spend_accounts WHERE id IN (organisation, key) ORDER BY id FOR UPDATE;
  DELETE FROM spend_reservations WHERE account_id IN (organisation, key) AND id = reservation;
  UPDATE spend_accounts SET usd = usd + spent_usd, tokens = tokens + spent_tokens WHERE id IN (organisation, key);
END $$;
`

/** Locks the accounts, and resets the counters of periods that are over. */
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

/** Like reserve_spend, but also returns an account whose tokens of this minute are used up. A lone call is let through. */
const reserveNow = `
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

const settleNow = `
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

export const spendSchema = [tables, reserve, settle, begin, reserveNow, settleNow].join("\n")
