import type { DiscussionJob, LeaveSignals, RunEnd, RunWork } from "../../ports/jobs.ts"

/** A run that was ended from outside has nothing to take in any more. */
const nothingMissed: RunEnd = { seq: Number.MAX_SAFE_INTEGER }

/** What a job worker does with discussions: a run that fails ends its discussion, not its job. */
export function runOrFail({ concurrency, run, onFailure, onError }: RunWork) {
  const work = async (job: DiscussionJob, leave: LeaveSignals): Promise<RunEnd> => {
    try {
      return await run(job, leave)
    } catch (error) {
      await onFailure(job, error)
      return nothingMissed
    }
  }
  return { concurrency, work, onError }
}
