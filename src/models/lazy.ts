import { lazy } from "../core/lazy.ts"
import type { Model } from "../ports/model.ts"

/** Loads the implementation on the first call. */
export function lazyStream(load: () => Promise<Model["stream"]>): Model["stream"] {
  let loaded: Model["stream"] | undefined
  const first: Model["stream"] = async function* (call, signal) {
    loaded ??= await load()
    yield* loaded(call, signal)
  }
  return (call, signal) => (loaded ?? first)(call, signal)
}

/** A guarded fetch whose package is loaded with the first request. */
export function lazyFetch(allowPrivate: boolean): typeof fetch {
  const load = lazy(async () => (await import("./guard/guarded-fetch.ts")).guardedFetch({ allowPrivate }))
  return async (input, init) => (await load())(input, init)
}
