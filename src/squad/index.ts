export { followChat, listChat, listChatSchema, postMessage, postMessageSchema } from "./chat.ts"
export type { SquadContext } from "./context.ts"
export { answerAsMember, answerAsMembers, membersFor } from "./members.ts"
export {
  type AnsweredPrompt,
  type AnswerPromptInput,
  answerPrompt,
  answerPromptSchema,
  closePrompt,
  closePromptSchema,
  getPrompt,
  type ListPromptsInput,
  listPrompts,
  listPromptsSchema,
  maxWaitSeconds as longestWaitSeconds,
  type PostPromptInput,
  type PromptDetail,
  postPrompt,
  postPromptSchema,
  waitForPrompt,
} from "./prompts.ts"
export { type AddedWebhook, type AddWebhookInput, addWebhook, addWebhookSchema } from "./webhooks/add-webhook.ts"
export { WebhookSender } from "./webhooks/webhook-sender.ts"
