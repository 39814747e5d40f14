/** Splits a comma-separated word list. */
export function phrases(list: string): readonly string[] {
  return list.split(",").flatMap((phrase) => phrase.trim() || [])
}

/** Every combination of a phrase of the first list and a phrase of the second. */
export function each(starts: string, ends: string): readonly string[] {
  return phrases(starts).flatMap((start) => phrases(ends).map((end) => `${start} ${end}`))
}

/**
 * Phrases to look for in prose when a reply has no block or object. Matched as whole words (Chinese: as characters),
 * longest first, ignoring case and accents.
 */
export interface VoteLexicon {
  /** Express agreement: agree, accept, support. */
  readonly agree: readonly string[]
  /** Say that nothing needs to change; they count as agreement whatever the subject of the clause. */
  readonly settled: readonly string[]
  /** Express disagreement by themselves. */
  readonly disagree: readonly string[]
  /** First-person pronouns. Empty for languages whose verbs include the person. */
  readonly speakers: readonly string[]
  /** Other people and their possessives: you, your, their. */
  readonly listeners: readonly string[]
  /** Words for the proposal itself; agreeing with one of them is a vote: the solution, the plan. */
  readonly matters: readonly string[]
  /** Words that state what was agreed on; they count as agreement if nothing else in the reply tells. */
  readonly agreed: readonly string[]
  /** Introduce a solution: the solution is, we agree on, nuestra respuesta final es. */
  readonly solutions: readonly string[]
  /** Invert the word of agreement or disagreement after them: not, no, ni. */
  readonly negations: readonly string[]
  /** Negations that mean no by themselves: not yet, todavía no, 还没有. */
  readonly denials: readonly string[]
  /** Whether a second negation cancels the first (English) or reinforces it (Spanish). */
  readonly doubleNegation: "cancels" | "stresses"
  /** Introduce the part of a sentence that carries the weight: but, pero, 但是. */
  readonly contrasts: readonly string[]
  /** Introduce a clause of little weight: although, aunque, 虽然. */
  readonly concessions: readonly string[]
  /** Qualify approval: mostly correct, casi correcta. */
  readonly hedges: readonly string[]
  /** Introduce the person agreed with, and (`complements`) the subject: agree **with** Anna **that** it is cold. */
  readonly partners: readonly string[]
  readonly complements: readonly string[]
  /** Make a clause a condition or an indirect question, which decides nothing: if, whether, si. */
  readonly conditions: readonly string[]
  /** End a condition and introduce its conclusion: so, therefore, 所以. */
  readonly conclusions: readonly string[]
  /** Start a new clause without a comma: and, because, porque. */
  readonly joints: readonly string[]
  /** Phrases that contain one of the words above without its meaning: even if, no doubt, 不仅. */
  readonly neutral: readonly string[]
  /** Like `neutral`, but only at the start of a clause: de acuerdo con (los datos). */
  readonly neutralOpenings: readonly string[]
  /** Synonyms of YES and NO, in a block or as a whole clause. */
  readonly yes: readonly string[]
  readonly no: readonly string[]
  /** Those of `yes` that are also polite openings: they are an answer only in a reply of one sentence. */
  readonly courtesies: readonly string[]
  /** Polite openings: thank you, gracias, 谢谢. */
  readonly greetings: readonly string[]
  /** Name the vote on a line such as `Vote: yes`: vote, consenso, 投票. */
  readonly votes: readonly string[]
  /** Introduce the chosen option: the answer is, elijo, 我选择. */
  readonly choosing: readonly string[]
  /** The nouns among `choosing`; they need a colon or one of `links`: the answer **is**, la solución **sigue siendo**. */
  readonly choices: readonly string[]
  readonly links: readonly string[]
  /** Follow the chosen option: is the correct answer, es mi elección, 是正确答案. */
  readonly chosen: readonly string[]
  /** Reject the option before them: incorrect, falso, 错误. */
  readonly faults: readonly string[]
  /** Verbs that introduce the chosen option if one of `choosers` precedes them: I would pick, we should adopt. */
  readonly chooses: readonly string[]
  readonly choosers: readonly string[]
  /** Reject the option after them, but not the one before: rather than, except, 而不是. */
  readonly comparisons: readonly string[]
  /** Like `comparisons`, but only right after an option: B over A. */
  readonly preferences: readonly string[]
  /** Ordinals, in the order of the options: the first one, la segunda opción. */
  readonly ordinals: readonly (readonly string[])[]
  /** Words for an amount: amount, cantidad, 金额. */
  readonly amounts: readonly string[]
  /** Precede the number of an option: option 2, 选项2. */
  readonly optionWords: readonly string[]
  /** Articles; ignored when an option's words are compared. */
  readonly articles: readonly string[]
}

/** Number format of a language: 15,000 / 15.000 / 1万5千. */
export interface NumberStyle {
  readonly thousands: "," | "."
  readonly decimal: "." | ","
  /** Words that multiply the number before them: thousand, mil, 万. */
  readonly multipliers: Readonly<Record<string, number>>
  /** Numerals other than 0–9: 五. */
  readonly digits: Readonly<Record<string, number>>
}

/** The words and number format used to read replies in one language. */
export interface ReaderWords {
  readonly code: string
  /** A proposal that says there is none: no consensus yet, sin acuerdo, 尚无方案. */
  readonly noSolution: RegExp
  readonly votes: VoteLexicon
  readonly numbers: NumberStyle
}
