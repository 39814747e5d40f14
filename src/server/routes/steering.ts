import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Verb } from "../../engine/context.ts"
import { answerForSeat } from "../../engine/verbs/answer-for-seat.ts"
import { startHeldDiscussion } from "../../engine/verbs/create-with-table.ts"
import { followUp } from "../../engine/verbs/follow-up.ts"
import { forkDiscussion } from "../../engine/verbs/fork-discussion.ts"
import { interject } from "../../engine/verbs/interject.ts"
import { openedSubDiscussion, startSubDiscussion } from "../../engine/verbs/start-sub-discussion.ts"
import {
  abortDiscussion,
  interruptTurn,
  joinDiscussion,
  leaveDiscussion,
  pauseDiscussion,
  resumeDiscussion,
} from "../../engine/verbs/steer-discussion.ts"
import { httpWords, operationWords } from "../../operations/words.ts"
import type { Access } from "../access/authorizer.ts"
import { shownTo } from "../access/reader-seat.ts"
import { seatKeyRefused } from "../access/seat-access.ts"
import { type Api, type ApiCall, jsonContent, parsedByVerb } from "../api.ts"
import { createdResponse, discussionResponse, engineWithIfMatch, ifMatchHeader } from "../http/etag.ts"
import {
  abortInputSchema,
  discussionParams,
  followUpSchema,
  forkFields,
  forkInputSchema,
  interjectionInputSchema,
  interruptQuery,
  newSeatSchema,
  newSubDiscussionSchema,
  seatParams,
  turnInputSchema,
} from "../schemas/requests.ts"
import { discussionResponseSchema } from "../schemas/responses.ts"

const common = {
  scope: "discuss",
  headers: ifMatchHeader,
  errors: [409],
  responses: { 200: jsonContent(discussionResponseSchema, "The discussion as it is now") },
} as const

interface SteeringAction {
  readonly name: string
  readonly words: Pick<ReturnType<typeof httpWords>, "summary" | "description">
  readonly verb: Verb<{ readonly discussionId: string }, DiscussionState>
}

const steeringActions: readonly SteeringAction[] = [
  {
    name: "begin",
    words: {
      summary: "Start a discussion that was created with `start: false`",
      description: "Starts it. Safe to repeat.",
    },
    verb: startHeldDiscussion,
  },
  {
    name: "pause",
    words: httpWords(operationWords.pause, "Safe to repeat."),
    verb: pauseDiscussion,
  },
  {
    name: "resume",
    words: httpWords(operationWords.resume, "Safe to repeat."),
    verb: resumeDiscussion,
  },
]

export function steeringRoutes(api: Api): void {
  const routes = api.routes("Steering", "/api/v1/discussions/{id}")

  for (const { name, words, verb } of steeringActions) {
    routes.post(`/${name}`, {
      ...common,
      operationId: `${name}Discussion`,
      ...words,
      params: discussionParams,
      handle: (call) => steer(call, verb, { discussionId: call.params.id }),
    })
  }

  routes.post("/abort", {
    ...common,
    operationId: "abortDiscussion",
    ...httpWords(operationWords.abort, "So is why it was ended. Safe to repeat."),
    params: discussionParams,
    body: abortInputSchema,
    bodyOptional: true,
    handle: (call) => {
      const { reason } = call.body
      return steer(call, abortDiscussion, { discussionId: call.params.id, ...(reason !== undefined && { reason }) })
    },
  })

  routes.post("/interrupt", {
    ...common,
    operationId: "interruptDiscussion",
    ...httpWords(operationWords.interrupt, "Safe to repeat, and where nobody is speaking."),
    params: discussionParams,
    query: interruptQuery,
    handle: (call) => {
      const { turn } = call.query
      return steer(call, interruptTurn, { discussionId: call.params.id, ...(turn !== undefined && { turn }) })
    },
  })

  routes.post("/turns", {
    ...common,
    operationId: "takeTurn",
    ...httpWords(operationWords.takeTurn),
    params: discussionParams,
    body: turnInputSchema,
    creates: steeredResponse,
    forSeatKeys: true,
    handle: (call) => {
      const { content, stance } = call.body
      const seat = seatToAnswerFor(call.access, call.body.seat)
      const said = { content, ...(seat !== undefined && { seat }), ...(stance && { stance }) }
      return steer(call, answerForSeat, { discussionId: call.params.id, ...said })
    },
  })

  routes.post("/interjections", {
    ...common,
    operationId: "interject",
    summary: "Add a comment",
    description: "A comment out of turn. The others see it from the next turn on.",
    params: discussionParams,
    body: interjectionInputSchema,
    creates: steeredResponse,
    handle: (call) => steer(call, interject, { discussionId: call.params.id, ...call.body }),
  })

  routes.post("/seats", {
    ...common,
    operationId: "joinDiscussion",
    ...httpWords(operationWords.join),
    params: discussionParams,
    body: parsedByVerb(newSeatSchema),
    documentedBody: newSeatSchema,
    creates: steeredResponse,
    errors: [409, 422],
    handle: (call) => steer(call, joinDiscussion, { discussionId: call.params.id, seat: call.body }),
  })

  routes.delete("/seats/{seat}", {
    ...common,
    operationId: "leaveDiscussion",
    ...httpWords(operationWords.leave, "Safe to repeat."),
    params: seatParams,
    handle: (call) => steer(call, leaveDiscussion, { discussionId: call.params.id, seat: call.params.seat }),
  })

  routes.post("/fork", {
    ...common,
    operationId: "forkDiscussion",
    ...httpWords(operationWords.fork),
    params: discussionParams,
    body: forkFields,
    documentedBody: forkInputSchema,
    creates: createdResponse,
    errors: [409, 422],
    responses: { 201: jsonContent(discussionResponseSchema, "The fork") },
    handle: async (call) => {
      const forkId = api.services.ids.discussion()
      const { tableDefaults: defaults, discussions } = call.services
      const { id: discussionId, projectId } = await discussions.get(call.params.id)
      return create(call, forkDiscussion, { ...call.body, discussionId, projectId, forkId, defaults })
    },
  })

  routes.post("/follow-up", {
    ...common,
    operationId: "followUpDiscussion",
    ...httpWords(operationWords.followUp),
    params: discussionParams,
    body: followUpSchema,
    creates: createdResponse,
    errors: [409, 422],
    responses: { 201: jsonContent(discussionResponseSchema, "The new discussion") },
    handle: async (call) => {
      const { startedBy } = call.services.tableDefaults
      const { id: discussionId, projectId } = await call.services.discussions.get(call.params.id)
      const input = { discussionId, projectId, followUpId: api.services.ids.discussion(), startedBy }
      return create(call, followUp, { ...input, topic: call.body.topic })
    },
  })

  routes.post("/sub-discussions", {
    ...common,
    operationId: "openSubDiscussion",
    summary: "Start a sub-discussion",
    description:
      "Some of the seats discuss a question in a discussion of their own. This one waits until they are done; their result becomes one turn here. One at a time.",
    params: discussionParams,
    body: parsedByVerb(newSubDiscussionSchema),
    documentedBody: newSubDiscussionSchema,
    creates: (parent) => createdResponse(openedSubDiscussion(parent)),
    errors: [409, 422],
    responses: { 201: jsonContent(discussionResponseSchema, "The sub-discussion") },
    handle: (call) => create(call, startSubDiscussion, { discussionId: call.params.id, request: call.body }),
  })
}

const steeredResponse = (state: DiscussionState, access: Access) => discussionResponse(shownTo(state, { access }))

/** With a key of one seat that seat, which need not be named. */
function seatToAnswerFor({ seat: own }: Access, named: string | undefined): string | undefined {
  if (own && (own.seat === null || (named !== undefined && named !== own.seat))) throw seatKeyRefused(own)
  return own?.seat ?? named
}

type SteeringCall = Pick<ApiCall<unknown, unknown, unknown>, "access" | "request" | "services">

async function steer<Input>(call: SteeringCall, verb: Verb<Input, DiscussionState>, input: Input): Promise<Response> {
  const context = engineWithIfMatch(call.request, call.services.engine)
  return steeredResponse(await verb({ context, input }), call.access)
}

async function create<Input>(call: SteeringCall, verb: Verb<Input, DiscussionState>, input: Input): Promise<Response> {
  const created = await verb({ context: engineWithIfMatch(call.request, call.services.engine), input })
  return createdResponse(created)
}
