import type { ChatTexts } from "./en.ts"

export const zh: ChatTexts = {
  title: "小队聊天",
}
