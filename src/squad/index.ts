export { followChat, listChat, postMessage, postMessageSchema } from "./chat.ts"
export type { SquadContext } from "./context.ts"
export { answerAsMember, answerAsMembers, membersFor } from "./members.ts"
export {
  type AnswerPromptInput,
  answerPrompt,
  answerPromptSchema,
  closePrompt,
  closePromptSchema,
  getPrompt,
  type ListPromptsInput,
  listPrompts,
  listPromptsSchema,
  type PostPromptInput,
  type PromptDetail,
  postPrompt,
  postPromptSchema,
  waitForPrompt,
} from "./prompts.ts"
export { addWebhook, addWebhookSchema } from "./webhooks/add-webhook.ts"
