/** One option of a command, as help, documents and shell completions show it. */
export interface OptionDefinition {
  /** As on the command line: `--rounds <number>`. */
  readonly flags: string
  readonly about: string
  /** The heading that it stands under in help, where a command has many. */
  readonly group?: string
  readonly choices?: readonly string[]
  /** How the text is read; it stays text where this is left out. */
  readonly valueType?: "whole" | "number"
  /** It may be given several times. */
  readonly repeatable?: true
  /** What holds where nothing is said; for help alone. */
  readonly defaultText?: string
  /** The variable that says the same. */
  readonly envVariable?: string
}

export interface ArgumentDefinition {
  readonly name: string
  readonly about: string
  readonly optional?: true
  readonly choices?: readonly string[]
}

/** A command, described once: parsing, help, the documents and shell completions are made from this. */
export interface CommandDefinition {
  /** One word, or two where commands belong together: `keys create`. */
  readonly name: string
  readonly group: "Discussing" | "Steering" | "Looking back" | "The squad" | "Running it"
  /** One line. */
  readonly about: string
  /** What else there is to know, in short paragraphs. */
  readonly details?: readonly string[]
  readonly arguments?: readonly ArgumentDefinition[]
  readonly options?: readonly OptionDefinition[]
  readonly examples?: readonly string[]
}

/** Options under one heading. */
export function withHeading(group: string, options: readonly OptionDefinition[]): readonly OptionDefinition[] {
  return options.map((option) => ({ ...option, group }))
}
