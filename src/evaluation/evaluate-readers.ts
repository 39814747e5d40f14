import { languageFor } from "../core/languages/index.ts"
import { readPreference } from "../core/reading/read-preference.ts"
import { readVote } from "../core/reading/read-vote.ts"
import { readPass } from "../core/speaking/read-pass.ts"

/** A recorded reply of a model, labelled with its meaning if that is known. */
export interface RecordedReply {
  readonly corpus: string
  readonly kind: string
  readonly lang: string
  readonly text: string
  /** The model that wrote the reply, if known; models are measured separately. */
  readonly model?: string
  /** For choices: the option letters and their texts. */
  readonly options?: readonly string[]
  readonly texts?: readonly string[]
  readonly label?: string | boolean
  /** For ballots: the chosen option and its amount. */
  readonly assessed?: string
  readonly amount?: number
  /** For statements: the option that the speaker favours. */
  readonly favored?: string
}

/** The option names used in statements, in ballot order. */
const statementOptions = [
  "maximizing_floor",
  "maximizing_average",
  "maximizing_average_floor_constraint",
  "maximizing_average_range_constraint",
]

export interface Group extends Record<Count, number> {
  readonly labelled: boolean
}

/**
 * `inForm`: replies in the requested form, which are not read as prose. `naming`: replies that name any option.
 * `undisputed`: excludes replies whose own mark contradicts their label, since some labels belong to another turn.
 */
type Count = (typeof counts)[number]
const counts = [
  ...(["replies", "read", "inForm", "right", "naming", "namingRead", "undisputedRead", "undisputedRight"] as const),
]

export interface ReaderResult {
  readonly group: string
  readonly meant: string
  readonly read: string
  readonly reading: string
  readonly confidence: number
  readonly text: string
}

const marks = /\[(?:DIS)?AGREE\]/gi

/** Measures how many replies each reader can read, and how many of those correctly. `cpuMs` returns the CPU time used. */
export function evaluateReaders(
  rows: readonly RecordedReply[],
  cpuMs: () => number,
  onRead?: (read: ReaderResult) => void,
) {
  const groups = new Map<string, Group>()
  const ballotOptions = optionsByLanguage(rows)
  const labelledKinds = new Set(rows.flatMap(({ corpus, kind, label }) => (label === undefined ? [] : corpus + kind)))
  let slowestMs = 0
  let thrown = 0
  let falsePasses = 0

  function measure(row: RecordedReply, variant: string, meant: string | undefined, read: () => Read | undefined) {
    const labelled = meant !== undefined || labelledKinds.has(row.corpus + row.kind)
    if (meant === undefined && labelled) return
    const nameParts = [row.corpus, row.model, `${row.kind}${variant}`, row.lang]
    const name = nameParts.filter((part) => part !== undefined).join(" / ")
    const zeros = Object.fromEntries(counts.map((count) => [count, 0])) as Record<Count, number>
    const group = groups.get(name) ?? { ...zeros, labelled }
    groups.set(name, group)
    let found: Read | undefined
    try {
      let best = Number.POSITIVE_INFINITY
      // Take the fastest of three runs to reduce noise from other processes.
      for (let tries = 0; tries < 3 && best > slowestMs; tries++) {
        const start = cpuMs()
        found = read()
        best = Math.min(best, (cpuMs() - start) / Math.max(1, row.text.length / 10_000))
      }
      slowestMs = Math.max(slowestMs, best)
    } catch {
      thrown++
    }
    const [isRead, isNaming, isUndisputed] = [found !== undefined, namesOption(row), !isDisputed(row)]
    const isRight = isRead && found?.meaning === meant
    const isCounted: Readonly<Record<Count, boolean>> = {
      ...{ replies: true, read: isRead, right: isRight, naming: isNaming, namingRead: isNaming && isRead },
      ...{ undisputedRead: isRead && isUndisputed, undisputedRight: isRight && isUndisputed },
      inForm: found?.reading === "structured" || found?.reading === "markers",
    }
    for (const count of counts) if (isCounted[count]) group[count]++
    const { meaning = "", reading = "unreadable", confidence = 0 } = found ?? {}
    onRead?.({ group: name, meant: meant ?? "", read: meaning, reading, confidence, text: row.text })
  }

  for (const row of rows) {
    const language = languageFor(row.lang)
    const { text, options, texts } = row
    if (row.kind === "vote") {
      const meant = String(row.label)
      const unmarked = text.replace(marks, "")
      if (unmarked !== text) measure(row, " marked", meant, () => vote(text))
      if (unmarked.trim() !== "") measure(row, " unmarked", meant, () => vote(unmarked))
    } else if (options && texts) {
      const at = options.indexOf(String(row.label))
      measure(row, " letters", options[at], () => preference(options))
      const lettered = options.map((option, index) => `${option}) ${texts[index]}`)
      measure(row, " A) text", lettered[at], () => preference(lettered))
      if (markedAnswer(row) !== undefined) measure(row, " last line", lettered[at], () => preference(lettered))
    } else if (row.assessed !== undefined) {
      measure(row, "", `${row.assessed} ${row.amount ?? ""}`, () => preference(ballotOptions.get(row.lang) ?? [], true))
    } else if (row.favored !== undefined) {
      const offered = ballotOptions.get(row.lang) ?? []
      measure(row, "", offered[statementOptions.indexOf(row.favored)] ?? "none", () => preference(offered))
    } else {
      measure(row, "", undefined, () => (row.kind.includes("ranking") ? ranking() : vote(text)))
    }
    if (readPass({ text, language }).kind === "pass") falsePasses++

    function vote(said: string): Read | undefined {
      const read = readVote({ text: said, language })
      return read.reading === "unreadable" ? undefined : { ...read, meaning: String(read.hasConsensus) }
    }
    function preference(offered: readonly string[], withAmount = false): Read | undefined {
      const read = readPreference({ text, options: offered, form: "single", language })
      if (read.reading === "unreadable") return undefined
      return { ...read, meaning: withAmount ? `${read.choice} ${read.amount ?? ""}` : (read.choice ?? "") }
    }
    function ranking(): Read | undefined {
      const read = readPreference({ text, options: ballotOptions.get(row.lang) ?? [], form: "ranking", language })
      return read.reading === "unreadable" ? undefined : { ...read, meaning: String(read.ranking) }
    }
  }
  return { groups, slowestMs, thrown, falsePasses }
}

/** Whether the reply's own mark contradicts its label. */
function isDisputed(row: RecordedReply): boolean {
  if (row.kind === "choice") {
    const marked = markedAnswer(row)
    return marked !== undefined && marked !== row.label
  }
  const own = new Set((row.text.match(marks) ?? []).map((mark) => !/DIS/i.test(mark)))
  return row.kind === "vote" && own.size === 1 && !own.has(row.label === true)
}

const answerLine =
  /^(?:.{0,80}\b(?:answer|solution|choice)\b.{0,40}?(?::|\bis\b|\bremains\b):? ?)?[([]?(?<letter>[A-Z])(?:[)\]]|[.:]|$)(?<rest>.*)$/iu
const plain = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase()

/**
 * The letter in the last \boxed{}, else in the last of the final three lines that is nothing but an answer: a letter,
 * optionally after "… answer:" or "… solution is" and before its option's text. Does not use the readers under test.
 */
function markedAnswer({ text, options = [], texts = [] }: RecordedReply): string | undefined {
  const boxed = [...text.matchAll(/\\boxed\{([A-Z])\}/gu)].at(-1)?.[1]
  if (boxed !== undefined) return boxed
  const lines = text.replaceAll(/[*_#$`"]/gu, "").split("\n")
  const last = lines.filter((line) => line.trim() !== "").slice(-3)
  for (const line of last.toReversed()) {
    const { letter, rest = "" } = answerLine.exec(line.trim())?.groups ?? {}
    const own = letter === undefined ? undefined : texts[options.indexOf(letter)]
    if (own !== undefined && ["", plain(own)].includes(plain(rest))) return letter
  }
  return undefined
}

/** Whether a reply to a choice among letters contains an option's letter as a label, or an option's text. */
function namesOption({ text, options, texts }: RecordedReply): boolean {
  if (!options || !texts || !options.every((option) => /^[A-Z]$/.test(option))) return true
  const letter = `[${options.join("")}]`
  const label = `\\b${letter}(?:[)\\]}:.*]|\\s*$)|\\b(?:option|answer|solution|choice)s?(?: is)?:? ${letter}\\b`
  const said = ` ${plain(text)} `
  // Any sentence may contain yes or no: count them only before punctuation, or after "answer", "say" or "is".
  const isSaid = (one: string) =>
    /^(?:yes|no)$/i.test(one)
      ? new RegExp(`\\b(?:${one}[.,:]|(?:answer|say|is)\\W{1,3}${one}\\b)`, "i").test(text)
      : said.includes(` ${plain(one)} `)
  return new RegExp(label, "m").test(text) || texts.some(isSaid)
}

interface Read {
  readonly meaning: string
  readonly reading: string
  readonly confidence: number
}

/** The ballot options of each language, ordered by the number at the start of most ballots for each option. */
function optionsByLanguage(rows: readonly RecordedReply[]): ReadonlyMap<string, readonly string[]> {
  const ballots = rows.flatMap(({ lang, assessed, text }) => {
    const number = /^\D{0,60}(\d)\b/u.exec(text)?.[1]
    return assessed === undefined || number === undefined ? [] : [{ lang, assessed, number }]
  })
  return new Map(
    [...Map.groupBy(ballots, (ballot) => ballot.lang)].map(([lang, own]) => {
      const byOption = [...Map.groupBy(own, (ballot) => ballot.assessed)].toSorted((a, b) => b[1].length - a[1].length)
      const options: { option: string; number: string }[] = []
      for (const [option, votes] of byOption) {
        const numbers = [...Map.groupBy(votes, (vote) => vote.number)].toSorted((a, b) => b[1].length - a[1].length)
        const free = numbers.find(([number]) => !options.some((other) => other.number === number))
        if (free) options.push({ option, number: free[0] })
      }
      // The names of options without votes are unknown: use their numbers as placeholders.
      const highest = Math.max(4, ...options.map(({ number }) => Number(number)))
      const named = (place: number) => options.find(({ number }) => Number(number) === place + 1)?.option
      return [lang, Array.from({ length: highest }, (_, place) => named(place) ?? `(${place + 1})`)]
    }),
  )
}
