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

/** All voting methods, in display order. */
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

/** The names of the built-in voting methods. */
export const protocolNames = Object.keys(builtIn) as readonly (keyof typeof builtIn)[]
/** A protocol registered by a program has the prefix `own:`. */
type OwnProtocolName = `own:${string}`
export type ProtocolName = keyof typeof builtIn | OwnProtocolName

/** A voting method registered by a program. Its votes always decide. */
export type OwnProtocol = Pick<Protocol, "description" | "form" | "count">

/** Process-wide: discussions store only the name. */
const own = new Map<OwnProtocolName, Protocol>()

/** Throws if the name is invalid or already registered with another `count`. */
export function registerProtocol(name: string, protocol: OwnProtocol): void {
  const field = `protocols.${name}`
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw invalidInput([
      { field, message: "must consist of lowercase letters, digits and hyphens, starting with a letter" },
    ])
  }
  const key: OwnProtocolName = `own:${name}`
  const known = own.get(key)
  if (known !== undefined && known.count !== protocol.count) {
    throw invalidInput([{ field, message: "is already registered in this process; use another name" }])
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
  const message = `voting method "${name}" is not registered in this process; pass it to conclave({ protocols })`
  throw new ConclaveError("STATE_INVALID", message)
}

/** Whether votes alone decide; the other protocols require agreement or leave it to the chair. */
export function isDecisive(name: ProtocolName): boolean {
  return findProtocol(name).decides === "votes"
}

/** Never throws: outcomes of failed discussions need it even if the protocol is not registered in this process. */
export function isTallyOfVoters(name: ProtocolName): boolean {
  return isKnownProtocol(name) && findProtocol(name).tallies === "voters"
}
