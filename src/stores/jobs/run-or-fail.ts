import { ConclaveError } from "../../core/errors.ts"
import {
  type DiscussionJob,
  type HeldUp,
  isSetAside,
  type LeaveSignals,
  type RunEnd,
  type RunWork,
} from "../../ports/jobs.ts"

/** A run that was ended from outside has nothing to take in any more. */
const nothingMissed: RunEnd = { seq: Number.MAX_SAFE_INTEGER }

/** What a job worker does with discussions: a run that fails ends its discussion, not its job. */
export function runOrFail({ concurrency, run, onFailure, onError }: RunWork) {
  const work = async (job: DiscussionJob, leave: LeaveSignals): Promise<RunEnd> => {
    try {
      if (job.heldUp && isSetAside(job.heldUp)) throw setAsideError(job.heldUp)
      return await run(job, leave)
    } catch (error) {
      await onFailure(job, error)
      return nothingMissed
    }
  }
  return { concurrency, work, onError }
}

function setAsideError({ times, longestMs }: HeldUp): ConclaveError {
  const seconds = (longestMs / 1_000).toFixed(1)
  const what =
    longestMs > 0 ? `a step of it held up a process for ${seconds} s` : `${times} processes died during its steps`
  return new ConclaveError("QUARANTINED", `${what}, so it is not run any more; \`conclave doctor\` lists it`)
}
