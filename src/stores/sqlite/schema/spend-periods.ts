/** Spending may be limited by the month, and tokens by the minute; both are counted under the period's name, in UTC. */
export const spendPeriods = `
ALTER TABLE spend_accounts ADD COLUMN per TEXT CHECK (per = 'month');
ALTER TABLE spend_accounts ADD COLUMN month TEXT NOT NULL DEFAULT '';
ALTER TABLE spend_accounts ADD COLUMN token_rate INTEGER;
ALTER TABLE spend_accounts ADD COLUMN minute TEXT NOT NULL DEFAULT '';
ALTER TABLE spend_accounts ADD COLUMN minute_tokens INTEGER NOT NULL DEFAULT 0;
`
