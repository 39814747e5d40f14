import { ConclaveError } from "../../core/errors.ts"
import { cleanText, excerpt } from "../../core/text.ts"
import { ReportedError, reportedWords } from "./bounded-fetch.ts"
import { findProvider, type ProviderName } from "./list.ts"

interface CallTarget {
  readonly provider: ProviderName
  readonly model: string
  readonly apiKey: string
  readonly baseUrl: string
}

/**
 * Translates an error of any provider package. The original is not kept as a cause: it contains the whole request and
 * may contain the key. `hasStarted`: the answer had started to arrive.
 */
export function providerError(error: unknown, called: CallTarget, hasStarted: boolean): ConclaveError {
  const chain = causeChain(error)
  const ours = chain.find((link) => link instanceof ConclaveError)
  if (ours) return ours
  const id = `${called.provider}/${called.model}`
  const status = httpStatusOf(error)
  if (status !== undefined) return httpError(status, chain, id, called)
  // Packages report a failed body after good headers with status 200 or as invalid response data.
  const isCut = chain.some(
    (link) => fieldsOf(link).statusCode === 200 || /InvalidResponseData/.test(String(fieldsOf(link).name)),
  )
  const code = chain.map(networkCode).find((found) => found !== undefined)
  const isNetwork = code !== undefined || chain.some((link) => /^(fetch failed|terminated)$/.test(messageOf(link)))
  if (isCut || (isNetwork && hasStarted)) return incompleteAnswerError(called)
  if (isNetwork) return new ConclaveError("PROVIDER_ERROR", unreachableMessage(id, called, code), { recoverable: true })
  // Streams report errors as plain data; an Error at this point is a package that could not parse the response.
  const reported = chain.map(reportedBy).find((found) => found !== undefined)
  if (hasStarted && error instanceof Error && reported === undefined) {
    return new ConclaveError("PROVIDER_ERROR", `${id} sent an unreadable answer`, { recoverable: true })
  }
  const said = redact(reported ?? messageOf(error), called.apiKey)
  const message = said === "" ? `${id} failed` : `${id} failed: ${said}`
  return new ConclaveError("PROVIDER_ERROR", message, { recoverable: hasStarted })
}

/** The stream ended without a finish reason. */
export function incompleteAnswerError(called: CallTarget): ConclaveError {
  const message = `${called.provider}/${called.model} ended its answer without a finish reason; the connection was probably cut`
  return new ConclaveError("PROVIDER_ERROR", message, { recoverable: true })
}

function httpError(status: number, chain: readonly unknown[], id: string, called: CallTarget): ConclaveError {
  const { provider, model, apiKey, baseUrl } = called
  const said = redact(chain.map(messageOf).find((text) => text !== "") ?? "", apiKey)
  const { variables, missingModelHint } = findProvider(provider)
  const badKey = status === 401 || status === 403 || (status === 400 && /api[ _-]?key/i.test(said))
  if (badKey) {
    const check = variables.apiKey ?? variables.baseUrl[0]
    return new ConclaveError("MODEL_UNAVAILABLE", `${provider} refused access to ${model} (${status}); check ${check}`)
  }
  if (status === 404) {
    const fix = missingModelHint?.(model) ?? `check the name, or ${variables.baseUrl[0]}`
    return new ConclaveError("MODEL_UNAVAILABLE", `${provider} has no model "${model}" (404); ${fix}`)
  }
  if (status >= 300 && status < 400) {
    const message = `${hostOf(baseUrl)} redirects to another address (${status}); set ${variables.baseUrl[0]} to that address`
    return new ConclaveError("PROVIDER_ERROR", message)
  }
  const headers = chain.map(headersOf).find((found) => found !== undefined) ?? {}
  const hint = contextHint(status, said)
  const details = hint === "" ? said : said.replace(/\.$/, "")
  const isSpent = status === 429 && chain.some((link) => spentCodes.test(String(fieldsOf(link).responseBody)))
  const what = isSpent ? "has used up its quota or credit; raise it with the provider (429)" : statusText(status)
  const recoverable = ([408, 409, 425, 429].includes(status) || status >= 500) && !isSpent
  return new ConclaveError("PROVIDER_ERROR", `${id} ${what}${details === "" ? "" : `: ${details}`}${hint}`, {
    recoverable,
    retryAfterMs: recoverable ? retryAfterMs(headers, Date.now()) : undefined,
  })
}

/** In bodies of 429 that are no rate limits, from OpenAI, Anthropic, Moonshot, Google (per day) and xAI (in words). */
const spentCodes =
  /"(?:insufficient_quota|credit_balance_exhausted|\w+_(?:spend|usage)_limit_exceeded|enforced_spend_limit_reached|exceeded_current_quota_error)"|"quotaId":\s*"[^"]*PerDay|used all available credits/

function statusText(status: number): string {
  if (status === 402) return "needs payment; add credit with the provider (402)"
  if (status === 429) return "is over its rate limit (429)"
  return status >= 500 ? `is failing or overloaded (${status})` : `rejected the request (${status})`
}

const contextExceeded =
  /context[ _-]?(?:length|window)|(?:prompt|input|request) (?:is|was) too (?:long|large)|too many tokens/i

function contextHint(status: number, said: string): string {
  if (status !== 413 && !(status < 500 && contextExceeded.test(said))) return ""
  return "; shorten the topic or materials, lower historyMaxLength, or use a model with a larger context window"
}

function unreachableMessage(id: string, { provider, baseUrl }: CallTarget, code: string | undefined): string {
  const where = `${hostOf(baseUrl)}${code === undefined ? "" : ` (${code})`}`
  const { unreachableHint } = findProvider(provider)
  return `${id} cannot be reached at ${where}${unreachableHint === undefined ? "" : `; ${unreachableHint}`}`
}

/** Without credentials. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : "its address"
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {}
}

/** An error and its causes, outermost first. */
function causeChain(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let link = error; link !== undefined && link !== null && chain.length < 8; link = fieldsOf(link).cause) {
    chain.push(link)
  }
  return chain
}

/** The HTTP status of a failed request, if it has one. */
export function httpStatusOf(error: unknown): number | undefined {
  return causeChain(error)
    .map(statusOf)
    .find((status) => status !== undefined)
}

function statusOf(error: unknown): number | undefined {
  const { statusCode, code } = fieldsOf(error)
  return [statusCode, code].map(Number).find((status) => Number.isInteger(status) && status >= 300 && status < 600)
}

function networkCode(error: unknown): string | undefined {
  const { code } = fieldsOf(error)
  return typeof code === "string" && /^(E[A-Z]{3,20}|UND_ERR_[A-Z_]{1,40})$/.test(code) ? code : undefined
}

/** An error message of the provider, or one inside a part that a package considered malformed. */
function reportedBy(error: unknown): string | undefined {
  return error instanceof ReportedError ? error.message : reportedWords(fieldsOf(error).value)
}

function messageOf(error: unknown): string {
  const message = typeof error === "string" ? error : fieldsOf(error).message
  return typeof message === "string" ? message : ""
}

function headersOf(error: unknown): Readonly<Record<string, string>> | undefined {
  const { responseHeaders } = fieldsOf(error)
  return typeof responseHeaders === "object" && responseHeaders !== null
    ? (responseHeaders as Readonly<Record<string, string>>)
    : undefined
}

type HeaderValues = Readonly<Record<string, string | undefined>>

/** The requested delay before a retry, from `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: HeaderValues, now: number): number | undefined {
  const milliseconds = amount(headers["retry-after-ms"])
  if (milliseconds !== undefined) return Math.round(milliseconds)
  const value = headers["retry-after"]?.trim()
  if (!value) return undefined
  const seconds = amount(value)
  if (seconds !== undefined) return Math.round(seconds * 1_000)
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  // Relative to the provider's own clock if it sends a date, since ours may differ.
  const from = Date.parse(headers.date ?? "")
  return Number.isNaN(date) ? undefined : Math.max(0, date - (Number.isNaN(from) ? now : from))
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,9}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

const maxQuotedLength = 200
/** Longer messages are truncated before scanning. */
const maxScannedLength = 2_000

/** Anything that looks like a key. */
const keyPatterns = [
  /\bbearer\s+[^\s"']+/gi,
  /\b(?:sk|pk|rk|gsk|xai|key|AIza|ya29)[-_.]?[\w*.-]{8,}/g,
  /(?<=\b(?:(?:api[-_ ]?)?key|token|secret|authorization|password)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;)}\]]+/gi,
  /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi,
]

/** A provider's message, shortened to one line, without the key or anything that looks like one. */
export function redact(text: string, key: string): string {
  const own = key.length >= 4 ? [key, encodeURIComponent(key)] : []
  const known = own.reduce((shown, secret) => shown.replaceAll(secret, "…"), text)
  const clean = keyPatterns.reduce(
    (shown, pattern) => shown.replace(pattern, "…"),
    cleanText(known.slice(0, maxScannedLength)),
  )
  return excerpt(clean, maxQuotedLength)
}
