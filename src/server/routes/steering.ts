import type { DiscussionState } from "../../core/discussion/state.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { subDiscussionInputSchema } from "../../core/steering/create-sub-discussion.ts"
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
import { discussionOperations, discussionOutput, discussionParams, forkFields } from "../../operations/discussions.ts"
import { steeringOperations } from "../../operations/steering.ts"
import { type Access, seatKeyRefused } from "../access/authorizer.ts"
import { stateForReader } from "../access/reader-seat.ts"
import { type Api, type ApiCall, jsonContent, parsedByVerb } from "../api.ts"
import { asBody, asQuery } from "../describe-operation.ts"
import { createdResponse, discussionResponse, engineWithIfMatch, ifMatchHeader } from "../http/etag.ts"

const common = { scope: "discuss", headers: ifMatchHeader, errors: [409] } as const
const current = "The discussion as it is now"
const { pause, resume, abort, interrupt, takeTurn, join, leave } = steeringOperations

const newSubDiscussionSchema = subDiscussionInputSchema().meta({
  id: "NewSubDiscussion",
  example: { topic: "What would the move cost?", seats: ["Manager", "Specialist"] },
})

export function steeringRoutes(api: Api): void {
  const routes = api.routes("Steering", "/api/v1/discussions/{id}")

  routes.post("/begin", {
    ...common,
    operationId: "beginDiscussion",
    summary: "Start a discussion that was created with `start: false`",
    description: "Safe to repeat.",
    params: discussionParams,
    responses: { 200: jsonContent(discussionOutput, current) },
    handle: (call) => steer(call, startHeldDiscussion, {}),
  })

  routes.post("/pause", {
    ...common,
    ...asBody(pause, current, "Safe to repeat."),
    handle: (call) => steer(call, pauseDiscussion, {}),
  })

  routes.post("/resume", {
    ...common,
    ...asBody(resume, current, "Safe to repeat."),
    handle: (call) => steer(call, resumeDiscussion, {}),
  })

  routes.post("/abort", {
    ...common,
    ...asBody(abort, current, "Safe to repeat."),
    bodyOptional: true,
    handle: (call) => steer(call, abortDiscussion, omitUndefined(call.body)),
  })

  routes.post("/interrupt", {
    ...common,
    ...asQuery(interrupt, current, "Safe to repeat; does nothing if no seat is speaking."),
    handle: (call) => steer(call, interruptTurn, omitUndefined(call.query)),
  })

  routes.post("/turns", {
    ...common,
    ...asBody(takeTurn, current),
    creates: steeredResponse,
    forSeatKeys: true,
    handle: (call) => {
      const seat = seatToAnswerFor(call.access, call.body.seat)
      return steer(call, answerForSeat, omitUndefined({ ...call.body, seat }))
    },
  })

  routes.post("/interjections", {
    ...common,
    ...asBody(steeringOperations.interject, current),
    creates: steeredResponse,
    handle: (call) => steer(call, interject, call.body),
  })

  routes.post("/seats", {
    ...common,
    ...asBody(join, current),
    ...parsedByVerb(join.input),
    creates: steeredResponse,
    errors: [409, 422],
    handle: (call) => steer(call, joinDiscussion, { seat: call.body }),
  })

  routes.delete("/seats/{seat}", {
    ...common,
    ...asQuery(leave, current, "Safe to repeat."),
    handle: (call) => steer(call, leaveDiscussion, { seat: call.params.seat }),
  })

  routes.post("/fork", {
    ...common,
    ...asBody(discussionOperations.fork, { created: "The fork" }),
    body: forkFields,
    documentedBody: discussionOperations.fork.input,
    creates: createdResponse,
    errors: [409, 422],
    handle: async (call) => {
      const forkId = api.services.ids.discussion()
      const { tableDefaults: defaults, discussions } = call.services
      const { projectId } = await discussions.get(call.params.id)
      return create(call, forkDiscussion, { ...call.body, projectId, forkId, defaults })
    },
  })

  routes.post("/follow-up", {
    ...common,
    ...asBody(discussionOperations.followUp, { created: "The new discussion" }),
    creates: createdResponse,
    errors: [409, 422],
    handle: async (call) => {
      const { startedBy } = call.services.tableDefaults
      const { projectId } = await call.services.discussions.get(call.params.id)
      return create(call, followUp, { ...call.body, projectId, followUpId: api.services.ids.discussion(), startedBy })
    },
  })

  routes.post("/sub-discussions", {
    ...common,
    operationId: "openSubDiscussion",
    summary: "Start a sub-discussion",
    description:
      "Some of the seats discuss a question in a separate discussion. This discussion waits for it; its result becomes one turn here. Only one at a time.",
    params: discussionParams,
    ...parsedByVerb(newSubDiscussionSchema),
    creates: (parent) => createdResponse(openedSubDiscussion(parent)),
    errors: [409, 422],
    responses: { 201: jsonContent(discussionOutput, "The sub-discussion") },
    handle: (call) => create(call, startSubDiscussion, { request: call.body }),
  })
}

const steeredResponse = async (state: DiscussionState, access: Access) =>
  discussionResponse(await stateForReader(state, { access }))

/** The seat of a seat key, which need not be named; otherwise the named one. */
function seatToAnswerFor({ seat: own }: Access, named: string | undefined): string | undefined {
  if (own && (own.seat === null || (named !== undefined && named !== own.seat))) throw seatKeyRefused(own)
  return own?.seat ?? named
}

type SteeringCall = Pick<
  ApiCall<{ readonly id: string }, unknown, unknown>,
  "access" | "params" | "request" | "services"
>

const steer = async <Input>(call: SteeringCall, verb: Verb<Input>, input: Input) =>
  steeredResponse(await runVerb(call, verb, input), call.access)

const create = async <Input>(call: SteeringCall, verb: Verb<Input>, input: Input) =>
  createdResponse(await runVerb(call, verb, input))

function runVerb<Input>({ params, request, services }: SteeringCall, verb: Verb<Input>, input: Input) {
  const context = engineWithIfMatch(request, services.engine)
  return verb({ context, input: { ...input, discussionId: params.id } })
}
