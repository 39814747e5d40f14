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

/** Every way to decide, in the order in which they are shown. */
const all = {
  consensus,
  plurality,
  approval,
  borda,
  "run-off": runOff,
  score,
  confidence,
  weighted,
  chair,
} satisfies Record<string, Protocol>

export type ProtocolName = keyof typeof all
export const protocols: Readonly<Record<ProtocolName, Protocol>> = all
export const protocolNames = Object.keys(all) as readonly ProtocolName[]

/** Whether a ballot so counted always has a winner: the others ask for an agreement, or leave it to the chair. */
export function isDecisive(name: ProtocolName): boolean {
  return protocols[name].decides === "votes"
}
