import type { LeftOut, RecordPart } from "../discussion/decision-record.ts"

/** Words of a decision record, shared by prompts, exports, the terminal and the page. */
interface RecordWords {
  readonly titles: Readonly<Record<RecordPart, string>>
  /** `model` is empty if unknown. */
  readonly writtenBy: (words: { name: string; model: string }) => string
  readonly leftOut: string
  readonly leftOutReasons: Readonly<Record<LeftOut["reason"], string>>
  readonly noRecord: (words: { reason: string }) => string
  /** Heading of the result that matches the requested JSON schema. */
  readonly result: string
  readonly noResult: (words: { reason: string }) => string
}

const english: RecordWords = {
  titles: {
    answer: "Answer",
    why: "Why",
    dissent: "Who disagrees",
    unanswered: "Not answered",
    wouldChange: "What would change the decision",
    nextSteps: "Next steps",
    agreedOn: "Agreed on",
    contradictions: "Contradictions",
    singlePoints: "Points made by only one seat",
    blindSpots: "Blind spots",
    findings: "Findings",
  },
  writtenBy: ({ name, model }) =>
    `Written by ${name}${model && ` (${model})`}. Every citation and quotation was checked against what was said; the wording is the writer's.`,
  leftOut: "Left out, because a check did not confirm it",
  leftOutReasons: {
    no_citation: "no turn was cited",
    unknown_turn: "the cited turn does not exist",
    not_quoted: "the words in quotation marks were not said",
    unknown_seat: "no seat has that name",
    other_speaker: "the cited turn is another speaker's",
    too_long: "it was too long and was cut",
    too_many: "there were more items than a record allows",
  },
  noRecord: ({ reason }) => `There is no decision record: ${reason}.`,
  result: "Result as JSON",
  noResult: ({ reason }) => `There is no result that matches the schema: ${reason}.`,
}

const spanish: RecordWords = {
  titles: {
    answer: "Respuesta",
    why: "Por qué",
    dissent: "Quién discrepa",
    unanswered: "Sin responder",
    wouldChange: "Qué cambiaría la decisión",
    nextSteps: "Próximos pasos",
    agreedOn: "Acuerdos",
    contradictions: "Contradicciones",
    singlePoints: "Puntos planteados por un solo asiento",
    blindSpots: "Puntos ciegos",
    findings: "Hallazgos",
  },
  writtenBy: ({ name, model }) =>
    `Escrita por ${name}${model && ` (${model})`}. Cada cita se comprobó con lo que se dijo; la redacción es de quien la escribió.`,
  leftOut: "Omitido, porque una comprobación no lo confirmó",
  leftOutReasons: {
    no_citation: "no se citó ningún turno",
    unknown_turn: "el turno citado no existe",
    not_quoted: "las palabras entre comillas no se dijeron",
    unknown_seat: "nadie en la mesa tiene ese nombre",
    other_speaker: "el turno citado es de otro",
    too_long: "era demasiado largo y se cortó",
    too_many: "había más de lo que cabe en un acta",
  },
  noRecord: ({ reason }) => `No hay acta de decisión: ${reason}.`,
  result: "Resultado en JSON",
  noResult: ({ reason }) => `No hay un resultado según el esquema: ${reason}.`,
}

const chinese: RecordWords = {
  titles: {
    answer: "答案",
    why: "理由",
    dissent: "不同意见",
    unanswered: "未回答的问题",
    wouldChange: "什么会改变决定",
    nextSteps: "下一步",
    agreedOn: "共识",
    contradictions: "矛盾",
    singlePoints: "仅一方提出的观点",
    blindSpots: "盲点",
    findings: "审查发现",
  },
  writtenBy: ({ name, model }) =>
    `由${name}${model && `（${model}）`}撰写。每处引用和引文都与发言核对过；措辞出自撰写者。`,
  leftOut: "核对未能证实而略去的内容",
  leftOutReasons: {
    no_citation: "没有引用发言",
    unknown_turn: "引用的发言不存在",
    not_quoted: "引号里的话没有人说过",
    unknown_seat: "席上没有这个名字",
    other_speaker: "引用的发言是别人的",
    too_long: "过长，已截断",
    too_many: "超出记录的容量",
  },
  noRecord: ({ reason }) => `没有决定记录：${reason}。`,
  result: "JSON 结果",
  noResult: ({ reason }) => `没有符合模式的结果：${reason}。`,
}

export const recordWords = { en: english, es: spanish, zh: chinese }
