/** How much is let in. */
export interface RateLimits {
  /** Requests that one key may make in a minute; so many may also come at once. */
  readonly keyRequestsPerMinute: number
  /** The same for one address where no key was sent or needed, and for keys that are none. */
  readonly addressRequestsPerMinute: number
  /** Event streams that one key may have open. */
  readonly keyStreams: number
  /** Event streams that one address may have open where no key is needed. */
  readonly addressStreams: number
  /** Event streams that may be open in this process. */
  readonly allStreams: number
}

/** Where no key is needed everyone is on this machine, and a limit only stops a loop that has gone wild. */
export function defaultRateLimits({ keysRequired }: { readonly keysRequired: boolean }): RateLimits {
  return {
    keyRequestsPerMinute: 1_200,
    addressRequestsPerMinute: keysRequired ? 600 : 100_000,
    keyStreams: 100,
    addressStreams: 10_000,
    allStreams: 10_000,
  }
}
