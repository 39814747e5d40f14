/** An account is an organisation's or a key's, under its id, and is there once a limit was set. */
export const spendTables = `
  ALTER TABLE api_keys DROP COLUMN spend_limit;

  CREATE TABLE spend_accounts (
    id uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations,
    usd_limit double precision,
    token_limit bigint,
    usd double precision NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE spend_reservations (
    id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES spend_accounts,
    organisation_id uuid NOT NULL,
    usd double precision NOT NULL,
    tokens bigint NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, id)
  );
`

/**
 * Accounts are locked before anything is added up, always in the same order: so those who come at once come one after
 * the other. Gives NULL where no account is kept, else the account that has too little, or {} where it was reserved.
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

/** A reservation that has lapsed meanwhile changes nothing: what was spent was spent. */
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

export const spendFunctions = [reserve, settle].join("\n")
