import { z } from "zod"
import type { Material } from "../../core/discussion/table.ts"
import { defaultFormat } from "../../core/formats/index.ts"
import { parse } from "../../core/validation.ts"
import { conclaveField } from "../single-reply/run-table.ts"
import { A2aError } from "./a2a-error.ts"

const maxReferences = 5

/** Accepts messages of both versions; `kind` and lower-case roles are from 0.3. */
const partSchema = z.looseObject({
  text: z.string().optional(),
  data: z.unknown().optional(),
})

const taskId = z.string().max(200)
const historyLength = z
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .optional()
  .describe("maximum number of latest messages to return")

const messageSchema = z.looseObject({
  messageId: z.string().regex(/^[\x21-\x7e]{1,255}$/, "must be 1 to 255 visible ASCII characters, and unique"),
  role: z.enum(["ROLE_USER", "user"]),
  parts: z.array(partSchema).min(1, "must contain a text part").max(1_000),
  taskId: taskId.optional().describe("the task that this message answers (default: a new task)"),
  contextId: z
    .union([z.literal(""), z.uuid()], "must be a UUID; omit it to get a new one")
    .optional()
    .describe("groups related tasks"),
  referenceTaskIds: z
    .array(taskId)
    .max(maxReferences)
    .optional()
    .describe("finished tasks whose answers are added as material"),
  metadata: z
    .looseObject({
      conclave: conclaveField
        .extend({
          table: z
            .string()
            .max(100)
            .optional()
            .describe(`the skill, which is a table's name (default: ${defaultFormat.name})`),
          seat: z.string().max(200).optional().describe("the seat to answer for, if the task waits for several"),
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
      blocking: z.boolean().optional().describe("version 0.3: the opposite of returnImmediately"),
      taskPushNotificationConfig: z.unknown().optional(),
      pushNotificationConfig: z.unknown().optional(),
    })
    .optional(),
})

export const taskParams = z.looseObject({ id: taskId.min(1, "must name a task"), historyLength })

type SendRequest = z.output<typeof sendSchema>
export type A2aMessageIn = SendRequest["message"]

/** Parses the params of a send call. Throws for unsupported features. */
export function readSend(params: unknown) {
  const { message, configuration = {} } = parse(sendSchema, params, "params")
  const { acceptedOutputModes: modes = [], returnImmediately, blocking } = configuration
  if (configuration.taskPushNotificationConfig || configuration.pushNotificationConfig)
    throw new A2aError(
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
      "push notifications are not supported; use webhooks (POST /api/v1/webhooks) instead",
    )
  if (modes.length > 0 && !modes.some((mode) => outputModes.includes(mode) || mode === "*/*" || mode === "text"))
    throw new A2aError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      `params.configuration.acceptedOutputModes: must include one of ${outputModes.join(", ")}`,
    )
  if (message.parts.some(({ text, data }) => text === undefined && data === undefined))
    throw new A2aError(
      "CONTENT_TYPE_NOT_SUPPORTED",
      "params.message.parts: must be text or data; files are not supported",
    )
  return { message, wait: !(returnImmediately ?? blocking === false), historyLength: configuration.historyLength }
}

export const inputModes = ["text/plain", "text/markdown", "application/json"]
export const outputModes = ["text/markdown", "text/plain", "application/json"]

/** Text parts become the topic, data parts material. */
export function messageTopic({ parts }: A2aMessageIn): {
  readonly topic: string
  readonly materials: readonly Material[]
} {
  const data = parts.filter((part) => part.text === undefined)
  const materials = data.map((part, index) => ({ name: `Data ${index + 1}`, text: JSON.stringify(part.data, null, 2) }))
  return { topic: parts.flatMap(({ text }) => text ?? []).join("\n\n"), materials }
}

/** An answer for a seat: text, or the JSON of a vote. */
export function messageAnswer({ parts }: A2aMessageIn): string {
  return parts.map(({ text, data }) => text ?? JSON.stringify(data)).join("\n\n")
}
