export { followChat, listChat, postMessage, postMessageSchema } from "./chat.ts"
export type { SquadContext } from "./context.ts"
export { answerAsMember, answerAsMembers, membersFor } from "./members.ts"
export {
  type AnswerPromptInput,
  answerPrompt,
  closePrompt,
  getPrompt,
  type ListPromptsInput,
  listPrompts,
  type PostPromptInput,
  type PromptDetail,
  postPrompt,
  waitForPrompt,
} from "./prompts.ts"
export { addWebhook, addWebhookSchema } from "./webhooks/add-webhook.ts"
