/** A word list as it is written: entries between commas. */
export function phrases(list: string): readonly string[] {
  return list.split(",").flatMap((phrase) => phrase.trim() || [])
}

/** Every phrase of one list followed by every phrase of another. */
export function each(starts: string, ends: string): readonly string[] {
  return phrases(starts).flatMap((start) => phrases(ends).map((end) => `${start} ${end}`))
}

/**
 * What prose is searched for when a vote has no block. Entries are words or phrases, matched as whole words (Chinese: as
 * characters), longest first, without regard to case or accents.
 */
export interface VoteLexicon {
  /** Words by which a clause agrees. */
  readonly agree: readonly string[]
  /** Words by which it says that nothing has to be changed: whoever says them judges for itself. */
  readonly settled: readonly string[]
  /** Words by which a clause disagrees by itself. */
  readonly disagree: readonly string[]
  /** Who speaks for itself: I, we. Empty where the verb says it. */
  readonly speakers: readonly string[]
  /** Who is spoken to or of, and what is theirs: you, your, their. */
  readonly listeners: readonly string[]
  /** What agreement may be with so that it is with the matter itself: the solution, the plan. */
  readonly matters: readonly string[]
  /** Words that name what was agreed on: they agree where nothing else in the reply does or does not. */
  readonly agreed: readonly string[]
  /** What a solution stands after: the solution is, we agree on, nuestra respuesta final es. */
  readonly solutions: readonly string[]
  /** Words that turn the agreeing or disagreeing word after them round: not, no, ni. */
  readonly negations: readonly string[]
  /** Negations that say no when nothing follows them: not yet, todavía no, 还没有. */
  readonly denials: readonly string[]
  /** Whether a second negation takes the first one back (English) or stresses it (Spanish). */
  readonly doubleNegation: "cancels" | "stresses"
  /** Words after which the weight of a sentence lies: but, pero, 但是. */
  readonly contrasts: readonly string[]
  /** Words that open a clause of little weight: although, aunque, 虽然. */
  readonly concessions: readonly string[]
  /** Words that take something off what they praise: mostly correct, casi correcta. */
  readonly hedges: readonly string[]
  /** What stands before the one who is agreed with, and before what on: with Anna that it is cold. */
  readonly partners: readonly string[]
  readonly complements: readonly string[]
  /** Words that make a clause a condition or a question, so that it decides nothing: if, whether, si. */
  readonly conditions: readonly string[]
  /** Words that end a condition and open what follows from it: so, therefore, 所以. */
  readonly conclusions: readonly string[]
  /** Words that open a new clause without a comma: and, because, porque. */
  readonly joints: readonly string[]
  /** Phrases that hold one of the words above and mean nothing by it: even if, no doubt, 不仅. */
  readonly neutral: readonly string[]
  /** The same, but only where they open a clause: de acuerdo con (los datos). */
  readonly neutralOpenings: readonly string[]
  /** What YES and NO may be called, in the block or as a whole clause. */
  readonly yes: readonly string[]
  readonly no: readonly string[]
  /** Of these the ones that also open a reply out of politeness: they answer only where they are all of it. */
  readonly courtesies: readonly string[]
  /** How a reply may begin before it says anything: thank you, gracias, 谢谢. */
  readonly greetings: readonly string[]
  /** What a vote is called on a line of its own, before a colon: vote, consenso, 投票. */
  readonly votes: readonly string[]
  /** What stands before the option that was chosen: the answer is, elijo, 我选择. */
  readonly choosing: readonly string[]
  /** Of these the nouns, which say nothing without a colon or one of `links`: the answer is, la solución sigue siendo. */
  readonly choices: readonly string[]
  readonly links: readonly string[]
  /** What stands after it: is the correct answer, es mi elección, 是正确答案. */
  readonly chosen: readonly string[]
  /** Words that say of the option before them that it is not the one: incorrect, falso, 错误. */
  readonly faults: readonly string[]
  /** Verbs that choose what follows them where one of `choosers` stands shortly before: I would pick, we should adopt. */
  readonly chooses: readonly string[]
  readonly choosers: readonly string[]
  /** Phrases that reject the option after them, and none before them: rather than, except, 而不是. */
  readonly comparisons: readonly string[]
  /** The same, but only right after an option: B over A. */
  readonly preferences: readonly string[]
  /** What names each place among the options, from the first on: the first one, la segunda opción. */
  readonly ordinals: readonly (readonly string[])[]
  /** What an amount is called: amount, cantidad, 金额. */
  readonly amounts: readonly string[]
  /** What stands before the number of an option: option 2, 选项2. */
  readonly optionWords: readonly string[]
  /** What may stand between the words of an option: the, a, los. */
  readonly articles: readonly string[]
}

/** How numbers are written: 15,000 / 15.000 / 1万5千. */
export interface NumberStyle {
  readonly thousands: "," | "."
  readonly decimal: "." | ","
  /** Words that multiply what stands before them, e.g. thousand, mil, 万. */
  readonly multipliers: Readonly<Record<string, number>>
  /** Numerals besides 0-9, e.g. 五. */
  readonly digits: Readonly<Record<string, number>>
}

/** What the readers of replies know of one language. */
export interface ReaderWords {
  readonly code: string
  readonly votes: VoteLexicon
  readonly numbers: NumberStyle
}
