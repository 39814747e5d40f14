import { expect, test } from "vitest"
import { applyPublic } from "../../../../src/core/public/apply-public.ts"
import { emptyView } from "../../../../src/core/public/view.ts"
import { languageCodes } from "../../texts/languages.ts"
import { loadRecording } from "./recordings.ts"

const all = ["duet", "assembly", "hive"].flatMap((name) => languageCodes.map((language) => ({ name, language })))

test.each(all)("$name in $language is a complete discussion of rehearsal models", async ({ name, language }) => {
  const events = await loadRecording(name, language)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1))
  const view = applyPublic(emptyView, events)
  expect({ status: view.status, format: view.format }).toEqual({ status: "completed", format: name })
  const models = events.flatMap(({ data }) => ("modelId" in data && data.modelId ? [data.modelId] : []))
  expect(models.length).toBeGreaterThan(2)
  for (const model of models) expect(model).toMatch(/^rehearsal\//)
})

test("other names are refused", () => expect(loadRecording("../x", "en")).rejects.toThrow("no recording"))
