export const texts = {
  recorded: "Recorded with simulated models: no API was called. Nothing was edited.",
  table: "The table",
  own: "Start your own discussion",
  missing: "Recording not found",
}

export type ExamplesTexts = typeof texts
