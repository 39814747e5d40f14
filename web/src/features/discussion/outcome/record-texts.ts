import type { LeftOut, RecordPart } from "../../../../../src/core/discussion/decision-record.ts"
import type { Texts } from "../../../texts/languages.ts"

interface RecordTexts {
  readonly titles: Readonly<Record<RecordPart | "leftOut", string>>
  readonly reasons: Readonly<Record<LeftOut["reason"], string>>
  readonly severities: Readonly<Record<"critical" | "major" | "minor", string>>
  readonly writtenBy: (name: string, model: string | undefined) => string
  readonly none: (reason: string) => string
  readonly owner: (name: string) => string
  readonly agreedBy: (names: string) => string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly print: string
}

const en: RecordTexts = {
  titles: {
    answer: "Answer",
    why: "Why",
    findings: "Findings",
    dissent: "Who disagrees",
    unanswered: "Not answered",
    wouldChange: "What would change the decision",
    nextSteps: "Next steps",
    agreedOn: "Agreed on",
    contradictions: "Contradictions",
    singlePoints: "Points only one made",
    blindSpots: "Blind spots",
    leftOut: "Left out, because a check did not confirm it",
  },
  reasons: {
    no_citation: "no turn was cited",
    unknown_turn: "the turn that was cited does not exist",
    not_quoted: "the words in quotation marks were not said",
    unknown_seat: "nobody at the table has that name",
    other_speaker: "the turn that was cited is another speaker's",
    too_long: "it was too long and is cut",
    too_many: "there were more than a record holds",
  },
  severities: { critical: "critical", major: "major", minor: "minor" },
  writtenBy: (name, model) =>
    `Written by ${name}${model === undefined ? "" : ` (${model})`}. Every citation and quotation was checked against what was said; the wording is the writer's.`,
  none: (reason) => `There is no decision record: ${reason}`,
  owner: (name) => `(${name})`,
  agreedBy: (names) => `Agreed by ${names}`,
  copy: "Copy the record",
  copied: "The record is copied.",
  notCopied: "The browser did not allow copying.",
  print: "Print everything",
}

const es: RecordTexts = {
  titles: {
    answer: "Respuesta",
    why: "Por qué",
    findings: "Hallazgos",
    dissent: "Quién discrepa",
    unanswered: "Sin responder",
    wouldChange: "Qué cambiaría la decisión",
    nextSteps: "Próximos pasos",
    agreedOn: "Acuerdos",
    contradictions: "Contradicciones",
    singlePoints: "Puntos de uno solo",
    blindSpots: "Puntos ciegos",
    leftOut: "Omitido, porque una comprobación no lo confirmó",
  },
  reasons: {
    no_citation: "no se citó ningún turno",
    unknown_turn: "el turno citado no existe",
    not_quoted: "las palabras entre comillas no se dijeron",
    unknown_seat: "nadie en la mesa tiene ese nombre",
    other_speaker: "el turno citado es de otro",
    too_long: "era demasiado largo y se cortó",
    too_many: "había más de lo que cabe en un acta",
  },
  severities: { critical: "crítico", major: "importante", minor: "menor" },
  writtenBy: (name, model) =>
    `Escrita por ${name}${model === undefined ? "" : ` (${model})`}. Cada cita se comprobó con lo que se dijo; la redacción es de quien la escribió.`,
  none: (reason) => `No hay acta de decisión: ${reason}`,
  owner: (name) => `(${name})`,
  agreedBy: (names) => `De acuerdo: ${names}`,
  copy: "Copiar el acta",
  copied: "El acta está copiada.",
  notCopied: "El navegador no permitió copiar.",
  print: "Imprimir todo",
}

const zh: RecordTexts = {
  titles: {
    answer: "答案",
    why: "理由",
    findings: "审查发现",
    dissent: "不同意见",
    unanswered: "未回答的问题",
    wouldChange: "什么会改变决定",
    nextSteps: "下一步",
    agreedOn: "共识",
    contradictions: "矛盾",
    singlePoints: "仅一方提出的观点",
    blindSpots: "盲点",
    leftOut: "核对未能证实而略去的内容",
  },
  reasons: {
    no_citation: "没有引用发言",
    unknown_turn: "引用的发言不存在",
    not_quoted: "引号里的话没有人说过",
    unknown_seat: "席上没有这个名字",
    other_speaker: "引用的发言是别人的",
    too_long: "过长，已截断",
    too_many: "超出记录的容量",
  },
  severities: { critical: "严重", major: "重要", minor: "轻微" },
  writtenBy: (name, model) =>
    `由${name}${model === undefined ? "" : `（${model}）`}撰写。每处引用和引文都与发言核对过；措辞出自撰写者。`,
  none: (reason) => `没有决定记录：${reason}`,
  owner: (name) => `（${name}）`,
  agreedBy: (names) => `同意：${names}`,
  copy: "复制记录",
  copied: "记录已复制。",
  notCopied: "浏览器不允许复制。",
  print: "打印全部",
}

export const recordTexts: Texts<RecordTexts> = { en, es, zh }
