import type { ChatTexts } from "./en.ts"

export const es: ChatTexts = {
  title: "Chat del equipo",
}
