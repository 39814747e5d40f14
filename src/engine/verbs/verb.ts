import type { EngineContext } from "../context.ts"

/** One thing that can be asked of the engine, whatever door it is asked at. */
export type Verb<Input, Output> = (request: {
  readonly context: EngineContext
  readonly input: Input
}) => Promise<Output>
