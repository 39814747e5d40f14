import { type ErrorBody, statusDescriptions } from "./http-error.ts"

const mediaType = "application/problem+json"

/** Writes an error of ours as RFC 9457 has it, for whoever asks for that. */
export async function withProblemDetails(request: Request, response: Response, requestId: string): Promise<Response> {
  const isJson = response.headers.get("content-type")?.startsWith("application/json")
  const isWanted = request.headers.get("accept")?.toLowerCase().includes(mediaType)
  if (response.status < 400 || !isJson || !isWanted || new URL(request.url).pathname.startsWith("/v1/")) return response
  const { status, headers } = response
  const { error } = (await response.clone().json()) as ErrorBody
  if (!error) return response
  headers.set("content-type", mediaType)
  headers.append("vary", "accept")
  const problem = {
    type: `/docs#${error.code}`,
    title: statusDescriptions[status as keyof typeof statusDescriptions] ?? "Error",
    status,
    detail: error.message,
    instance: `urn:request:${requestId}`,
    code: error.code,
    ...error.details,
  }
  return new Response(JSON.stringify(problem), { status, headers })
}
