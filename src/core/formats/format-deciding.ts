import { isDecisive } from "../deciding/protocols/index.ts"
import type { BallotStage, Format, Stage } from "./format.ts"

interface Deciding {
  /** What is chosen from; empty where nothing was given. */
  readonly options: readonly string[]
  /** The options are the proposals that the seats make. */
  readonly drawn: boolean
  /** A way to decide was asked for, so that there must be a ballot. */
  readonly held: boolean
  /** A ballot that always decides waits for the last round, unless the seats call for it themselves. */
  readonly untilLast: boolean
}

const ballot: BallotStage = {
  kind: "ballot",
  asks: "consensus",
  secret: true,
  onlyAfterPassed: false,
  decides: true,
}

/** The same format with the ballots, the writer and the rounds that its way to decide needs. */
export function formatDeciding(format: Format, asked: Deciding): Format {
  const { protocol, rounds } = format.settings
  const decisive = isDecisive(protocol)
  const calls = format.stages.some((stage) => stage.kind === "ballot" && stage.asks === "call")
  const seated = protocol === "chair" && !format.closing ? withChair(format) : format
  const votes = format.stages.some((stage) => stage.kind === "ballot" && stage.decides)
  const stages = asked.held && !votes && protocol !== "chair" ? [...format.stages, ballot] : format.stages
  const untilLast = asked.untilLast && decisive && !calls
  return {
    ...seated,
    stages: decidingStages(stages, asked.options, asked.drawn || (decisive && asked.options.length === 0)),
    settings: untilLast ? { ...format.settings, minRounds: rounds } : format.settings,
  }
}

/**
 * With options the deciding ballot is a choice among them; without, it asks whether there is consensus. Where proposals
 * are the options it asks that first, and then, unless all agree, which of the proposals it shall be.
 */
function decidingStages(stages: readonly Stage[], options: readonly string[], drawn: boolean): Stage[] {
  return stages.flatMap((stage): Stage[] => {
    if (stage.kind !== "ballot" || (stage.asks !== "choice" && stage.asks !== "consensus")) return [stage]
    if (options.length > 0) return [{ ...stage, asks: "choice" }]
    if (stage.options === "proposals") return [stage]
    const check: Stage = { ...stage, asks: "consensus" }
    return drawn ? [check, { ...check, asks: "choice", options: "proposals", onlyAfterPassed: false }] : [check]
  })
}

function withChair(format: Format): Format {
  return {
    ...format,
    closing: { kind: "synthesis", by: "chair" },
    defaultSeats: [...format.defaultSeats, { name: "Chair", role: "chair" }],
    silentRoles: [...format.silentRoles, "chair"],
  }
}
