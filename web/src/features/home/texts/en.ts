export const en = {
  title: "Home",
}

export type HomeTexts = typeof en
