export { followChat, postMessage, postMessageSchema } from "./chat.ts"
export { answerAsMember, answerAsMembers } from "./members.ts"
export {
  type AnswerPromptInput,
  answerPrompt,
  closePrompt,
  type PostPromptInput,
  type PromptDetail,
  postPrompt,
  waitForPrompt,
} from "./prompts.ts"
export { addWebhook, addWebhookSchema } from "./webhooks/add-webhook.ts"
