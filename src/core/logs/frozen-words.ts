/** Texts for logs that stored none, in English, Spanish and Chinese. Never change them: they are history. */
const frozenTexts = {
  narrative: [
    "In round {round} I said: {excerpt}",
    "En la ronda {round} dije: {excerpt}",
    "第 {round} 轮我说过：{excerpt}",
  ],
  structured: [
    "Round {round} | said | {excerpt}",
    "Ronda {round} | dicho | {excerpt}",
    "第 {round} 轮 | 发言 | {excerpt}",
  ],
  agreement: ["Agreement reached.", "Hubo acuerdo.", "已达成一致。"],
  ballot: ["Decided by vote.", "Decidido por votación.", "由投票决定。"],
  judge: ["Decided by the vote of one seat.", "Decidido por un solo voto.", "由一席投票决定。"],
  chair: ["One seat wrote the result.", "Un participante escribió el resultado.", "结果由一席撰写。"],
  limit: [
    "Ended at a limit, without a decision.",
    "Terminado en un límite, sin decisión.",
    "达到上限后结束，未作出决定。",
  ],
  stopped: ["Stopped by the user.", "Detenido por el usuario.", "已被用户停止。"],
  failed: ["Ended by an error.", "Terminado por un error.", "因错误而结束。"],
  none: ["Ended without a decision.", "Terminado sin decisión.", "已结束，未作出决定。"],
  chosen: ["Chosen: “{choice}”.", "Elegida: «{choice}».", "选出：“{choice}”。"],
  noneChosen: ["No option was chosen.", "No se eligió ninguna opción.", "没有选出任何选项。"],
  passed: ["Passed: {counts}.", "Aprobado: {counts}.", "通过：{counts}。"],
  notPassed: ["Not passed: {counts}.", "No aprobado: {counts}.", "未通过：{counts}。"],
  counts: [
    "{yes} yes, {no} no, {unreadable} unreadable",
    "{yes} sí, {no} no, {unreadable} ilegibles",
    "{yes} 票赞成，{no} 票反对，{unreadable} 票无法识别",
  ],
} as const

const codes = ["en", "es", "zh"]

/** A text with its placeholders filled; English for other languages. */
export function frozenText(name: keyof typeof frozenTexts, language: string, values: object = {}): string {
  const code = language.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ""
  const text = frozenTexts[name][Math.max(0, codes.indexOf(code))]!
  return text.replace(/\{(\w+)\}/g, (_, key: string) => String(values[key as keyof typeof values]))
}
