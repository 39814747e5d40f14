import { promises } from "./requirement.ts"

export const assembly = [
  ...promises("2.4", {
    "assembly.shuffle": "The order of each round is shuffled by the seed: the same seed gives the same orders.",
    "assembly.finisher": "No seat speaks last in two consecutive rounds.",
    "assembly.order-event": "The order of each round is in its event, so a replay has the same order.",
    "assembly.fixed-order": "A fixed speaking order is an option.",
    "assembly.briefing": "A seat's private briefing is only in its own prompts.",
    "assembly.history-lines": "The history shows each statement in at most 300 characters.",
    "assembly.manner": "A seat's prompt states the round and the manner of speaking: tone, 50-200 words, reasons.",
    "assembly.min-length": "A statement below 50 characters is retried at most 3 times, with a clarifying request.",
    "assembly.min-length-language": "The minimum length depends on the language: 20 characters for Chinese.",
    "assembly.best-attempt": "If no attempt is long enough the best one counts, and the event says so.",
    "assembly.memory":
      "Each statement adds a line of at most 300 characters to its seat's private memory, without a model call.",
    "assembly.memory-styles": "Memory has a narrative or a structured style.",
    "assembly.memory-overflow": "A memory over its budget drops its oldest half, with a warning event.",
    "assembly.history-limit": "The public history is limited to 100,000 characters, oldest dropped first.",
    "assembly.timeouts": "A call times out after 30 s and is retried with 45 s and 67.5 s.",
    "assembly.on-failure": "A failed seat is skipped for the round, or the round is aborted, as configured.",
    "assembly.languages": "Prompts, votes and passes are written and read in English, Spanish and Mandarin.",
    "assembly.language-complete": "A language is one catalogue, and the compiler refuses an incomplete one.",
    "assembly.call": "Any seat may call for a vote at the end of a round; without a call there is no vote.",
    "assembly.confirm": "A vote that was called takes place only if all seats confirm it.",
    "assembly.secret": "The ballot over the options is secret: no seat is shown another's vote.",
    "assembly.numbers": "Amounts are read in each language's style: 15,000 and 15.000 and 1万5千.",
    "assembly.agreement": "Agreement means the same option and the same amount; without it the next round begins.",
    "assembly.rounds": "An assembly runs at most 10 rounds by default.",
  }),
  ...promises("2.4", { "assembly.config": "Each YAML key of the assembly sets its setting." }),
]
