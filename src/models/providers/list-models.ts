import { z } from "zod"
import { lazy } from "../../core/lazy.ts"
import { cleanText } from "../../core/text.ts"

export interface ListedModel {
  readonly name: string
  /** Whether it is a reasoning model; absent if unknown. */
  readonly reasoning?: boolean
  readonly contextTokens?: number
}

export interface ServerQuery {
  readonly url: string
  readonly apiKey?: string
  readonly headers?: Record<string, string>
  readonly fetch?: typeof fetch
  readonly signal: AbortSignal
}

export type ModelListResult = { readonly models: readonly ListedModel[] } | ServerProblem

/** Longer lists are truncated. */
export const maxListedModels = 500
const maxResponseLength = 4 * 1_024 * 1_024

export const modelNameSchema = lazy(() => z.string().min(1).max(200).transform(cleanText))

interface ServerProblem {
  readonly problem: string
  /** The server cannot be reached or does not answer. */
  readonly silent?: true
  /** The server refused the key. */
  readonly refused?: true
}

/** Reports problems in our own words: the server's may contain the key. */
export async function fetchJson<T>(
  query: ServerQuery,
  path: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<{ readonly value: T } | ServerProblem> {
  const { url, apiKey, headers, signal } = query
  let response: Response
  try {
    response = await (query.fetch ?? fetch)(url + path, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        ...headers,
        ...(body && { "content-type": "application/json" }),
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      redirect: "error",
      signal,
    })
    if (!response.ok) {
      response.body?.cancel().catch(() => {})
      const refused = response.status === 401 || response.status === 403
      const why = refused ? "refused the key" : "did not list its models"
      return { problem: `the server ${why} (status ${response.status})`, ...(refused && { refused }) }
    }
  } catch {
    return { problem: `no server answers at ${new URL(url).host}`, silent: true }
  }
  try {
    return { value: schema.parse(JSON.parse(await readLimited(response))) }
  } catch {
    return { problem: "the server there does not list models" }
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxResponseLength) throw new RangeError("too long")
  }
  return text + decoder.decode()
}
