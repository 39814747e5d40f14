const requestIdPattern = /^[\w.-]{1,128}$/

/** The id that a client gave its request, or a new one. */
export function requestId(request: Request): string {
  const given = request.headers.get("x-request-id") ?? ""
  return requestIdPattern.test(given) ? given : crypto.randomUUID()
}

/** What every response carries. */
export function setDefaultHeaders({ headers }: Response, id: string): void {
  headers.set("x-request-id", id)
  headers.set("x-content-type-options", "nosniff")
  headers.set("referrer-policy", "no-referrer")
  headers.set("cross-origin-resource-policy", "same-origin")
}
