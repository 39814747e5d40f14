export type Fields = Readonly<Record<string, unknown>>

/** Version 1 named `choices` `options`, and knew the two seats of a duet by its voice. */
export function upcastTable({ options: choices, format, parent, ...rest }: Fields): Fields {
  const { settings, ...rules } = format as Fields
  const seatIds = rules.voice === "duet" ? { seatIds: ["model-a", "model-b"] } : {}
  return {
    ...rest,
    format: { ...rules, ...seatIds, settings: upcastSettings(settings as Fields) },
    choices,
    ...(parent !== undefined && { parent: upcastParent(parent as Fields) }),
  }
}

/** Adds settings that did not exist yet, with the behaviour of that time. */
export function upcastSettings(settings: Fields): Fields {
  return {
    ...{ protocol: "consensus", optionOrder: "given", decide: "discuss-first", noveltyModel: null },
    ...{ talk: "differences", counts: "last" },
    ...{ firstTokenTimeoutMs: 60_000, idleTimeoutMs: 30_000, retryAfterMaxMs: 60_000, waitMs: null, afterWait: "skip" },
    ...{ subDiscussions: 0, subDiscussionDepth: 0, subDiscussionShare: 0.5, subDiscussionsBySeats: false },
    ...settings,
  }
}

export function upcastParent(parent: Fields): Fields {
  return { kind: "fork", ...parent }
}
