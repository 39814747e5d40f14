import type { Texts } from "../../texts/languages.ts"

/** Texts of what can be done from a turn or an outcome on, and of what a discussion waits for. */
interface ContinueTexts {
  readonly inQueue: (place: number) => string
  readonly regenerate: string
  readonly again: string
  readonly otherModel: string
  readonly reasoning: string
  readonly reasoningOf: (name: string) => string
  readonly noReasoning: string
  readonly said: (name: string) => string
  readonly rules: string
  readonly sameRules: (name: string) => string
  readonly leadOtherRules: (turn: string) => string
  readonly leaveOut: (name: string) => string
  readonly addSeat: string
  readonly addSeatLead: string
  readonly seatName: string
  readonly seatKind: string
  readonly seatModel: string
  readonly aPerson: string
  readonly anAgent: string
  readonly aModel: string
  readonly persona: string
  readonly add: string
  readonly added: (name: string) => string
  readonly remove: (name: string) => string
  readonly removeTitle: (name: string) => string
  readonly removeLead: string
  readonly removeConfirm: string
  readonly side: string
  readonly sideLead: string
  readonly sideTopic: string
  readonly sideSeats: string
  readonly sideStart: string
  readonly addAmount: string
  readonly tokens: string
  readonly compare: string
  readonly compareTitle: string
  readonly compareLead: string
  readonly compareNone: string
  readonly same: (count: number) => string
  readonly sameAll: string
  readonly resultAbove: string
}

const en: ContinueTexts = {
  inQueue: (place) => `Queued: place ${place} on this server`,
  regenerate: "Regenerate this turn",
  again: "Try this turn again",
  otherModel: "Change a model from here",
  reasoning: "Show its reasoning",
  reasoningOf: (name) => `The reasoning behind ${name}'s turn`,
  noReasoning: "The model gave no reasoning with this turn.",
  said: (name) => `The last turn that is kept, by ${name}:`,
  rules: "Rules",
  sameRules: (name) => `The same (${name})`,
  leadOtherRules: (turn) =>
    `A new discussion by other rules. The seats begin anew; what was said up to turn ${turn} is given to them as material. This one stays as it is.`,
  leaveOut: (name) => `Leave ${name} out`,
  addSeat: "Add a seat",
  addSeatLead: "It takes part from the next round on.",
  seatName: "Name",
  seatKind: "Who speaks",
  seatModel: "Model",
  aPerson: "A person",
  anAgent: "An outside agent",
  aModel: "A model",
  persona: "Persona",
  add: "Add",
  added: (name) => `${name} takes part from the next round on.`,
  remove: (name) => `Remove ${name}`,
  removeTitle: (name) => `Remove ${name} from this discussion?`,
  removeLead: "The seat is asked nothing any more. What it said is kept.",
  removeConfirm: "Remove",
  side: "Side discussion",
  sideLead: "Some of the seats discuss a question among themselves. The others wait, and get the result as one turn.",
  sideTopic: "Their question",
  sideSeats: "Who takes part",
  sideStart: "Start it",
  addAmount: "Add an amount",
  tokens: "Maximum tokens of a turn",
  compare: "Compare with the original",
  compareTitle: "Compare discussions",
  compareLead: "Side by side, from where they differ.",
  compareNone: "Name two or more discussions in the address: /compare?ids=ID,ID",
  same: (count) => (count === 1 ? "The first turn is the same." : `The first ${count} turns are the same.`),
  sameAll: "They are the same so far.",
  resultAbove: "This synthesis is the outcome at the top of the page.",
}

const es: ContinueTexts = {
  inQueue: (place) => `En cola: puesto ${place} en este servidor`,
  regenerate: "Regenerar este turno",
  again: "Intentar este turno de nuevo",
  otherModel: "Cambiar un modelo desde aquí",
  reasoning: "Mostrar su razonamiento",
  reasoningOf: (name) => `El razonamiento tras el turno de ${name}`,
  noReasoning: "El modelo no dio ningún razonamiento con este turno.",
  said: (name) => `El último turno que se conserva, de ${name}:`,
  rules: "Reglas",
  sameRules: (name) => `Las mismas (${name})`,
  leadOtherRules: (turn) =>
    `Una discusión nueva con otras reglas. Los asientos empiezan de nuevo y reciben como material lo dicho hasta el turno ${turn}. Esta queda como está.`,
  leaveOut: (name) => `Dejar fuera a ${name}`,
  addSeat: "Añadir un asiento",
  addSeatLead: "Participa a partir de la próxima ronda.",
  seatName: "Nombre",
  seatKind: "Quién habla",
  seatModel: "Modelo",
  aPerson: "Una persona",
  anAgent: "Un agente externo",
  aModel: "Un modelo",
  persona: "Personalidad",
  add: "Añadir",
  added: (name) => `${name} participa a partir de la próxima ronda.`,
  remove: (name) => `Quitar a ${name}`,
  removeTitle: (name) => `¿Quitar a ${name} de esta discusión?`,
  removeLead: "Ya no se le pregunta nada. Lo que dijo se conserva.",
  removeConfirm: "Quitar",
  side: "Discusión aparte",
  sideLead:
    "Algunos asientos discuten una pregunta entre sí. Los demás esperan y reciben el resultado como un solo turno.",
  sideTopic: "Su pregunta",
  sideSeats: "Quién participa",
  sideStart: "Empezar",
  addAmount: "Añadir una cantidad",
  tokens: "Máximo de tokens por turno",
  compare: "Comparar con la original",
  compareTitle: "Comparar discusiones",
  compareLead: "Una junto a otra, desde donde difieren.",
  compareNone: "Indica dos o más discusiones en la dirección: /compare?ids=ID,ID",
  same: (count) => (count === 1 ? "El primer turno es igual." : `Los primeros ${count} turnos son iguales.`),
  sameAll: "Hasta ahora son iguales.",
  resultAbove: "Esta síntesis es el resultado que está al principio de la página.",
}

const zh: ContinueTexts = {
  inQueue: (place) => `排队中：此服务器上的第 ${place} 位`,
  regenerate: "重新生成此发言",
  again: "重试此发言",
  otherModel: "从此处更换模型",
  reasoning: "显示其推理",
  reasoningOf: (name) => `${name} 此次发言的推理`,
  noReasoning: "模型未随此发言给出推理。",
  said: (name) => `保留的最后一次发言（${name}）：`,
  rules: "规则",
  sameRules: (name) => `不变（${name}）`,
  leadOtherRules: (turn) =>
    `按其他规则进行的新讨论。各席位重新开始，到 ${turn} 为止说过的话作为材料给他们。当前讨论保持不变。`,
  leaveOut: (name) => `不带上 ${name}`,
  addSeat: "添加席位",
  addSeatLead: "从下一轮开始参与。",
  seatName: "名称",
  seatKind: "由谁发言",
  seatModel: "模型",
  aPerson: "真人",
  anAgent: "外部智能体",
  aModel: "模型",
  persona: "人设",
  add: "添加",
  added: (name) => `${name} 从下一轮开始参与。`,
  remove: (name) => `移除 ${name}`,
  removeTitle: (name) => `将 ${name} 移出这场讨论？`,
  removeLead: "此后不再向该席位提问，已说过的话会保留。",
  removeConfirm: "移除",
  side: "分组讨论",
  sideLead: "部分席位单独讨论一个问题。其他席位等待，结果以一次发言的形式返回。",
  sideTopic: "他们的问题",
  sideSeats: "参与者",
  sideStart: "开始",
  addAmount: "添加数额",
  tokens: "每次发言的token 上限",
  compare: "与原讨论比较",
  compareTitle: "比较讨论",
  compareLead: "从分歧处开始并排显示。",
  compareNone: "请在地址中给出两场或更多讨论：/compare?ids=ID,ID",
  same: (count) => `前 ${count} 次发言相同。`,
  sameAll: "目前完全相同。",
  resultAbove: "此综合即页面顶部的结果。",
}

export const continueTexts: Texts<ContinueTexts> = { en, es, zh }
