import {
  choiceCount,
  endSentence,
  formatNumber,
  quoteOption,
  rankCount,
  yesCount,
} from "../counting/ballot-sentence.ts"
import type { DecidedBy, Outcome } from "../discussion/outcome.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { Language } from "../languages/language.ts"

type Ended = Pick<Outcome, "decidedBy" | "stoppingReason" | "rounds">
type Names = (seat: SeatId) => string

/** What settled a discussion, in one sentence. It must not claim an agreement that did not happen. */
export function outcomeSentence(outcome: Ended, name: Names, language: Language): string {
  const { kind, seats = [], ballot } = outcome.decidedBy
  const { outcomeSentences: words } = language
  const who = seats.map(name).join(language.comma)
  const say = (sentence: string) => endSentence(sentence, language)
  switch (kind) {
    case "agreement":
      return say(agreement(ballot, language))
    case "ballot":
      if (ballot?.answers) return say(rankedOnly(outcome, name, language))
      if (ballot?.asks === "choice") return say(`${words.ballot}${choiceCount(ballot, language)}`)
      return say(words.enough({ count: ballot ? yesCount(ballot, language) : "" }))
    case "judge":
      if (!ballot?.passed) return say(words.verdictInWords({ name: who }))
      return say(
        words.judge({ name: who, verdict: ballot.asks === "choice" ? choiceCount(ballot, language) : language.yes }),
      )
    case "chair":
      return say(chair(outcome, onModel(who, outcome.decidedBy.writerModel), language))
    case "limit":
    case "stopped":
    case "failed":
    case "none": {
      const details = [...conclusion(outcome, name, language), ...standing(outcome.decidedBy, language)]
      return say(
        `${heading(outcome, language)}${details.length > 0 ? words.colon : ""}${details.join(words.semicolon)}`,
      )
    }
  }
}

/** Also mentions the seats' vote, if there was one. */
function chair({ decidedBy }: Ended, name: string, language: Language): string {
  const { outcomeSentences: words } = language
  if (!decidedBy.ballot) return words.chair({ name })
  const wrote = decidedBy.ballot.answers ? words.chairAfterRanking({ name }) : words.chairAlone({ name })
  return [wrote, ...standing(decidedBy, language)].join(words.semicolon)
}

/** Without a synthesis, the ranking is the result. */
function rankedOnly({ decidedBy }: Ended, name: Names, language: Language): string {
  const { outcomeSentences: words } = language
  const { ballot, unwritten } = decidedBy
  const ranked = ballot ? rankCount(ballot, language) : ""
  return unwritten === undefined ? ranked : `${ranked}${words.semicolon}${words.unwritten({ name: name(unwritten) })}`
}

/** Names the model if the writer used another seat's. */
function onModel(name: string, model: string | undefined): string {
  return model === undefined ? name : `${name} (${model})`
}

function agreement(ballot: DecidedBy["ballot"], language: Language): string {
  const { outcomeSentences: words } = language
  if (!ballot) return words.agreedAll
  const { yes, unsure = 0, voters, choice, amount } = ballot
  const amountText = amount === undefined ? "" : ` (${formatNumber(amount)})`
  const on = choice === undefined ? "" : words.agreedOn({ choice: `${quoteOption(choice, language)}${amountText}` })
  return words.agreed({ yes: yes - unsure, voters, on })
}

function heading({ decidedBy, stoppingReason, rounds }: Ended, { outcomeSentences: words }: Language): string {
  const { kind, limit, ballot, call } = decidedBy
  if (kind === "stopped" || kind === "failed") return words[kind]
  if (kind === "none") return words.ended[stoppingReason] ?? words.endedOtherwise
  if (limit !== undefined && limit !== "rounds") return words.limits[limit]
  return ballot || call ? words.noAgreement({ rounds }) : words.noVote({ rounds })
}

/** Whether there is a result nevertheless. At the round limit the heading already says that there is no agreement. */
function conclusion({ decidedBy }: Ended, name: Names, { outcomeSentences: words }: Language): readonly string[] {
  const { kind, limit, writer, writerModel, unwritten } = decidedBy
  if (writer !== undefined) return [words.written({ name: onModel(name(writer), writerModel) })]
  if (unwritten !== undefined) return [words.unwritten({ name: name(unwritten) })]
  return kind === "limit" && limit === "rounds" ? [] : [words.noConclusion]
}

/** The final state: positions, the last count, and how many wanted to vote. */
function standing({ ballot, positions = [], unknown = 0, call }: DecidedBy, language: Language): readonly string[] {
  const { outcomeSentences: words, ballotSentences, comma } = language
  const held = positions.map(({ position, seats }) =>
    ballotSentences.held({ option: quoteOption(position, language), count: seats }),
  )
  if (unknown > 0) held.push(words.unknown({ count: unknown }))
  const parts = [held.join(comma)]
  if (ballot?.answers)
    parts.push(
      ballot.choice === undefined
        ? choiceCount(ballot, language)
        : words.ranked({ count: choiceCount(ballot, language) }),
    )
  else if (ballot?.asks === "choice") {
    const count = choiceCount(ballot, language)
    // Without any vote for an option, the count does not say what it refers to.
    parts.push(ballot.passed || !ballot.tally?.length ? words.lastBallot({ count }) : count)
  } else if (ballot) parts.push(words.lastCheck({ count: yesCount(ballot, language) }))
  if (call) {
    const unread = call.unreadable > 0 ? [ballotSentences.unreadable({ count: call.unreadable })] : []
    parts.push([words.wantedVote(call), ...unread].join(ballotSentences.clause))
  }
  return parts.filter((part) => part !== "")
}
