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
    description: "Submits the turn or vote of a person or outside agent that the discussion is waiting for.",
    target,
    input: z
      .strictObject({
        seat: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe("the seat's id or name; optional if only one seat is waiting"),
        content: content.describe("the turn, or the vote in the form that the question asks for; [PASS] to pass"),
        stance: z
          .strictObject({
            position: z.string().min(1).max(500).describe("one of the options, or a position in a few words"),
            confidence: z.number().min(0).max(100).optional().describe("how confident the seat is, 0 to 100"),
            answers: z
              .array(z.string().max(100))
              .max(64)
              .optional()
              .describe("names or ids of the seats that this turn responds to"),
          })
          .optional()
          .describe("the seat's position; only with a turn, and not part of its text"),
      })
      .meta({ id: "NewTurn", example: { seat: "kim", content: "We have six weeks and twelve people." } }),
    output,
  }),

  interject: operation({
    names: { http: "interject" },
    title: "Add a comment",
    description: "Adds a comment out of turn. The seats see it from the next turn on.",
    target,
    input: z
      .strictObject({
        author: z.string().min(1).max(100).describe("the name of the commenter"),
        content: content.describe("the comment"),
      })
      .meta({ id: "NewInterjection", example: { author: "Kim", content: "Mind the budget." } }),
    output,
  }),

  pause: operation({
    names: { http: "pauseDiscussion", command: "pause" },
    title: "Pause a discussion",
    description: "Lets the current turn finish and starts no other.",
    target,
    output,
  }),

  resume: operation({
    names: { http: "resumeDiscussion", command: "resume" },
    title: "Resume a discussion",
    description: "Continues a paused discussion.",
    target,
    output,
  }),

  abort: operation({
    names: { http: "abortDiscussion", command: "abort" },
    title: "Abort a discussion",
    description: "Ends the discussion for good. Its turns are kept.",
    target,
    input: z
      .strictObject({
        reason: z
          .string()
          .min(1)
          .max(500)
          .optional()
          .describe("the reason, shown to everyone who follows the discussion"),
      })
      .meta({ id: "Abort", example: { reason: "We have decided elsewhere." } }),
    output,
  }),

  interrupt: operation({
    names: { http: "interruptDiscussion", command: "interrupt" },
    title: "Interrupt the current turn",
    description:
      "Cuts the turn that is being spoken. Its text so far is kept, marked as interrupted, and the discussion continues.",
    target,
    input: z.strictObject({
      turn: z.string().min(1).max(100).optional().meta({
        description: "interrupt only this turn; prevents a late call from interrupting the next speaker",
        example: "t4",
      }),
    }),
    output,
  }),

  join: operation({
    names: { http: "joinDiscussion", command: "join" },
    title: "Add a seat",
    description: "A model, person or outside agent joins from the next round on.",
    target,
    input: seatInputSchema().meta({ id: "NewSeat", example: { name: "Lawyer", persona: "You know tenancy law." } }),
    output,
  }),

  leave: operation({
    names: { http: "leaveDiscussion", command: "leave" },
    title: "Remove a seat",
    description: "The seat takes no further part. Its turns are kept.",
    target: seatParams,
    output,
  }),
}
