import type { Agent, NewAgent } from "../../api/agents.ts"

/** An agent as form values: numbers and lists are text. */
export interface AgentDraft {
  readonly name: string
  readonly description: string
  readonly systemPrompt: string
  readonly model: string
  readonly temperature: string
  readonly maxTokens: string
  /** One per line; `\n` stands for a line break. */
  readonly stop: string
  readonly squadMember: boolean
}

export const emptyAgent: AgentDraft = {
  name: "",
  description: "",
  systemPrompt: "",
  model: "",
  temperature: "",
  maxTokens: "",
  stop: "",
  squadMember: false,
}

export function toAgentDraft({ name, description, systemPrompt, modelConfig, squadMember }: Agent): AgentDraft {
  const { model, temperature, maxTokens, stop = [] } = modelConfig
  return {
    name,
    description: description ?? "",
    systemPrompt,
    model,
    temperature: temperature?.toString() ?? "",
    maxTokens: maxTokens?.toString() ?? "",
    stop: stop.map(escapeText).join("\n"),
    squadMember,
  }
}

/** Invalid numbers are sent as typed, so that the server reports them at their field. */
export function toNewAgent(draft: AgentDraft): NewAgent {
  const { name, description, systemPrompt, model, temperature, maxTokens, stop, squadMember } = draft
  const sequences = stop.split("\n").filter((line) => line !== "")
  return {
    name,
    description: description.trim() === "" ? null : description,
    systemPrompt,
    modelConfig: {
      model: model.trim(),
      ...(temperature.trim() !== "" && { temperature: Number(temperature.replace(",", ".")) }),
      ...(maxTokens.trim() !== "" && { maxTokens: Number(maxTokens) }),
      ...(sequences.length > 0 && { stop: sequences.map(unescapeText) }),
    },
    squadMember,
  }
}

const escapeLetters: Readonly<Record<string, string>> = { "\n": "n", "\t": "t", "\r": "r", "\\": "\\" }
const escapedCharacters: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\" }

function escapeText(text: string): string {
  return text.replace(/[\n\t\r\\]/g, (character) => `\\${escapeLetters[character]}`)
}

function unescapeText(line: string): string {
  return line.replace(/\\([ntr\\])/g, (_, letter: string) => escapedCharacters[letter]!)
}
