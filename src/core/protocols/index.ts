import { ConclaveError, invalidInput } from "../errors.ts"
import { approval } from "./approval.ts"
import { borda } from "./borda.ts"
import { chair } from "./chair.ts"
import { confidence } from "./confidence.ts"
import { consensus } from "./consensus.ts"
import { plurality } from "./plurality.ts"
import type { Protocol } from "./protocol.ts"
import { runOff } from "./run-off.ts"
import { score } from "./score.ts"
import { weighted } from "./weighted.ts"

/** Every voting method, in the order in which they are shown. */
const builtIn = {
  consensus,
  plurality,
  approval,
  borda,
  "run-off": runOff,
  score,
  confidence,
  weighted,
  chair,
} satisfies Readonly<Record<string, Protocol>>

export const protocolNames = Object.keys(builtIn) as readonly (keyof typeof builtIn)[]
/** One that a program brought along is called `own:` and its name. */
type OwnProtocolName = `own:${string}`
export type ProtocolName = keyof typeof builtIn | OwnProtocolName

/** A voting method of a program's own: what a seat has to say, and how the votes are counted. Its votes always decide. */
export type OwnProtocol = Pick<Protocol, "description" | "form" | "count">

/** By name, for all of this process: a discussion keeps the name alone. */
const own = new Map<OwnProtocolName, Protocol>()

/** Throws where the name is none, or this process knows another one by it. */
export function registerProtocol(name: string, protocol: OwnProtocol): void {
  const field = `protocols.${name}`
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw invalidInput([{ field, message: "must be named with lowercase letters, digits and hyphens" }])
  }
  const key: OwnProtocolName = `own:${name}`
  const known = own.get(key)
  if (known !== undefined && known.count !== protocol.count) {
    throw invalidInput([{ field, message: "is the name of another one in this process; use another name" }])
  }
  own.set(key, { ...protocol, decides: "votes" })
}

export function isKnownProtocol(name: ProtocolName): boolean {
  return Object.hasOwn(builtIn, name) || own.has(name as OwnProtocolName)
}

export function findProtocol(name: ProtocolName): Protocol {
  const protocol: Protocol | undefined = Object.hasOwn(builtIn, name)
    ? builtIn[name as keyof typeof builtIn]
    : own.get(name as OwnProtocolName)
  if (protocol !== undefined) return protocol
  const message = `this process does not know the voting method "${name}"; give it to conclave({ protocols })`
  throw new ConclaveError("STATE_INVALID", message)
}

/** Whether a ballot so counted always has a winner: the others ask for an agreement, or leave it to the chair. */
export function isDecisive(name: ProtocolName): boolean {
  return findProtocol(name).decides === "votes"
}
