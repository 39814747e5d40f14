import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"

export interface AgentEndpoint {
  readonly url: string
  /** Version 0.3 has other names for the same things. */
  readonly isLegacy: boolean
  readonly streams: boolean
}

/** As much of a card as is needed; it comes from outside. */
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

/** The card of an agent is below its address, unless the address is that of the card. */
export function cardUrl(address: string): string {
  return address.endsWith(".json") ? address : `${address.replace(/\/+$/, "")}/.well-known/agent-card.json`
}

/** Throws MODEL_UNAVAILABLE where the card offers nothing that is spoken here. */
export function readCard(card: unknown, id: string): AgentEndpoint {
  const parsed = cardSchema.safeParse(card)
  if (!parsed.success) throw new ConclaveError("MODEL_UNAVAILABLE", `${id}: there is no agent card at its address`)
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
  throw new ConclaveError("MODEL_UNAVAILABLE", `${id} speaks no JSON-RPC of A2A 1.0 or 0.3`)
}
