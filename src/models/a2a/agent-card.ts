import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"

export interface AgentEndpoint {
  readonly url: string
  /** A2A 0.3, which uses other field names. */
  readonly isLegacy: boolean
  readonly streams: boolean
}

/** The fields of an agent card that we use. */
const cardSchema = z.object({
  supportedInterfaces: z
    .array(z.object({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }))
    .max(100)
    .optional(),
  url: z.string().optional(),
  preferredTransport: z.string().optional(),
  additionalInterfaces: z
    .array(z.object({ url: z.string(), transport: z.string() }))
    .max(100)
    .optional(),
  capabilities: z.object({ streaming: z.boolean().optional() }).optional(),
})

/** The well-known location below the address, unless the address is the card itself. */
export function cardUrl(address: string): string {
  return address.endsWith(".json") ? address : `${address.replace(/\/+$/, "")}/.well-known/agent-card.json`
}

/** Throws MODEL_UNAVAILABLE if the card offers no supported protocol. */
export function readCard(card: unknown, id: string): AgentEndpoint {
  const parsed = cardSchema.safeParse(card)
  if (!parsed.success)
    throw new ConclaveError("MODEL_UNAVAILABLE", `${id}: no agent card found at its address; check the address`)
  const { supportedInterfaces = [], url, preferredTransport = "JSONRPC", additionalInterfaces = [] } = parsed.data
  const streams = parsed.data.capabilities?.streaming ?? false
  const rpc = supportedInterfaces.filter(({ protocolBinding }) => protocolBinding.toUpperCase() === "JSONRPC")
  const current = rpc.find(({ protocolVersion }) => protocolVersion.startsWith("1."))
  if (current) return { url: current.url, isLegacy: false, streams }
  const older = [
    ...rpc.filter(({ protocolVersion }) => protocolVersion.startsWith("0.3")),
    ...(url === undefined ? [] : [{ url, transport: preferredTransport }]),
    ...additionalInterfaces,
  ].find((one) => !("transport" in one) || one.transport === "JSONRPC")
  if (older) return { url: older.url, isLegacy: true, streams }
  throw new ConclaveError("MODEL_UNAVAILABLE", `${id} does not offer A2A 1.0 or 0.3 over JSON-RPC`)
}
