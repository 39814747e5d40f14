/** The kinds of question a topic can be; each has its own set of possible answers. */
export const topicKinds = ["choice", "whether", "howto", "estimate", "open"] as const
export type TopicKind = (typeof topicKinds)[number]

/** Answers that need no words from the topic. `choice` topics bring their own sides instead. */
export const generalStances = [
  "yes",
  "no",
  "trial",
  "small",
  "full",
  "look",
  "low",
  "high",
  "range",
  "narrow",
  "principle",
  "cases",
] as const
export type GeneralStance = (typeof generalStances)[number]

/** What an argument, or an answer, pulls towards. */
export type Lean = "caution" | "boldness" | "neither"

export const stancesOf: Readonly<Record<Exclude<TopicKind, "choice">, readonly GeneralStance[]>> = {
  whether: ["yes", "no", "trial"],
  howto: ["small", "full", "look"],
  estimate: ["low", "high", "range"],
  open: ["narrow", "principle", "cases"],
}

export const leanOf: Readonly<Record<GeneralStance, Lean>> = {
  yes: "boldness",
  no: "caution",
  trial: "caution",
  small: "caution",
  full: "boldness",
  look: "caution",
  low: "boldness",
  high: "caution",
  range: "neither",
  narrow: "caution",
  principle: "boldness",
  cases: "neither",
}
