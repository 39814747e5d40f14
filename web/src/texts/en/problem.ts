import type { ProblemCode } from "../../../../src/core/errors.ts"
import type { errorStatus } from "../../../../src/server/http/http-error.ts"

export type Values = Readonly<Record<string, string | number>>
export type Kinds = Readonly<Record<string, string>>

export interface ProblemTexts {
  readonly problems: Readonly<Record<ProblemCode, (values: Values) => string>>
  readonly errors: Readonly<Record<Exclude<keyof typeof errorStatus, "UNKNOWN">, string>>
}

const kinds: Kinds = {
  number: "a number",
  int: "a whole number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  record: "an object in braces { }",
}

export const texts: ProblemTexts = {
  problems: {
    REQUIRED: () => "This is required.",
    WRONG_TYPE: ({ expected = "" }) => `This must be ${kinds[expected] ?? expected}.`,
    WRONG_VALUE: ({ expected }) => `This must be ${expected}.`,
    NUMBER_TOO_SMALL: ({ limit }) => `This must be at least ${limit}.`,
    NUMBER_TOO_BIG: ({ limit }) => `This must be at most ${limit}.`,
    TEXT_TOO_SHORT: ({ limit }) => (limit === 1 ? "This is required." : `This needs at least ${limit} characters.`),
    TEXT_TOO_LONG: ({ limit }) => `This may have at most ${limit} characters.`,
    LIST_TOO_SHORT: ({ limit }) => `There must be at least ${limit}.`,
    LIST_TOO_LONG: ({ limit }) => `There may be at most ${limit}.`,
    UNKNOWN_FIELD: () => "The server does not know this field.",
    SEAT_COUNT: ({ min, max, speaking }) =>
      `This format needs ${min === max ? min : `${min} to ${max}`} speaking seats; there are ${speaking}.`,
    ROLE_MISSING: ({ role }) => `A seat with the role “${role}” is missing.`,
    NAME_TAKEN: ({ name }) => `Another seat is called “${name}” already.`,
    OPTION_TWICE: () => "An option is listed twice.",
    MODEL_UNKNOWN: ({ model }) => `No model is called ${model}. Names are provider/model.`,
    MODEL_UNAVAILABLE: ({ model, variable }) =>
      variable === undefined ? `${model} cannot be used now.` : `${model} needs ${variable} to be set.`,
  },
  errors: {
    INPUT_INVALID: "Some input is invalid.",
    BODY_INVALID: "The server could not read what was sent.",
    KEY_MISSING: "This server needs an access key.",
    KEY_INVALID: "This access key is not known here, or it was revoked.",
    FORBIDDEN: "This access key may not do that.",
    NOT_FOUND: "Not found. It may have been removed.",
    ROUTE_UNKNOWN: "This server does not offer that.",
    METHOD_NOT_ALLOWED: "This server does not offer that.",
    CONFLICT: "This conflicts with the current state.",
    STATE_INVALID: "This is not possible in its current state.",
    ABORTED: "It was aborted.",
    BODY_TOO_LARGE: "This is larger than the server accepts.",
    MEDIA_TYPE_UNSUPPORTED: "The server could not read what was sent.",
    MODEL_UNKNOWN: "No model has this name.",
    MODEL_UNAVAILABLE: "This model is not set up here.",
    IDEMPOTENCY_MISMATCH: "This was sent before with other content. Load the page again.",
    RATE_LIMITED: "Too many requests. Wait a moment and try again.",
    SPEND_LIMIT: "The spending limit is reached.",
    INITIALIZATION_FAILED: "The server is not ready.",
    TURN_FAILED: "A model failed.",
    CONSENSUS_PARSE_FAILED: "A vote could not be read.",
    PROVIDER_ERROR: "The model's provider reported an error.",
    UNAVAILABLE: "The server is not ready. Try again in a moment.",
    DATABASE_UNAVAILABLE: "The database cannot be reached. Try again in a moment.",
    TURN_TIMEOUT: "A model took too long.",
    DISCUSSION_TIMEOUT: "The discussion took too long.",
    CALL_LOOP: "A model was asked the same thing too often.",
    QUARANTINED: "This discussion was stopped because it blocked the server.",
  },
}
