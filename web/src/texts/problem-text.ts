import type { ProblemCode } from "../../../src/core/errors.ts"
import type { errorStatus } from "../../../src/server/http/http-error.ts"
import type { Texts } from "./languages.ts"
import { currentLanguage } from "./use-language.ts"

type Values = Readonly<Record<string, string | number>>
type ProblemTexts = Readonly<Record<ProblemCode, (values: Values) => string>>

const kinds: Texts<Readonly<Record<string, string>>> = {
  en: {
    number: "a number",
    int: "a whole number",
    string: "text",
    boolean: "true or false",
    array: "a list",
    record: "an object in braces { }",
  },
  es: {
    number: "un número",
    int: "un número entero",
    string: "texto",
    boolean: "true o false",
    array: "una lista",
    record: "un objeto entre llaves { }",
  },
  zh: {
    number: "数字",
    int: "整数",
    string: "文字",
    boolean: "true 或 false",
    array: "列表",
    record: "花括号 { } 中的对象",
  },
}

const texts: Texts<ProblemTexts> = {
  en: {
    REQUIRED: () => "This is required.",
    WRONG_TYPE: ({ expected = "" }) => `This must be ${kinds.en[expected] ?? expected}.`,
    WRONG_VALUE: ({ expected }) => `This must be ${expected}.`,
    NUMBER_TOO_SMALL: ({ limit }) => `This must be at least ${limit}.`,
    NUMBER_TOO_BIG: ({ limit }) => `This must be at most ${limit}.`,
    TEXT_TOO_SHORT: ({ limit }) => (limit === 1 ? "This is required." : `This needs at least ${limit} characters.`),
    TEXT_TOO_LONG: ({ limit }) => `This may have at most ${limit} characters.`,
    LIST_TOO_SHORT: ({ limit }) => `There must be at least ${limit}.`,
    LIST_TOO_LONG: ({ limit }) => `There may be at most ${limit}.`,
    UNKNOWN_FIELD: () => "The server does not know this field.",
    SEAT_COUNT: ({ min, max, speaking }) =>
      `This format needs ${min === max ? min : `${min} to ${max}`} speaking seats; there are ${speaking}.`,
    ROLE_MISSING: ({ role }) => `A seat with the role “${role}” is missing.`,
    NAME_TAKEN: ({ name }) => `Another seat is called “${name}” already.`,
    OPTION_TWICE: () => "An option is there twice.",
    MODEL_UNKNOWN: ({ model }) => `No model is called ${model}. Names are provider/model.`,
    MODEL_UNAVAILABLE: ({ model, variable }) =>
      variable === undefined ? `${model} cannot be used now.` : `${model} needs ${variable} to be set.`,
  },
  es: {
    REQUIRED: () => "Esto es obligatorio.",
    WRONG_TYPE: ({ expected = "" }) => `Debe ser ${kinds.es[expected] ?? expected}.`,
    WRONG_VALUE: ({ expected }) => `Debe ser uno de estos: ${expected}.`,
    NUMBER_TOO_SMALL: ({ limit }) => `Debe ser como mínimo ${limit}.`,
    NUMBER_TOO_BIG: ({ limit }) => `Debe ser como máximo ${limit}.`,
    TEXT_TOO_SHORT: ({ limit }) => (limit === 1 ? "Esto es obligatorio." : `Necesita al menos ${limit} caracteres.`),
    TEXT_TOO_LONG: ({ limit }) => `Puede tener como máximo ${limit} caracteres.`,
    LIST_TOO_SHORT: ({ limit }) => `Debe haber al menos ${limit}.`,
    LIST_TOO_LONG: ({ limit }) => `Puede haber como máximo ${limit}.`,
    UNKNOWN_FIELD: () => "El servidor no conoce este campo.",
    SEAT_COUNT: ({ min, max, speaking }) =>
      `Este formato necesita ${min === max ? min : `de ${min} a ${max}`} asientos que hablen; hay ${speaking}.`,
    ROLE_MISSING: ({ role }) => `Falta un asiento con el papel «${role}».`,
    NAME_TAKEN: ({ name }) => `Otro asiento ya se llama «${name}».`,
    OPTION_TWICE: () => "Una opción está dos veces.",
    MODEL_UNKNOWN: ({ model }) => `Ningún modelo se llama ${model}. Los nombres son proveedor/modelo.`,
    MODEL_UNAVAILABLE: ({ model, variable }) =>
      variable === undefined ? `${model} no se puede usar ahora.` : `${model} no está configurado: falta ${variable}.`,
  },
  zh: {
    REQUIRED: () => "此项必填。",
    WRONG_TYPE: ({ expected = "" }) => `应为${kinds.zh[expected] ?? expected}。`,
    WRONG_VALUE: ({ expected }) => `应为以下之一：${expected}。`,
    NUMBER_TOO_SMALL: ({ limit }) => `不能小于 ${limit}。`,
    NUMBER_TOO_BIG: ({ limit }) => `不能大于 ${limit}。`,
    TEXT_TOO_SHORT: ({ limit }) => (limit === 1 ? "此项必填。" : `至少需要 ${limit} 个字符。`),
    TEXT_TOO_LONG: ({ limit }) => `最多 ${limit} 个字符。`,
    LIST_TOO_SHORT: ({ limit }) => `至少需要 ${limit} 项。`,
    LIST_TOO_LONG: ({ limit }) => `最多 ${limit} 项。`,
    UNKNOWN_FIELD: () => "服务器不认识此字段。",
    SEAT_COUNT: ({ min, max, speaking }) =>
      `此形式需要 ${min === max ? min : `${min} 至 ${max}`} 个发言席位，现有 ${speaking} 个。`,
    ROLE_MISSING: ({ role }) => `缺少角色为“${role}”的席位。`,
    NAME_TAKEN: ({ name }) => `已有席位名为“${name}”。`,
    OPTION_TWICE: () => "有选项重复。",
    MODEL_UNKNOWN: ({ model }) => `没有名为 ${model} 的模型。名称格式为“提供商/模型”。`,
    MODEL_UNAVAILABLE: ({ model, variable }) =>
      variable === undefined ? `${model} 现在无法使用。` : `${model} 尚未配置：缺少 ${variable}。`,
  },
}

interface Problem {
  readonly message: string
  readonly code?: string | undefined
  readonly values?: Values | undefined
}

/** What is wrong, in the reader's language; in the server's own words where it has no code for it. */
export function problemText({ code, values = {}, message }: Problem): string {
  const own = texts[currentLanguage()]
  return code !== undefined && Object.hasOwn(own, code) ? own[code as ProblemCode](values) : message
}

type ErrorTexts = Readonly<Record<Exclude<keyof typeof errorStatus, "UNKNOWN">, string>>

const errors: Texts<ErrorTexts> = {
  en: {
    INPUT_INVALID: "Something in it is not right.",
    BODY_INVALID: "The server could not read what was sent.",
    KEY_MISSING: "This server needs an access key.",
    KEY_INVALID: "This access key is not known here, or it was revoked.",
    FORBIDDEN: "This access key may not do that.",
    NOT_FOUND: "It is not there, or not there any more.",
    ROUTE_UNKNOWN: "This server does not offer that.",
    METHOD_NOT_ALLOWED: "This server does not offer that.",
    CONFLICT: "This conflicts with how things are now.",
    STATE_INVALID: "This is not possible in its present state.",
    ABORTED: "It was stopped.",
    BODY_TOO_LARGE: "This is more than the server takes at once.",
    MEDIA_TYPE_UNSUPPORTED: "The server could not read what was sent.",
    MODEL_UNKNOWN: "There is no model with this name.",
    MODEL_UNAVAILABLE: "This model is not set up here.",
    IDEMPOTENCY_MISMATCH: "This was sent before with other content. Load the page again.",
    RATE_LIMITED: "Too many requests. Wait a moment and try again.",
    SPEND_LIMIT: "The spending limit is reached.",
    INITIALIZATION_FAILED: "The server is not ready.",
    TURN_FAILED: "A model failed.",
    CONSENSUS_PARSE_FAILED: "A vote could not be read.",
    PROVIDER_ERROR: "The model's provider reported an error.",
    UNAVAILABLE: "The server is not ready. Try again in a moment.",
    DATABASE_UNAVAILABLE: "The database cannot be reached. Try again in a moment.",
    TURN_TIMEOUT: "A model took too long.",
    DISCUSSION_TIMEOUT: "The discussion took too long.",
    CALL_LOOP: "A model was asked the same thing too often.",
    QUARANTINED: "This discussion was set aside because it held up the server.",
  },
  es: {
    INPUT_INVALID: "Hay algo que no está bien.",
    BODY_INVALID: "El servidor no pudo leer lo enviado.",
    KEY_MISSING: "Este servidor necesita una clave de acceso.",
    KEY_INVALID: "Esta clave de acceso no se conoce aquí o fue revocada.",
    FORBIDDEN: "Esta clave de acceso no permite hacer eso.",
    NOT_FOUND: "No existe, o ya no existe.",
    ROUTE_UNKNOWN: "Este servidor no ofrece eso.",
    METHOD_NOT_ALLOWED: "Este servidor no ofrece eso.",
    CONFLICT: "Choca con el estado actual.",
    STATE_INVALID: "No es posible en su estado actual.",
    ABORTED: "Se detuvo.",
    BODY_TOO_LARGE: "Es más de lo que el servidor admite de una vez.",
    MEDIA_TYPE_UNSUPPORTED: "El servidor no pudo leer lo enviado.",
    MODEL_UNKNOWN: "No hay ningún modelo con este nombre.",
    MODEL_UNAVAILABLE: "Este modelo no está configurado aquí.",
    IDEMPOTENCY_MISMATCH: "Esto ya se envió con otro contenido. Vuelve a cargar la página.",
    RATE_LIMITED: "Demasiadas peticiones. Espera un momento e inténtalo de nuevo.",
    SPEND_LIMIT: "Se alcanzó el límite de gasto.",
    INITIALIZATION_FAILED: "El servidor no está listo.",
    TURN_FAILED: "Falló un modelo.",
    CONSENSUS_PARSE_FAILED: "No se pudo leer un voto.",
    PROVIDER_ERROR: "El proveedor del modelo comunicó un error.",
    UNAVAILABLE: "El servidor no está listo. Inténtalo dentro de un momento.",
    DATABASE_UNAVAILABLE: "No se puede llegar a la base de datos. Inténtalo dentro de un momento.",
    TURN_TIMEOUT: "Un modelo tardó demasiado.",
    DISCUSSION_TIMEOUT: "La discusión tardó demasiado.",
    CALL_LOOP: "Se preguntó lo mismo a un modelo demasiadas veces.",
    QUARANTINED: "Esta discusión se apartó porque bloqueaba el servidor.",
  },
  zh: {
    INPUT_INVALID: "有内容不正确。",
    BODY_INVALID: "服务器无法读取所发送的内容。",
    KEY_MISSING: "此服务器需要访问密钥。",
    KEY_INVALID: "此访问密钥无效或已被撤销。",
    FORBIDDEN: "此访问密钥无权这样做。",
    NOT_FOUND: "它不存在，或者已不存在。",
    ROUTE_UNKNOWN: "此服务器不提供该功能。",
    METHOD_NOT_ALLOWED: "此服务器不提供该功能。",
    CONFLICT: "这与当前状态冲突。",
    STATE_INVALID: "当前状态下无法这样做。",
    ABORTED: "它已被停止。",
    BODY_TOO_LARGE: "超出了服务器一次能接收的大小。",
    MEDIA_TYPE_UNSUPPORTED: "服务器无法读取所发送的内容。",
    MODEL_UNKNOWN: "没有这个名称的模型。",
    MODEL_UNAVAILABLE: "此模型尚未在这里配置。",
    IDEMPOTENCY_MISMATCH: "之前发送过不同的内容。请重新加载页面。",
    RATE_LIMITED: "请求过多。请稍候再试。",
    SPEND_LIMIT: "已达到费用上限。",
    INITIALIZATION_FAILED: "服务器尚未就绪。",
    TURN_FAILED: "有模型出错。",
    CONSENSUS_PARSE_FAILED: "有一张票无法读取。",
    PROVIDER_ERROR: "模型提供商报告了错误。",
    UNAVAILABLE: "服务器尚未就绪。请稍后再试。",
    DATABASE_UNAVAILABLE: "无法连接数据库。请稍后再试。",
    TURN_TIMEOUT: "有模型耗时过长。",
    DISCUSSION_TIMEOUT: "讨论耗时过长。",
    CALL_LOOP: "同一问题向模型提出了太多次。",
    QUARANTINED: "此讨论拖住了服务器，已被搁置。",
  },
}

/** What an error code means; undefined where it is none of ours. */
export function errorText(code: string): string | undefined {
  const own = errors[currentLanguage()]
  return Object.hasOwn(own, code) ? own[code as keyof ErrorTexts] : undefined
}
