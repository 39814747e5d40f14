import type { BallotForm, ProtocolName } from "../../discussion/vote.ts"
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

/** What a seat has to say for its vote to be counted so. */
export const ballotForms: Readonly<Record<ProtocolName, BallotForm>> = {
  consensus: "single",
  plurality: "single",
  approval: "approval",
  borda: "ranking",
  "run-off": "ranking",
  score: "scores",
  confidence: "single",
  weighted: "single",
  chair: "single",
}
