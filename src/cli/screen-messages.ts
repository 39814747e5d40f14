import type { RetryReason } from "../core/discussion/event.ts"
import type { answerForms } from "../core/discussion/seat-question.ts"
import type { BudgetKind } from "../core/discussion/usage.ts"
import { type LanguageCode, languageFor } from "../core/languages/index.ts"

/** What stands on the screen beside what is said, in the language of the discussion. */
export interface ScreenMessages {
  readonly round: (round: number, rounds: number) => string
  readonly person: string
  readonly agent: string
  readonly otherwise: string
  readonly passes: string
  readonly joins: (name: string, round: number) => string
  readonly leaves: (name: string) => string
  /** Of a sub-discussion. */
  readonly subDiscussion: (names: readonly string[], topic: string) => string
  readonly discussingApart: string
  /** Stands behind the name of a seat that interjects. */
  readonly outOfTurn: string
  /** An embedding model failed; the words themselves are compared instead. */
  readonly embeddingFailed: (model: string) => string
  readonly waiting: (name: string) => string
  readonly paused: string
  readonly voting: string
  readonly recording: string
  readonly comparing: string
  readonly speaking: (names: readonly string[]) => string
  readonly tokens: (count: number) => string
  /** The closing line. */
  readonly used: (total: string, tokens: number) => string
  readonly agreed: string
  readonly vote: (answer: boolean | null, confidence: number) => string
  readonly inferred: string
  readonly skipped: (name: string) => string
  /** With the seconds that are waited first; 0 for at once. */
  readonly askedAgain: (name: string, seconds: number) => string
  readonly retryReasons: Readonly<Record<RetryReason, string>>
  /** To a person who is asked the same once more. */
  readonly askedAgainBecause: (reason: string) => string
  /** What a person may type, by the form of the answer. */
  readonly howToAnswer: Readonly<Record<(typeof answerForms)[number], string>>
  readonly howToPass: string
  readonly cannotPass: string
  readonly continuesAs: (name: string, model: string) => string
  readonly tooShort: string
  readonly nearBudget: (of: BudgetKind) => string
  readonly forked: string
  readonly failed: string
  readonly stopped: string
}

const en: ScreenMessages = {
  round: (round, rounds) => `Round ${round} of ${rounds}`,
  person: "a person",
  agent: "an outside agent",
  otherwise: "else",
  passes: "passes",
  joins: (name, round) => `${name} joins from round ${round} on`,
  leaves: (name) => `${name} leaves the table`,
  subDiscussion: (names, topic) => `${names.join(", ")} discuss apart: ${topic}`,
  discussingApart: "some discuss apart",
  outOfTurn: "out of turn",
  embeddingFailed: (model) => `${model} could not compare by meaning, so words are compared`,
  waiting: (name) => `waiting for ${name}`,
  paused: "paused",
  voting: "voting",
  recording: "the record is being written",
  comparing: "one seat is asked alone, to compare",
  speaking: (names) => `${names.join(", ")} ${names.length > 1 ? "are" : "is"} speaking`,
  tokens: (count) => `${count.toLocaleString("en")} tokens`,
  used: (total, tokens) => `${total} ${en.tokens(tokens)}.`,
  agreed: "Do you agree now?",
  vote: (answer, confidence) => `${answer === null ? "unreadable" : answer ? "yes" : "no"}, ${confidence}% sure`,
  inferred: "read from prose",
  skipped: (name) => `${name} is skipped`,
  askedAgain: (name, seconds) => `${name} is asked again${seconds === 0 ? "" : ` in ${seconds} s`}`,
  retryReasons: {
    failed: "the call failed",
    timeout: "no answer in time",
    empty: "the answer was empty",
    too_short: "the answer was too short",
    rejected: "a check found it wrong",
    unreadable_vote: "the vote could not be read",
    fallback: "the model before failed",
    interrupted: "the process ended in the middle",
  },
  askedAgainBecause: (reason) => `You are asked again: ${reason}.`,
  howToAnswer: {
    text: "",
    "yes-no": "Type yes or no, and why if you like.",
    single: "Type a number, such as 1.",
    ranking: "Type the numbers, best first, such as 2 1.",
    approval: "Type the numbers of all that you could live with, such as 1 2.",
    scores: "Type a score of 0 to 10 for each number, such as 1:8 2:5.",
    name: "Type a number or a name.",
  },
  howToPass: "An empty line or /pass passes.",
  cannotPass: "You cannot pass here; type an answer.",
  continuesAs: (name, model) => `${name} continues with ${model}`,
  tooShort: "shorter than asked for; no attempt was longer",
  nearBudget: (of) => `most of the budget is used: ${{ tokens: "tokens", milliseconds: "time", dollars: "money" }[of]}`,
  forked: "from here on the fork goes its own way",
  failed: "ended by an error",
  stopped: "stopped",
}

const es: ScreenMessages = {
  round: (round, rounds) => `Ronda ${round} de ${rounds}`,
  person: "una persona",
  agent: "un agente externo",
  otherwise: "si no",
  passes: "pasa",
  joins: (name, round) => `${name} se sienta y participa desde la ronda ${round}`,
  leaves: (name) => `${name} deja la mesa`,
  subDiscussion: (names, topic) => `${names.join(", ")} discuten aparte: ${topic}`,
  discussingApart: "algunos discuten aparte",
  outOfTurn: "fuera de turno",
  embeddingFailed: (model) => `${model} no pudo comparar por el significado; se comparan las palabras`,
  waiting: (name) => `a la espera de ${name}`,
  paused: "en pausa",
  voting: "votación",
  recording: "se escribe el acta",
  comparing: "se pregunta a un puesto a solas, para comparar",
  speaking: (names) => `${names.length > 1 ? "hablan" : "habla"} ${names.join(", ")}`,
  tokens: (count) => `${count.toLocaleString("es")} tokens`,
  used: (total, tokens) => `${total} ${es.tokens(tokens)}.`,
  agreed: "¿Hay acuerdo ahora?",
  vote: (answer, confidence) => `${answer === null ? "ilegible" : answer ? "sí" : "no"}, seguridad del ${confidence} %`,
  inferred: "leído de la prosa",
  skipped: (name) => `se omite a ${name}`,
  askedAgain: (name, seconds) => `se vuelve a preguntar a ${name}${seconds === 0 ? "" : ` en ${seconds} s`}`,
  retryReasons: {
    failed: "hubo un fallo",
    timeout: "se agotó el tiempo",
    empty: "respuesta vacía",
    too_short: "demasiado corta",
    rejected: "una comprobación halló errores",
    unreadable_vote: "voto ilegible",
    fallback: "falló el modelo anterior",
    interrupted: "interrumpido",
  },
  askedAgainBecause: (reason) => `Se te pregunta de nuevo: ${reason}.`,
  howToAnswer: {
    text: "",
    "yes-no": "Escribe sí o no y, si quieres, por qué.",
    single: "Escribe un número, como 1.",
    ranking: "Escribe los números, el mejor primero, como 2 1.",
    approval: "Escribe los números de todo lo que podrías aceptar, como 1 2.",
    scores: "Escribe una nota de 0 a 10 para cada número, como 1:8 2:5.",
    name: "Escribe un número o un nombre.",
  },
  howToPass: "Una línea vacía o /pass pasa.",
  cannotPass: "Aquí no se puede pasar; escribe una respuesta.",
  continuesAs: (name, model) => `${name} sigue como ${model}`,
  tooShort: "más corta de lo pedido; ningún intento fue más largo",
  nearBudget: (of) => `queda poco presupuesto: ${{ tokens: "tokens", milliseconds: "tiempo", dollars: "dinero" }[of]}`,
  forked: "desde aquí la bifurcación sigue su propio camino",
  failed: "terminó por un error",
  stopped: "detenida",
}

const zh: ScreenMessages = {
  round: (round, rounds) => `第${round}轮，共${rounds}轮`,
  person: "一位参与者",
  agent: "外部代理",
  otherwise: "否则",
  passes: "放弃发言",
  joins: (name, round) => `${name}入席，从第${round}轮起参加`,
  leaves: (name) => `${name}离席`,
  subDiscussion: (names, topic) => `${names.join("、")}单独讨论：${topic}`,
  discussingApart: "部分成员单独讨论",
  outOfTurn: "插话",
  embeddingFailed: (model) => `${model}无法按含义比较，改为比较文字`,
  waiting: (name) => `等待${name}`,
  paused: "已暂停",
  voting: "表决中",
  recording: "正在撰写记录",
  comparing: "正在单独询问一个席位，用于对照",
  speaking: (names) => `${names.join("、")}正在发言`,
  tokens: (count) => `${count.toLocaleString("en")}个 token`,
  used: (total, tokens) => `${total}${zh.tokens(tokens)}。`,
  agreed: "现在达成共识了吗？",
  vote: (answer, confidence) => `${answer === null ? "无法读取" : answer ? "是" : "否"}，把握${confidence}%`,
  inferred: "由行文推断",
  skipped: (name) => `跳过${name}`,
  askedAgain: (name, seconds) => `${seconds === 0 ? "" : `${seconds} 秒后`}再次询问${name}`,
  retryReasons: {
    failed: "调用失败",
    timeout: "超时",
    empty: "回答为空",
    too_short: "太短",
    rejected: "核对发现有误",
    unreadable_vote: "选票无法读取",
    fallback: "之前的模型失败",
    interrupted: "被打断",
  },
  askedAgainBecause: (reason) => `再次询问您：${reason}。`,
  howToAnswer: {
    text: "",
    "yes-no": "请输入是或否，也可写明理由。",
    single: "请输入编号，如 1。",
    ranking: "请按喜好从高到低输入编号，如 2 1。",
    approval: "请输入所有可以接受的编号，如 1 2。",
    scores: "请为每个编号打 0 到 10 分，如 1:8 2:5。",
    name: "请输入编号或名字。",
  },
  howToPass: "空行或 /pass 表示放弃。",
  cannotPass: "这里不能放弃；请输入回答。",
  continuesAs: (name, model) => `${name}改由${model}发言`,
  tooShort: "短于要求；没有更长的尝试",
  nearBudget: (of) => `预算即将用完：${{ tokens: "token", milliseconds: "时间", dollars: "费用" }[of]}`,
  forked: "从这里起，分支另行展开",
  failed: "因错误而结束",
  stopped: "已停止",
}

const messagesByLanguage: Readonly<Record<LanguageCode, ScreenMessages>> = { en, es, zh }

export function screenMessages(language: string): ScreenMessages {
  return messagesByLanguage[languageFor(language).code as LanguageCode]
}
