import type { HomeTexts } from "./en.ts"

export const zh: HomeTexts = {
  title: "首页",
}
