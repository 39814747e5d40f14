import type { Connection } from "../connection.ts"

/**
 * Number of turns per batch. Every transaction that adds to an FTS5 index writes a segment of its own, so a batch costs
 * a third of single turns. Larger batches would block the event loop.
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
SELECT texts.id, search_text(content) FROM discussion_logs AS log JOIN discussion_texts AS texts USING (discussion_id, seq)
WHERE log.${isNew} AND log.id <= ?`
const progressText = "UPDATE discussion_words_progress SET log_id = ?"

/** Whether there are turns that the search index does not have yet. */
export function hasNewWords(sql: Connection): boolean {
  return countNew(sql) > 0
}

/** Indexes full batches of older turns after turns were added. A search indexes the rest first. */
export function indexOldWords(sql: Connection, lastId: number, added: number): void {
  // Counting the waiting turns on every append would cost as much as inserting a row.
  if (lastId % textsAtOnce >= added) return
  for (let left = added; left > 0 && countNew(sql) >= textsAtOnce; left -= textsAtOnce) indexWords(sql)
}

/** Indexes the oldest batch of waiting turns. */
export function indexWords(sql: Connection): void {
  const { last } = sql.row<{ last: number | null }>(lastText)!
  if (last !== null) for (const text of [textsText, wordsText, progressText]) sql.run(text, last)
}

function countNew(sql: Connection): number {
  return sql.row<{ waiting: number }>(waitingText)!.waiting
}
