import { ConclaveError, type ErrorCode, errorCodes, type FieldProblem } from "../../core/errors.ts"

export interface HttpClientOptions {
  readonly address: string
  /** Sent where the server wants one. */
  readonly key?: string
}

interface RequestOptions {
  readonly method?: "GET" | "POST" | "DELETE"
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Asks a Conclave server; its refusals come as the errors that they were there. */
export class HttpClient {
  readonly address: string
  readonly #key: string | undefined

  constructor({ address, key }: HttpClientOptions) {
    this.address = address.replace(/\/+$/, "")
    this.#key = key
  }

  async json<T>(path: string, asked: RequestOptions = {}): Promise<T> {
    return (await (await this.fetch(path, asked)).json()) as T
  }

  async text(path: string): Promise<string> {
    return await (await this.fetch(path)).text()
  }

  async fetch(path: string, { method = "GET", body, headers, signal }: RequestOptions = {}): Promise<Response> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        ...(this.#key !== undefined && { authorization: `Bearer ${this.#key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error) => {
      if (signal?.aborted) throw error
      const message = `the server at ${this.address}, which holds the data folder, does not answer`
      throw new ConclaveError("INITIALIZATION_FAILED", message, { cause: error })
    })
    if (!response.ok) throw await toConclaveError(response)
    return response
  }
}

async function toConclaveError(response: Response): Promise<ConclaveError> {
  const { error } = (await response.json().catch(() => ({}))) as {
    readonly error?: { code?: string; message?: string; details?: { problems?: readonly FieldProblem[] } }
  }
  if (response.status === 401) {
    return new ConclaveError("INITIALIZATION_FAILED", "the server wants a key; set CONCLAVE_KEY to one of its keys")
  }
  const code = errorCodes.find((known) => known === error?.code) ?? errorCodeOfStatus(response.status)
  const message = error?.message ?? `the server answered ${response.status}`
  return new ConclaveError(code, message, { problems: error?.details?.problems ?? [] })
}

function errorCodeOfStatus(status: number): ErrorCode {
  if (status === 404) return "NOT_FOUND"
  if (status === 409) return "CONFLICT"
  return status < 500 ? "INPUT_INVALID" : "UNKNOWN"
}
