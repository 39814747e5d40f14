import type { MemberAnswers, MemberJob } from "../../ports/jobs.ts"
import { type Claims, JobWorker } from "./job-worker.ts"

/** Jobs for prompts that model members of the squad have to answer. */
export function memberAnswers(
  claims: Claims<MemberJob, void>,
  begin: (wake: () => void) => Promise<() => Promise<void>>,
): MemberAnswers {
  let worker: JobWorker<MemberJob, void> | undefined
  let end = async () => {}
  return {
    async work({ answer, clock, onError }) {
      end = await begin(() => worker?.wake())
      worker = new JobWorker({ claims, concurrency: 10, work: (job, { now }) => answer(job, now), onError, clock })
    },
    async stop(graceMs) {
      await end()
      await worker?.stop(graceMs)
    },
  }
}
