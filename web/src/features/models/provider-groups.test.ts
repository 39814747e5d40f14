import { expect, test } from "vitest"
import type { AvailableModel } from "../../api/models.ts"
import { readyGroups } from "./provider-groups.ts"

const model = (id: string) => ({ id, provider: id.split("/")[0]! }) as AvailableModel

test("models are grouped by provider, unknown providers included, with rehearsal last", () => {
  const models = ["own/one", "rehearsal/bold", "openai/a", "openai/b"].map(model)
  const providers = [{ name: "openai", title: "OpenAI", local: false, ready: true }]
  const groups = readyGroups({ providers, models }, "")
  expect(groups.map(({ name, models: found }) => [name, found.length])).toEqual([
    ["own", 1],
    ["openai", 2],
    ["rehearsal", 1],
  ])
  expect(readyGroups({ providers, models }, "OPENAI b").flatMap((group) => group.models)).toEqual([model("openai/b")])
})
