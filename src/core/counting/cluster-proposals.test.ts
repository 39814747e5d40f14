import { describe, expect, test } from "vitest"
import type { Vote } from "../discussion/vote.ts"
import { type LanguageCode, languages } from "../languages/index.ts"
import { clusterProposals } from "./cluster-proposals.ts"

function proposals(texts: readonly (string | undefined)[], confidences: readonly number[] = []): Vote[] {
  return texts.map((text, index) => ({
    seat: `s${index + 1}`,
    hasConsensus: false,
    confidence: confidences[index] ?? 50,
    reasoning: "",
    reading: "markers",
    attempt: 1,
    timestamp: 0,
    ...(text !== undefined && { proposedSolution: text }),
  }))
}

const groups = (texts: readonly (string | undefined)[], code: LanguageCode = "en") =>
  clusterProposals(proposals(texts), languages[code]).map(({ roles }) => roles.join(" "))

describe("the same answer in other words is one option [across.options]", () => {
  test.each<[LanguageCode, string, string]>([
    ["en", "Wind power", "wind power!"],
    ["en", "Put solar panels on the roof of the school", "Put solar panels on the school's roof."],
    [
      "en",
      "Start with one service, keep its modules apart, and split it when the measurements ask for it",
      "Start with one service; keep the modules apart and split when measurements ask for it.",
    ],
    ["es", "Empezar con un solo servicio", "empezar con un solo servicio."],
    [
      "es",
      "Abrir la biblioteca por las tardes los martes y los jueves",
      "Abrir la biblioteca martes y jueves por las tardes",
    ],
    ["zh", "先做一个服务，以后再拆分", "先做一个服务，以后再拆分。"],
    ["zh", "社区花园按抽签分配地块，每年重新抽一次", "社区花园按抽签分配地块，每年重新抽签一次"],
  ])("%s: %j and %j", (code, one, other) => expect(groups([one, other], code)).toEqual(["s1 s2"]))

  test.each<[LanguageCode, string, string]>([
    ["en", "Start with one service", "Start with several services"],
    [
      "en",
      "Set the floor at 15,000 for everyone in the village",
      "Set the floor at 12,000 for everyone in the village",
    ],
    [
      "en",
      "We should build the bridge over the river this year",
      "We should not build the bridge over the river this year",
    ],
    ["en", "Insulate the walls", "Buy coal"],
    ["es", "Debemos construir el puente este año", "No debemos construir el puente este año"],
    ["zh", "我们今年应该修桥", "我们今年不应该修桥"],
    ["zh", "分给三户人家", "分给五户人家"],
  ])("%s: but %j is not %j", (code, one, other) => expect(groups([one, other], code)).toEqual(["s1", "s2"]))
})

test("an option has the words of the most confident voter; voters without a proposal are in no group", () => {
  const votes = proposals(["wind power", "Wind power.", undefined, "Buy coal"], [40, 90, 99, 10])
  expect(clusterProposals(votes, languages.en)).toEqual([
    { option: "Wind power.", text: "Wind power.", roles: ["s1", "s2"] },
    { option: "Buy coal", text: "Buy coal", roles: ["s4"] },
  ])
})
