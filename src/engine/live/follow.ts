import type { LiveEvent } from "../../core/discussion/event.ts"
import type { EngineContext } from "../context.ts"
import { Follower, type FollowOptions } from "./follower.ts"

export type { FollowOptions } from "./follower.ts"

/** Everything that happens in a discussion, in order, to its end. */
export async function* follow(context: EngineContext, options: FollowOptions): AsyncGenerator<LiveEvent, void> {
  const follower = new Follower(context, options)
  try {
    for (;;) {
      const steps = await follower.next()
      if (!steps) return
      for (const { event } of steps) yield event
    }
  } finally {
    follower.close()
  }
}
