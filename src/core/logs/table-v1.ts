export type Fields = Readonly<Record<string, unknown>>

/** A table of version 1, which called its choices options and knew a duet's two seats by the voice. */
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

/** The first logs were written before there were these; what stands here is what was done then. */
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
