import type { BallotForm, BallotQuestion, ContestedPositions } from "../discussion/vote.ts"
import type { LanguageWords, PromptStyle, SubDiscussionReport, YesNoQuestion } from "./language.ts"
import { bulleted, paragraphs, type RecordPromptWords, recordPrompt } from "./record-prompt.ts"

interface TableWords {
  readonly topic: string
  readonly rounds: number
  /** `Name (role)` or `Name`, in seat order. */
  readonly seats: readonly string[]
  readonly mayPass: boolean
  /** Whether seats may open sub-discussions in their turns. */
  readonly mayOpen?: boolean
  /** The table's own rules instead of the format's. */
  readonly customRules?: string | undefined
  /** The options that the table will vote on, if any. */
  readonly options: readonly string[]
  /** Texts that everyone sees besides the topic, each under its label. */
  readonly materials?: readonly string[]
  /** Seats vote after every round, the first time before they discuss. */
  readonly votesFirst: boolean
}

interface SubDiscussionWords {
  readonly topic: string
  readonly names: readonly string[]
  /** The solution, the proposal or the last statements. */
  readonly words: string
  /** Set if it did not complete. */
  readonly early?: "failed" | "aborted" | undefined
}

interface SelfWords {
  /** Absent for a seat that answers alone. */
  readonly name?: string | undefined
  readonly persona?: string | undefined
  readonly briefing?: string | undefined
  readonly memory: readonly string[]
}

interface TurnWords {
  readonly role: string
  /** The seat has not spoken before. */
  readonly first: boolean
  readonly round: number
  readonly rounds: number
  readonly mayPass: boolean
}

interface VoteWords {
  readonly options: readonly string[]
  /** Replaces the numbered list of options. */
  readonly answers?: string | undefined
  readonly form: BallotForm
  /** The table's own question instead of the language's. */
  readonly question?: string | undefined
  /** Asks for structured output instead of the marker block. */
  readonly structured: boolean
}

interface BallotNoteWords {
  readonly asks: BallotQuestion
  readonly passed: boolean
  /** The choice of a ballot that always decides. */
  readonly decided?: string | undefined
  /** One line per vote of an open ballot; empty for a secret one. */
  readonly votes: readonly string[]
}

interface VoteLineWords {
  readonly name: string
  readonly answer: boolean | null
  readonly choice?: string | undefined
  readonly confidence: number
  readonly reasoning: string
}

/** The markers that vote readers look for; the same in every language. */
const markers: Readonly<Record<BallotForm, string>> = {
  single: "CHOICE",
  ranking: "RANKING",
  approval: "APPROVED",
  scores: "SCORES",
}

interface BlockParts {
  readonly answer: string
  readonly confidence: string
  readonly why: string
}

const yesNoBlock = ({ answer, confidence, why, solution }: BlockParts & { readonly solution: string }) =>
  `[CONSENSUS_CHECK]
HAS_CONSENSUS: ${answer}
[CONFIDENCE]
${confidence}
[REASONING]
${why}
[PROPOSED_SOLUTION]
${solution}`

const choiceBlock = (
  form: BallotForm,
  { answer, amount, confidence, why }: BlockParts & { readonly amount?: string },
) =>
  `[${markers[form]}]
${answer}
${amount === undefined ? "" : `[AMOUNT]\n${amount}\n`}[CONFIDENCE]
${confidence}
[REASONING]
${why}`

/** Example answers for each form, with the options in their given order. */
const exampleAnswers: Readonly<Record<BallotForm, (options: readonly string[]) => string>> = {
  single: ([first = ""]) => first,
  ranking: (options) => options.join("\n"),
  approval: ([first = ""]) => first,
  scores: (options) => options.map((option, place) => `${option}: ${Math.max(0, 9 - 2 * place)}`).join("\n"),
}

type TurnText = string | Readonly<Record<"first" | "later", string>>
type TurnTexts = { readonly other: TurnText } & Readonly<Record<string, TurnText>>

/** Builds the prompts and sentences of one language from its words. */
export function buildLanguage(words: LanguageWords) {
  const { space, comma, fullStop, rules, turn, vote, voteFirst, subDiscussion, record } = words

  const rulesFor = (style: PromptStyle) => (table: TableWords) =>
    paragraphs([
      ...(table.customRules === undefined
        ? rules.styles[style]({
            rounds: words.roundLimit(table.rounds),
            voting: table.votesFirst ? rules.voting.everyRound : rules.voting.whenCalled,
          })
        : [table.customRules]),
      table.mayPass && rules.pass,
      table.mayOpen && rules.openSubDiscussion,
      rules.language,
      rules.labels,
      table.seats.length > 0 && `${rules.seats}${table.seats.join(comma)}`,
      `${rules.topic}${table.topic}`,
      table.options.length > 0 && `${rules.options}${bulleted(table.options)}`,
      ...(table.materials?.length ? [rules.materials, ...table.materials] : []),
    ])

  const task = ({ topic, materials = [] }: Pick<TableWords, "topic" | "materials">) =>
    paragraphs([
      rules.language,
      `${rules.topic}${topic}`,
      ...(materials.length > 0 ? [rules.materials, ...materials] : []),
    ])

  const sentences = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(space)
  const place = ({ round, rounds }: TurnWords, open = "") =>
    `${turn.place(round, rounds)}${round === 1 ? "" : open}${round === rounds ? turn.lastRound : ""}${fullStop}`
  const passHint = ({ first, mayPass }: TurnWords) => mayPass && !first && words.passHint

  const turnFor = (style: PromptStyle) => (asked: TurnWords) => {
    const texts: TurnText | TurnTexts = turn.styles[style]
    const role = asked.role.toLowerCase()
    const text = !("other" in texts) ? texts : Object.hasOwn(texts, role) ? texts[role]! : texts.other
    const said = typeof text === "string" ? text : asked.first ? text.first : text.later
    const { [style]: open }: Partial<Record<PromptStyle, string>> = turn.noAgreement
    const { [style]: ending }: Partial<Record<PromptStyle, string>> = turn.ending
    return sentences(place(asked, open), said, ending ?? passHint(asked))
  }

  const byStyle = <T>(build: (style: PromptStyle) => T) =>
    Object.fromEntries(Object.keys(rules.styles).map((style) => [style, build(style as PromptStyle)])) as Readonly<
      Record<PromptStyle, T>
    >

  const yesNo = (asks: YesNoQuestion) => (asked: VoteWords) => {
    const parts = { answer: vote.yesOrNo, confidence: "0-100", why: vote.why, solution: vote.solutions[asks] }
    const block = `${vote.block}\n\n${yesNoBlock(parts)}`
    return `${asked.question ?? vote.questions[asks]}\n\n${asked.structured ? vote.yesNoObject : block}`
  }

  const askAlone = ({ options }: Pick<VoteWords, "options">) => {
    const numbered = options.map((option, index) => `${index + 1}. ${option}`).join("\n")
    return `${words.baseline.ask}\n${numbered}\n\n${words.baseline.block}\n\n[CHOICE]\n${vote.forms.single.line}`
  }

  const choice = ({ options, answers, form, structured, question }: VoteWords) => {
    const { ask, key, line } = vote.forms[form]
    const numbered = answers ?? options.map((option, index) => `${index + 1}. ${option}`).join("\n")
    const parts = { answer: line, amount: vote.amount, confidence: "0-100", why: vote.why }
    const block = `${vote.block}\n\n${choiceBlock(form, parts)}`
    return `${question ?? ask}\n${numbered}\n\n${structured ? vote.choiceObject({ key }) : block}`
  }

  const report = (end: SubDiscussionReport) => (sub: SubDiscussionWords) => {
    const apart = subDiscussion.apart({ names: sub.names.join(comma), topic: sub.topic })
    const closed = /[.?!。？！]$/u.test(sub.topic) ? apart : `${apart}${fullStop}`
    const told = sentences(closed, sub.early !== undefined && subDiscussion.early[sub.early], subDiscussion.report[end])
    return end === "nothing" ? told : `${told}\n\n${sub.words}`
  }

  return {
    ...words,
    rules: byStyle(rulesFor),
    subDiscussion: {
      heading: ({ names }: { readonly names: readonly string[] }) => `${subDiscussion.heading} · ${names.join(comma)}`,
      report: {
        solution: report("solution"),
        proposal: report("proposal"),
        words: report("words"),
        nothing: report("nothing"),
      } satisfies Record<SubDiscussionReport, unknown>,
    },
    ballotNote({ asks, passed, decided, votes }: BallotNoteWords): string {
      const note = words.ballotNotes[asks][passed ? "passed" : "failed"]
      return [decided === undefined ? note : `${words.decided}${decided}`, ...votes].join("\n")
    },
    voteLine({ name, answer, choice: chosen, confidence, reasoning }: VoteLineWords): string {
      if (answer === null && chosen === undefined) return words.unreadableVote({ name })
      const line = words.voteLine({ name, said: chosen ?? (answer ? words.yes : words.no), confidence })
      return reasoning === "" ? line : `${line}${fullStop}${space}${reasoning}`
    },
    /** The part of a prompt that is specific to the seat. */
    self: ({ name, persona, briefing, memory }: SelfWords): string =>
      paragraphs([
        name !== undefined && words.self.name(name),
        persona,
        briefing && `${words.self.briefing}\n${briefing}`,
        memory.length > 0 && `${words.self.notes}\n${bulleted(memory)}`,
      ]),
    turn: byStyle(turnFor),
    vote: {
      consensus: yesNo("consensus"),
      call: yesNo("call"),
      confirm: yesNo("confirm"),
      choice,
    } satisfies Record<BallotQuestion, unknown>,
    record: { ...record, prompt: (asked: RecordPromptWords) => recordPrompt(record, asked) },
    result: {
      prompt: ({ ended, schema, problems }: { ended: string; schema: string; problems: readonly string[] }): string =>
        paragraphs([
          words.result.ask,
          `${record.ended}${ended}`,
          `${words.result.schema}\n${schema}`,
          problems.length > 0 && `${words.result.again}\n${bulleted(problems)}`,
        ]),
    },
    task,
    askAlone,
    voteQuestions: vote.questions,
    ballotQuestions: vote.forms,
    voteExamples: {
      consensus: () =>
        yesNoBlock({ answer: "YES", confidence: "80", why: words.example.reason, solution: words.example.statement }),
      call: () => yesNoBlock({ answer: "YES", confidence: "80", why: words.example.reason, solution: "" }).trimEnd(),
      confirm: () => yesNoBlock({ answer: "YES", confidence: "80", why: words.example.reason, solution: "" }).trimEnd(),
      choice: ({ options, form }: Pick<VoteWords, "options" | "form">) =>
        choiceBlock(form, { answer: exampleAnswers[form](options), confidence: "80", why: words.example.reason }),
    } satisfies Record<BallotQuestion, unknown>,
    choose: ({ candidates }: { readonly candidates: readonly string[] }) =>
      words.choose({ candidates: candidates.join(comma) }),
    voteFirst: {
      alone: voteFirst.alone,
      contested: ({ positions, dropped }: ContestedPositions) =>
        paragraphs([
          `${voteFirst.contested}\n${bulleted(positions.map(({ position, seats }) => `${position} (${seats})`))}`,
          dropped.length > 0 && `${voteFirst.dropped}${dropped.join(comma)}`,
          voteFirst.advice,
        ]),
    },
  }
}

/** "1 round", "3 rounds". */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Splits phrases at |. */
export function phraseList(text: string): readonly string[] {
  return text.split(/\s*\|\s*/)
}
