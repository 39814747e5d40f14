import { z } from "zod"
import { seatInputSchema } from "../core/formats/discussion-input.ts"
import { discussionOutput, discussionParams } from "./discussions.ts"
import { operation } from "./operation.ts"

const target = discussionParams
const output = discussionOutput
const content = z.string().min(1).max(100_000)

export const seatParams = discussionParams.extend({
  seat: z.string().meta({ description: "the seat's id or name", example: "lawyer" }),
})

export const steeringOperations = {
  takeTurn: operation({
    names: { http: "takeTurn", command: "say", tool: "take_turn" },
    title: "Answer for a seat that is waiting",
    description: "Gives the turn or the vote of a person or outside agent that the discussion is waiting for.",
    target,
    input: z
      .strictObject({
        seat: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe("the seat's id or name; optional where only one seat is waiting for an answer"),
        content: content.describe("what is said, or the vote in the form that the question asks for; [PASS] to pass"),
        stance: z
          .strictObject({
            position: z.string().min(1).max(500).describe("an option, or a position in a few words"),
            confidence: z.number().min(0).max(100).optional().describe("how sure the seat is"),
            answers: z
              .array(z.string().max(100))
              .max(64)
              .optional()
              .describe("names or ids of the seats that it answers"),
          })
          .optional()
          .describe("where the seat stands, with a turn; not part of its words"),
      })
      .meta({ id: "NewTurn", example: { seat: "kim", content: "We have six weeks and twelve people." } }),
    output,
  }),

  interject: operation({
    names: { http: "interject" },
    title: "Add a comment",
    description: "A comment out of turn. The others see it from the next turn on.",
    target,
    input: z
      .strictObject({
        author: z.string().min(1).max(100).describe("who says it"),
        content: content.describe("the comment"),
      })
      .meta({ id: "NewInterjection", example: { author: "Kim", content: "Mind the budget." } }),
    output,
  }),

  pause: operation({
    names: { http: "pauseDiscussion", command: "pause" },
    title: "Pause a discussion",
    description: "The turn being spoken is completed, and no other starts.",
    target,
    output,
  }),

  resume: operation({
    names: { http: "resumeDiscussion", command: "resume" },
    title: "Resume a discussion",
    description: "Continues after a pause.",
    target,
    output,
  }),

  abort: operation({
    names: { http: "abortDiscussion", command: "abort" },
    title: "Abort a discussion",
    description: "Ends the discussion for good; what was said is kept.",
    target,
    input: z
      .strictObject({ reason: z.string().min(1).max(500).optional().describe("why; told to all who follow it") })
      .meta({ id: "Abort", example: { reason: "We have decided elsewhere." } }),
    output,
  }),

  interrupt: operation({
    names: { http: "interruptDiscussion", command: "interrupt" },
    title: "Interrupt the current turn",
    description: "What was said so far is kept, marked as cut, and the next speaker sees it.",
    target,
    input: z.strictObject({
      turn: z.string().min(1).max(100).optional().meta({
        description: "interrupt only this turn, so that a late call does not interrupt the next speaker",
        example: "t4",
      }),
    }),
    output,
  }),

  join: operation({
    names: { http: "joinDiscussion", command: "join" },
    title: "Add a seat",
    description: "A model, a person or an outside agent takes part from the next round on.",
    target,
    input: seatInputSchema().meta({ id: "NewSeat", example: { name: "Lawyer", persona: "You know tenancy law." } }),
    output,
  }),

  leave: operation({
    names: { http: "leaveDiscussion", command: "leave" },
    title: "Remove a seat",
    description: "The seat takes no further part; what it said is kept.",
    target: seatParams,
    output,
  }),
}
