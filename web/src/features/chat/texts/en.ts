export const en = {
  title: "Squad chat",
}

export type ChatTexts = typeof en
