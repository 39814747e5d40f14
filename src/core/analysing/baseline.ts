import { formatNumber, quoteOption } from "../counting/ballot-sentence.ts"
import type { BaselineOutcome, DecidedBy } from "../discussion/outcome.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { noUsage, sumUsage, type TokenUsage, totalTokens } from "../discussion/usage.ts"
import { languageFor } from "../languages/index.ts"
import type { Language } from "../languages/language.ts"

/** Number of model calls for turns and votes, including retries. */
export function callsAtTable({ turns, ballots, everyone }: DiscussionState): number {
  const models = new Set(everyone.filter(({ kind }) => kind === "model").map(({ id }) => id))
  const given = [
    ...turns.filter(({ purpose }) => purpose !== "sub-discussion"),
    ...ballots.flatMap(({ votes }) => votes),
  ]
  return given.reduce((sum, { seat, attempt }) => sum + (models.has(seat) ? attempt : 0), 0)
}

/** The baseline seat's answers compared with the table's choice; undefined if no baseline was requested. */
export function buildBaseline(state: DiscussionState, decidedBy: DecidedBy): BaselineOutcome | undefined {
  const { table, baseline } = state
  if (!table.baseline) return undefined
  const { id, model } = getSeat(state, table.baseline.seat)
  const answers = baseline?.answers ?? []
  const tally = table.choices
    .map((option) => ({ option, score: answers.filter((answer) => answer === option).length }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = tally
  const choice = first && first.score > (second?.score ?? 0) ? first.option : undefined
  const figures = {
    seat: id,
    ...(model !== undefined && { modelId: model }),
    wanted: callsAtTable(state),
    answers: answers.length,
    unreadable: answers.filter((answer) => answer === null).length,
    tally,
    ...(choice !== undefined && { choice }),
    usage: baseline?.usage ?? noUsage,
    tableUsage: baseline?.tableUsage ?? sumUsage(state.usage),
  }
  return { ...figures, sentence: baselineSentence(state, figures, decidedBy) }
}

function baselineSentence(
  state: DiscussionState,
  figures: Omit<BaselineOutcome, "sentence">,
  { ballot }: DecidedBy,
): string {
  const language = languageFor(state.table.language)
  const { baseline: words, outcomeSentences, fullStop, space } = language
  const { seat, modelId, wanted, answers, unreadable, tally, choice, usage, tableUsage } = figures
  const { name } = getSeat(state, seat)
  const who = modelId === undefined ? name : `${name} (${modelId})`
  if (answers === 0) {
    const failed = state.failedClosingCalls.findLast(({ purpose }) => purpose === "baseline")
    return `${failed ? words.failed({ who, reason: failed.message }) : words.notAsked({ who })}${fullStop}`
  }
  const held = tally.map(({ option, score }) =>
    language.ballotSentences.held({ option: quoteOption(option, language), count: score }),
  )
  const others = unreadable > 0 ? [language.ballotSentences.unreadable({ count: unreadable })] : []
  const alone =
    choice === undefined
      ? words.split({ who, answers, wanted, held: [...held, ...others].join(language.comma) })
      : words.chose({ who, answers, wanted, choice: quoteOption(choice, language), count: tally[0]!.score })
  const chosen =
    ballot?.passed && ballot.choice !== undefined ? [words.table({ choice: quoteOption(ballot.choice, language) })] : []
  const used = words.used({ alone: usedText(usage, language), table: usedText(tableUsage, language) })
  return `${[alone, ...chosen].join(outcomeSentences.semicolon)}${fullStop}${space}${used}${fullStop}`
}

function usedText(usage: TokenUsage, { baseline: words }: Language): string {
  const tokens = words.tokens({ count: formatNumber(totalTokens(usage)) })
  return usage.cost === undefined ? tokens : `${tokens} ($${Number(usage.cost.toPrecision(3))})`
}
