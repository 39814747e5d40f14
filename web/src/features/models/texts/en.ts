export const en = {
  title: "Models",
}

export type ModelsTexts = typeof en
