/** A recorded discussion with a known right answer: each seat's answer in each round, null if unreadable. */
export interface RecordedDiscussion {
  readonly corpus: string
  readonly gold: string
  readonly rounds: readonly (readonly (string | null)[])[]
}

interface Line {
  readonly corpus: string
  readonly gold: string | number
  readonly rounds: readonly (readonly ({ readonly answer?: string | number | null } | null)[])[]
}

/** Parses JSON Lines, one discussion per line. */
export function parseRecordedDiscussions(text: string): readonly RecordedDiscussion[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): RecordedDiscussion => {
      const { corpus, gold, rounds } = JSON.parse(line) as Line
      const answerOf = (answer: string | number | null | undefined) =>
        answer === null || answer === undefined ? null : String(answer)
      return { corpus, gold: String(gold), rounds: rounds.map((round) => round.map((seat) => answerOf(seat?.answer))) }
    })
}

/** The most frequent answers; several in a tie. */
export function mostFrequent(answers: readonly (string | null)[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([answer]) => answer)
}
