import { seededRandom } from "../../src/core/random.ts"
import { type Interval, mean } from "../../src/evaluation/statistics.ts"
import { mostFrequent, type RecordedDiscussion } from "./recorded-discussions.ts"

const talkRules = ["never", "ties", "differences", "always"] as const
const countRules = ["first", "last", "pooled"] as const

export interface RuleResult {
  readonly corpus: string
  readonly talk: (typeof talkRules)[number]
  readonly counts: (typeof countRules)[number]
  readonly discussions: number
  /** Share that ended right; a tie counts as the probability of drawing the right answer. */
  readonly accuracy: number
  /** Against always keeping the first vote, with a 95% bootstrap interval over discussions. */
  readonly gain: Interval
  /** Share of the recorded rounds that would have been held. */
  readonly rounds: number
  /** Calls (a turn and a vote per round) relative to speaking in every recorded round and voting once at the end. */
  readonly calls: number
}

type Answers = readonly (string | null)[]

/** Replays recorded discussions under `decide: "vote-first"` with each pair of its settings `talk` and `counts`. */
export function evaluateRules(discussions: readonly RecordedDiscussion[], resamples = 2_000): readonly RuleResult[] {
  const corpora = Map.groupBy(discussions, ({ corpus }) => corpus)
  return [...corpora].flatMap(([corpus, recorded]) =>
    talkRules.flatMap((talk) =>
      countRules
        .filter((counts) => talk !== "never" || counts === "first")
        .map((counts): RuleResult => {
          const played = recorded.map((discussion) => play(discussion, talk, counts))
          const gains = played.map(({ right }, index) => right - play(recorded[index]!, "never", "first").right)
          return {
            corpus,
            talk,
            counts,
            discussions: recorded.length,
            accuracy: mean(played.map(({ right }) => right)),
            gain: resampledInterval(gains, resamples),
            rounds: mean(played.map(({ share }) => share)),
            calls: mean(played.map(({ calls }) => calls)) / mean(recorded.map(({ rounds }) => rounds.length + 1)),
          }
        }),
    ),
  )
}

function play({ rounds, gold }: RecordedDiscussion, talk: RuleResult["talk"], counts: RuleResult["counts"]) {
  const spoken = rounds.slice(0, roundsSpoken(rounds, talk, counts))
  const counted =
    counts === "first" ? rounds[0]! : counts === "last" ? (spoken.findLast(isReadable) ?? []) : spoken.flat()
  const leaders = mostFrequent(counted)
  return {
    right: leaders.includes(gold) ? 1 / leaders.length : 0,
    share: spoken.length / rounds.length,
    calls: 2 * spoken.length,
  }
}

function isReadable(answers: Answers): boolean {
  return answers.some((answer) => answer !== null)
}

function roundsSpoken(rounds: readonly Answers[], talk: RuleResult["talk"], counts: RuleResult["counts"]): number {
  if (talk === "never") return 1
  if (talk === "always") return rounds.length
  const leadersAt = (index: number) =>
    mostFrequent(counts === "pooled" ? rounds.slice(0, index + 1).flat() : rounds[index]!)
  const support = rounds.map((answers, index) =>
    Math.max(0, ...leadersAt(index).map((leader) => answers.filter((answer) => answer === leader).length)),
  )
  const isSettled = (index: number) => {
    if (talk === "ties") return leadersAt(index).length === 1
    if (support[index] === rounds[index]!.length) return true
    // Recordings have no confidence, so only more support counts as an improvement.
    const before = rounds.slice(0, index).findLastIndex(isReadable)
    return before >= 0 && isReadable(rounds[index]!) && support[index]! <= support[before]!
  }
  const settled = rounds.findIndex((_, index) => isSettled(index))
  return settled < 0 ? rounds.length : settled + 1
}

/** Bootstrap interval of a mean, with a fixed seed. */
function resampledInterval(values: readonly number[], resamples: number): Interval {
  const random = seededRandom(1, "resample")
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    for (let draw = 0; draw < values.length; draw++) sum += values[Math.floor(random() * values.length)]!
    return sum / Math.max(1, values.length)
  }).toSorted((a, b) => a - b)
  const at = (share: number) => means[Math.floor(share * (resamples - 1))] ?? 0
  return { mean: mean(values), low: at(0.025), high: at(0.975) }
}
