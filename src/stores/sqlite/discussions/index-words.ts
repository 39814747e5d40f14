import type { Connection } from "../connection.ts"

/**
 * Each transaction that adds words writes an index of its own, so that turns together cost a third of what they cost one
 * by one. More would hold up the event loop.
 */
const textsAtOnce = 32

const waitingText = `
SELECT coalesce((SELECT max(id) FROM discussion_logs), 0) - log_id AS waiting FROM discussion_words_progress`
const isNew = "id > (SELECT log_id FROM discussion_words_progress)"
const lastText = `
SELECT max(id) AS last FROM (SELECT id FROM discussion_logs WHERE ${isNew} ORDER BY id LIMIT ${textsAtOnce})`
const textsText = `
INSERT INTO discussion_texts (organisation_id, discussion_id, seq)
SELECT organisation_id, discussion_id, seq FROM discussion_logs WHERE ${isNew} AND id <= ?`
const wordsText = `
INSERT INTO discussion_words (rowid, words)
SELECT texts.id, search_text(content) FROM discussion_logs AS said JOIN discussion_texts AS texts USING (discussion_id, seq)
WHERE said.${isNew} AND said.id <= ?`
const progressText = "UPDATE discussion_words_progress SET log_id = ?"

/** Whether something was said that the index of words does not have yet. */
export function hasNewWords(sql: Connection): boolean {
  return countNew(sql) > 0
}

/** After texts up to a row were added: keeps the index of words behind; whoever searches indexes the rest first. */
export function indexOldWords(sql: Connection, lastId: number, added: number): void {
  // To ask each time how many wait would cost as much as a row.
  if (lastId % textsAtOnce >= added) return
  for (let left = added; left > 0 && countNew(sql) >= textsAtOnce; left -= textsAtOnce) indexWords(sql)
}

/** Takes the oldest of what it does not have into the index of words. */
export function indexWords(sql: Connection): void {
  const { last } = sql.row<{ last: number | null }>(lastText)!
  if (last !== null) for (const text of [textsText, wordsText, progressText]) sql.run(text, last)
}

function countNew(sql: Connection): number {
  return sql.row<{ waiting: number }>(waitingText)!.waiting
}
