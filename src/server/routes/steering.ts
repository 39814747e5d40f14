import type { DiscussionState } from "../../core/discussion/state.ts"
import type { EngineContext } from "../../engine/context.ts"
import { abortDiscussion } from "../../engine/verbs/abort-discussion.ts"
import { answerForSeat } from "../../engine/verbs/answer-for-seat.ts"
import { startHeldDiscussion } from "../../engine/verbs/create-with-table.ts"
import { forkDiscussion } from "../../engine/verbs/fork-discussion.ts"
import { interject } from "../../engine/verbs/interject.ts"
import { interruptTurn } from "../../engine/verbs/interrupt-turn.ts"
import { pauseDiscussion } from "../../engine/verbs/pause-discussion.ts"
import { resumeDiscussion } from "../../engine/verbs/resume-discussion.ts"
import { startSubDiscussion } from "../../engine/verbs/start-sub-discussion.ts"
import type { Verb } from "../../engine/verbs/verb.ts"
import type { Api } from "../api.ts"
import { engineWithIfMatch, ifMatchHeader } from "../http/if-match.ts"
import { jsonContent } from "../http/json-content.ts"
import { discussionResponse } from "../present/discussion-response.ts"
import { discussionResponseSchema } from "../schemas/discussion.ts"
import {
  discussionParams,
  forkInputSchema,
  interjectionInputSchema,
  interruptQuery,
  newSubDiscussionSchema,
  turnInputSchema,
} from "../schemas/requests.ts"

const common = {
  method: "post",
  tag: "Steering",
  scope: "discuss",
  params: discussionParams,
  headers: ifMatchHeader,
  errors: [404, 409],
  responses: { 200: jsonContent(discussionResponseSchema, "The discussion, as it stands now") },
} as const

interface SteeringAction {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly verb: Verb<{ readonly discussionId: string }, DiscussionState>
}

const steeringActions: readonly SteeringAction[] = [
  {
    name: "begin",
    summary: "Begin a discussion that was held",
    description: "Starts what was set up with `start: false`. Harmless for one that has started.",
    verb: startHeldDiscussion,
  },
  {
    name: "pause",
    summary: "Pause",
    description: "The turn being spoken ends, and no other begins. Harmless to repeat.",
    verb: pauseDiscussion,
  },
  {
    name: "resume",
    summary: "Go on",
    description: "Goes on after a pause. Harmless to repeat.",
    verb: resumeDiscussion,
  },
  {
    name: "abort",
    summary: "Stop for good",
    description: "Ends the discussion where it stands; what was said stays. Harmless to repeat.",
    verb: abortDiscussion,
  },
]

export function steeringRoutes(api: Api): void {
  for (const { name, summary, description, verb } of steeringActions) {
    const path = `/api/v1/discussions/{id}/${name}`
    api.endpoint({ ...common, path, operationId: `${name}Discussion`, summary, description }, ({ request, ...call }) =>
      steer(request, call.services.engine, (context) => verb({ context, input: { discussionId: call.params.id } })),
    )
  }

  api.endpoint(
    {
      ...common,
      path: "/api/v1/discussions/{id}/interrupt",
      operationId: "interruptDiscussion",
      summary: "Cut off the turn being spoken",
      description:
        "What was said so far stays, marked as cut, and the next speaker sees it. Harmless to repeat, and where nobody speaks.",
      query: interruptQuery,
    },
    ({ request, services, params, query: { turn } }) => {
      const input = { discussionId: params.id, ...(turn !== undefined && { turn }) }
      return steer(request, services.engine, (context) => interruptTurn({ context, input }))
    },
  )

  api.endpoint(
    {
      ...common,
      path: "/api/v1/discussions/{id}/fork",
      operationId: "forkDiscussion",
      summary: "Fork",
      description:
        "Begins a new discussion from any turn of this one, with other seats, models or settings. This one goes on as it was.",
      body: forkInputSchema,
      creates: true,
      errors: [404, 409, 422],
      responses: { 201: jsonContent(discussionResponseSchema, "The new discussion, as it stands at its beginning") },
    },
    async ({ request, services, params, body }) => {
      const forkId = api.services.ids.discussion()
      const context = engineWithIfMatch(request, services.engine)
      const input = { ...body, discussionId: params.id, forkId, defaults: services.tableDefaults }
      return discussionResponse(await forkDiscussion({ context, input }), 201, {
        location: `/api/v1/discussions/${forkId}`,
      })
    },
  )

  api.endpoint(
    {
      ...common,
      path: "/api/v1/discussions/{id}/sub-discussions",
      operationId: "openSubDiscussion",
      summary: "Discuss a question apart",
      description:
        "Some of the seats discuss a question in a discussion of their own. Nobody begins a turn here until they are back; what they came to comes back as one turn. One at a time.",
      body: newSubDiscussionSchema,
      creates: true,
      errors: [404, 409, 422],
      responses: { 201: jsonContent(discussionResponseSchema, "The sub-discussion, as it stands at its beginning") },
    },
    async ({ request, services, params, body }) => {
      const context = engineWithIfMatch(request, services.engine)
      const child = await startSubDiscussion({ context, input: { discussionId: params.id, request: body } })
      return discussionResponse(child, 201, { location: `/api/v1/discussions/${child.id}` })
    },
  )

  api.endpoint(
    {
      ...common,
      path: "/api/v1/discussions/{id}/turns",
      operationId: "takeTurn",
      summary: "Take a turn",
      description:
        "Takes the turn, or gives the vote, that the discussion waits for a person or outside agent to give.",
      body: turnInputSchema,
      creates: true,
    },
    ({ request, services, params, body }) => {
      const input = {
        discussionId: params.id,
        content: body.content,
        ...(body.seat !== undefined && { seat: body.seat }),
      }
      return steer(request, services.engine, (context) => answerForSeat({ context, input }))
    },
  )

  api.endpoint(
    {
      ...common,
      path: "/api/v1/discussions/{id}/interjections",
      operationId: "interject",
      summary: "Say a word out of turn",
      description: "The others see it from the next turn on.",
      body: interjectionInputSchema,
      creates: true,
    },
    ({ request, services, params, body }) =>
      steer(request, services.engine, (context) => interject({ context, input: { discussionId: params.id, ...body } })),
  )
}

async function steer(
  request: Request,
  engine: EngineContext,
  act: (context: EngineContext) => Promise<DiscussionState>,
): Promise<Response> {
  return discussionResponse(await act(engineWithIfMatch(request, engine)))
}
