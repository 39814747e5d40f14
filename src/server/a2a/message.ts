import { z } from "zod"
import type { Material } from "../../core/discussion/table.ts"
import { parse } from "../../core/validation.ts"
import { conclaveField } from "../openai/request-fields.ts"
import { A2aError } from "./a2a-error.ts"

const maxReferences = 5

/** Clients of both versions: `kind` and lower case are of 0.3. */
const partSchema = z.looseObject({
  text: z.string().optional(),
  data: z.unknown().optional(),
})

const taskId = z.string().max(200)
const historyLength = z.number().int().min(0).max(1_000_000).optional().describe("how many of the last messages")

const messageSchema = z.looseObject({
  messageId: z.string().regex(/^[\x21-\x7e]{1,255}$/, "must be 1 to 255 visible ASCII characters, and new"),
  role: z.enum(["ROLE_USER", "user"]),
  parts: z.array(partSchema).min(1, "must have a part with text").max(1_000),
  taskId: taskId.optional().describe("the task that waits for this answer; left out: a new one begins"),
  contextId: z
    .union([z.literal(""), z.uuid()], "must be a UUID; leave it out to be given one")
    .optional()
    .describe("tasks that belong together"),
  referenceTaskIds: z.array(taskId).max(maxReferences).optional().describe("finished tasks whose answers are material"),
  metadata: z
    .looseObject({
      conclave: conclaveField
        .extend({
          table: z.string().max(100).optional().describe("the skill: a table's name (default: hive)"),
          seat: z.string().max(200).optional().describe("who answers, where several are waited for"),
        })
        .optional(),
    })
    .optional(),
})

const sendSchema = z.looseObject({
  message: messageSchema,
  configuration: z
    .looseObject({
      historyLength,
      acceptedOutputModes: z.array(z.string().max(200)).max(100).optional(),
      returnImmediately: z.boolean().optional(),
      blocking: z.boolean().optional().describe("the same the other way round, in version 0.3"),
      taskPushNotificationConfig: z.unknown().optional(),
      pushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
})

export const taskParams = z.looseObject({ id: taskId.min(1, "must name a task"), historyLength })

type SendRequest = z.output<typeof sendSchema>
export type A2aMessageIn = SendRequest["message"]

/** A message and how it is to be answered. Throws for what cannot be done. */
export function readSend(params: unknown) {
  const { message, configuration = {} } = parse(sendSchema, params, "params")
  const { acceptedOutputModes: modes = [], returnImmediately, blocking } = configuration
  if (configuration.taskPushNotificationConfig || configuration.pushNotificationConfig)
    throw new A2aError(
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
      "leave it out; webhooks are set up with POST /api/v1/webhooks",
    )
  if (modes.length > 0 && !modes.some((mode) => outputModes.includes(mode) || mode === "*/*" || mode === "text"))
    throw new A2aError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `params.configuration.acceptedOutputModes: must include one of ${outputModes.join(", ")}`,
    )
  const [odd] = message.parts.filter(({ text, data }) => text === undefined && data === undefined)
  if (odd)
    throw new A2aError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      "params.message.parts: must be text or data; files are not supported",
    )
  return { message, wait: !(returnImmediately ?? blocking === false), historyLength: configuration.historyLength }
}

export const inputModes = ["text/plain", "text/markdown", "application/json"]
export const outputModes = ["text/markdown", "text/plain", "application/json"]

/** Texts are the topic, data is material. */
export function messageTopic({ parts }: A2aMessageIn): {
  readonly topic: string
  readonly materials: readonly Material[]
} {
  const data = parts.filter((part) => part.text === undefined)
  const materials = data.map((part, index) => ({ name: `Data ${index + 1}`, text: JSON.stringify(part.data, null, 2) }))
  return { topic: parts.flatMap(({ text }) => text ?? []).join("\n\n"), materials }
}

/** An answer for a seat: words, or the object of a vote. */
export function messageAnswer({ parts }: A2aMessageIn): string {
  return parts.map(({ text, data }) => text ?? JSON.stringify(data)).join("\n\n")
}
