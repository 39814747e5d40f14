import { languageFor } from "../core/languages/index.ts"
import { readPreference } from "../core/reading/read-preference.ts"
import { readVote } from "../core/reading/read-vote.ts"
import { readPass } from "../core/speaking/read-pass.ts"

/** A model's reply, with its meaning where it is known. */
export interface RecordedReply {
  readonly corpus: string
  readonly kind: string
  readonly lang: string
  readonly text: string
  /** Its author, where known: each model is measured separately. */
  readonly model?: string
  /** Choices: the letters, and the text of each. */
  readonly options?: readonly string[]
  readonly texts?: readonly string[]
  readonly label?: string | boolean
  /** Ballots: the name of the option, and its amount. */
  readonly assessed?: string
  readonly amount?: number
  /** Statements: the option that the speaker favours. */
  readonly favored?: string
}

/** The names that statements use for the options of ballots, in ballot order. */
const favoured = [
  "maximizing_floor",
  "maximizing_average",
  "maximizing_average_floor_constraint",
  "maximizing_average_range_constraint",
]

export interface Group extends Record<Count, number> {
  readonly labelled: boolean
}

/**
 * `inForm`: in the requested form, so no prose had to be read. `naming`: replies that name an option at all.
 * `undisputed`: without replies whose own mark contradicts their label, since some labels belong to another turn.
 */
type Count = (typeof counts)[number]
const counts = [
  ...(["replies", "read", "inForm", "right", "naming", "namingRead", "undisputedRead", "undisputedRight"] as const),
]

export interface Miss {
  readonly group: string
  readonly meant: string
  readonly read: string
  readonly reading: string
  readonly confidence: number
  readonly text: string
}

const marks = /\[(?:DIS)?AGREE\]/gi

/** Measures how many replies each reader reads, and how many of these correctly. `cpuMs` returns the CPU time used. */
export function evaluateReaders(rows: readonly RecordedReply[], cpuMs: () => number, onRead?: (read: Miss) => void) {
  const groups = new Map<string, Group>()
  const ballotOptions = optionsByLanguage(rows)
  const labelledKinds = new Set(rows.flatMap(({ corpus, kind, label }) => (label === undefined ? [] : corpus + kind)))
  let slowestMs = 0
  let thrown = 0
  let falsePasses = 0

  function judge(row: RecordedReply, variant: string, meant: string | undefined, read: () => Read | undefined) {
    const labelled = meant !== undefined || labelledKinds.has(row.corpus + row.kind)
    if (meant === undefined && labelled) return
    const about = [row.corpus, row.model, `${row.kind}${variant}`, row.lang]
    const name = about.filter((part) => part !== undefined).join(" / ")
    const zeros = Object.fromEntries(counts.map((count) => [count, 0])) as Record<Count, number>
    const group = groups.get(name) ?? { ...zeros, labelled }
    groups.set(name, group)
    let found: Read | undefined
    try {
      let best = Number.POSITIVE_INFINITY
      // The fastest of three runs, since other processes use the CPU as well.
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
    const holds: Readonly<Record<Count, boolean>> = {
      ...{ replies: true, read: isRead, right: isRight, naming: isNaming, namingRead: isNaming && isRead },
      ...{ undisputedRead: isRead && isUndisputed, undisputedRight: isRight && isUndisputed },
      inForm: found?.reading === "structured" || found?.reading === "markers",
    }
    for (const count of counts) if (holds[count]) group[count]++
    const { meaning = "", reading = "unreadable", confidence = 0 } = found ?? {}
    onRead?.({ group: name, meant: meant ?? "", read: meaning, reading, confidence, text: row.text })
  }

  for (const row of rows) {
    const language = languageFor(row.lang)
    const { text, options, texts } = row
    if (row.kind === "vote") {
      const meant = String(row.label)
      const bare = text.replace(marks, "")
      if (bare !== text) judge(row, " marked", meant, () => vote(text))
      if (bare.trim() !== "") judge(row, " unmarked", meant, () => vote(bare))
    } else if (options && texts) {
      const at = options.indexOf(String(row.label))
      judge(row, " letters", options[at], () => preference(options))
      const full = options.map((option, index) => `${option}) ${texts[index]}`)
      judge(row, " A) text", full[at], () => preference(full))
      if (markedAnswer(row) !== undefined) judge(row, " last line", full[at], () => preference(full))
    } else if (row.assessed !== undefined) {
      judge(row, "", `${row.assessed} ${row.amount ?? ""}`, () => preference(ballotOptions.get(row.lang) ?? [], true))
    } else if (row.favored !== undefined) {
      const offered = ballotOptions.get(row.lang) ?? []
      judge(row, "", offered[favoured.indexOf(row.favored)] ?? "none", () => preference(offered))
    } else {
      judge(row, "", undefined, () => (row.kind.includes("ranking") ? ranking() : vote(text)))
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
 * The letter of the last box, else of the last line that is only an answer: a letter, optionally after "… answer:" or
 * "… solution is" and before its own text. Independent of the readers.
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

/** Whether a choice among letters contains one of them as a label, or the text of an option. */
function namesOption({ text, options, texts }: RecordedReply): boolean {
  if (!options || !texts || !options.every((option) => /^[A-Z]$/.test(option))) return true
  const letter = `[${options.join("")}]`
  const label = `\\b${letter}(?:[)\\]}:.*]|\\s*$)|\\b(?:option|answer|solution|choice)s?(?: is)?:? ${letter}\\b`
  const said = ` ${plain(text)} `
  // Any sentence may contain yes or no; they count only at its start or after "answer", "say" or "is".
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

/** The ballot options of each language, ordered by the number that most ballots for them begin with. */
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
      // Options that nobody voted for have no name here.
      const most = Math.max(4, ...options.map(({ number }) => Number(number)))
      const named = (place: number) => options.find(({ number }) => Number(number) === place + 1)?.option
      return [lang, Array.from({ length: most }, (_, place) => named(place) ?? `(${place + 1})`)]
    }),
  )
}
