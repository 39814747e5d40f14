/** The value of a vote's field as text. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value.trim()
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "")
}

const placeholder =
  /^[\s.…*_\-–—()[\]<>/]*(?:n\/?a|none|null|empty|nothing|ningun[oa]|nada|vac[ií]o|无|没有|空)?[\s.。…*_\-–—()[\]<>/]*$/iu

/** Whether a field is empty or a placeholder such as "N/A" or "none". */
export function saysNone(text: string): boolean {
  return text.length <= 60 && placeholder.test(text)
}

const noSolution =
  /\b(?:no|not|without|lack of|sin|ni|falta de)\b.{0,30}\b(?:consensus|agreement|agreed|solution|consenso|acuerdo|soluci[oó]n)\b|\b(?:consensus|consenso)\b.{0,20}\b(?:not|no)\b|^\W*(?:not yet|none yet|todav[ií]a no|a[uú]n no)\b|(?:没有|尚未|还没|未|无|缺乏).{0,10}(?:共识|一致|方案)|^\W*(?:暂无|尚无)/iu

/** The proposed solution; undefined if the field says that there is none. Short ones count: "Tabs" is an answer. */
export function solutionText(value: unknown): string | undefined {
  const text = plainText(value)
  if (saysNone(text)) return undefined
  return text.length <= 100 && noSolution.test(text) ? undefined : text
}

const maxReasoningLength = 4_000

/** The reply itself, truncated: the reasoning of an answer that was inferred from prose. */
export function asReasoning(reply: string): string {
  return reply.slice(-20_000).trim().slice(0, maxReasoningLength)
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? ""
}
