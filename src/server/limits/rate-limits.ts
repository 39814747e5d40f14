/** Rate limits and limits of open streams. */
export interface RateLimits {
  /** Requests a minute for one key; as many may come at once. */
  readonly keyRequestsPerMinute: number
  /** The same for one address where no key was sent or needed, and for unknown keys. */
  readonly addressRequestsPerMinute: number
  /** Event streams that one key may have open. */
  readonly keyStreams: number
  /** Event streams that one address may have open where no key is needed. */
  readonly addressStreams: number
  /** Event streams that may be open in this process. */
  readonly allStreams: number
}

/** Where no key is needed all clients are on this machine, and a limit only stops a runaway loop. */
export function defaultRateLimits({ keysRequired }: { readonly keysRequired: boolean }): RateLimits {
  return {
    keyRequestsPerMinute: 1_200,
    addressRequestsPerMinute: keysRequired ? 600 : 100_000,
    keyStreams: 100,
    addressStreams: 10_000,
    allStreams: 10_000,
  }
}
