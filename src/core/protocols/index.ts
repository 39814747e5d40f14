import { approval } from "./approval.ts"
import { borda } from "./borda.ts"
import { chair } from "./chair.ts"
import { confidence } from "./confidence.ts"
import { consensus } from "./consensus.ts"
import { plurality } from "./plurality.ts"
import type { Protocol, ProtocolName } from "./protocol.ts"
import { runOff } from "./run-off.ts"
import { score } from "./score.ts"
import { weighted } from "./weighted.ts"

export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  consensus,
  plurality,
  approval,
  borda,
  "run-off": runOff,
  score,
  confidence,
  weighted,
  chair,
}

/** Whether a ballot so counted always has a winner: the others ask for an agreement, or leave it to the chair. */
export function isDecisive(name: ProtocolName): boolean {
  return protocols[name].decides === "votes"
}
