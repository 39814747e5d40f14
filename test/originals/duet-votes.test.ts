import { expect } from "vitest"
import { readVote } from "../../src/core/reading/read-vote.ts"
import { checksOf } from "./support.ts"

const { exact, mapped } = checksOf("duet", "-votes")

/** Each indicator as a full reply, with its negation, in the three languages. */
const yes: Readonly<Record<string, readonly (readonly [reply: string, negated: string])[]>> = {
  en: [
    ["We have reached consensus.", "We have not reached consensus."],
    ["I agree with this plan.", "I do not agree with this plan."],
    ["We agree that one service is enough.", "We do not agree that one service is enough."],
    ["Consensus has been reached.", "Consensus has not been reached."],
    ["I concur.", "I do not concur."],
    ["The solution is to start with one service.", "I do not think the solution is to start with one service."],
    ["Our agreed solution: start with one service.", "We have no consensus on our agreed solution."],
  ],
  es: [
    ["Hemos llegado a un consenso.", "No hemos llegado a un consenso."],
    ["Estoy de acuerdo con este plan.", "No estoy de acuerdo con este plan."],
    ["Estamos de acuerdo en que basta un servicio.", "No estamos de acuerdo en que baste un servicio."],
    ["Se ha alcanzado el consenso.", "No se ha alcanzado el consenso."],
    ["Coincido.", "No coincido."],
    ["La solución es empezar con un solo servicio.", "No creo que la solución sea empezar con un solo servicio."],
    ["Nuestra solución acordada: empezar con un servicio.", "No hay consenso sobre nuestra solución acordada."],
  ],
  zh: [
    ["我们已达成共识。", "我们没有达成共识。"],
    ["我同意这个方案。", "我不同意这个方案。"],
    ["我们一致认为一个服务就够了。", "我们并不一致认为一个服务就够了。"],
    ["共识已经达成。", "共识尚未达成。"],
    ["我赞同。", "我不赞同。"],
    ["解决方案是先从一个服务开始。", "我不认为解决方案是先从一个服务开始。"],
    ["我们商定的方案：先从一个服务开始。", "对我们商定的方案没有共识。"],
  ],
}
const no: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...["I disagree.", "We have not reached a decision.", "No consensus.", "We still need to discuss the costs."],
    ...["Further discussion needed.", "I think differently."],
  ],
  es: [
    ...["No estoy de acuerdo.", "No hemos llegado a una decisión.", "No hay consenso."],
    ...["Todavía tenemos que discutir los costes.", "Hace falta más discusión.", "Pienso de otra manera."],
  ],
  zh: [
    "我不同意。",
    "我们还没有达成决定。",
    "没有共识。",
    "我们还需要讨论成本。",
    "需要进一步讨论。",
    "我有不同的看法。",
  ],
}

const read = (text: string, code = "en") => {
  const vote = readVote({ text, language: { code } })
  return vote.reading === "unreadable" ? "asked again" : vote.hasConsensus
}

exact("615-637", "each of the thirteen indicators suffices on its own, in three languages", () => {
  for (const [code, pairs] of Object.entries(yes))
    for (const [reply] of pairs) expect(read(reply, code), reply).toBe(true)
  for (const [code, replies] of Object.entries(no))
    for (const reply of replies) expect(read(reply, code), reply).toBe(false)
})

mapped("639-642", "a negated indicator does not count as the indicator it contains", () => {
  for (const [code, pairs] of Object.entries(yes))
    for (const [, negated] of pairs) expect(read(negated, code), negated).not.toBe(true)
})

mapped(
  "639-642",
  "precedence instead of a count: a marked final line, an explicit first sentence, a lone indicator",
  () => {
    expect(read("I agree with much of this. Costs are open.\n\nMy vote: no")).toBe(false)
    expect(read("I disagree. The solution is to wait, as my partner says, and I would rather start.")).toBe(false)
    expect(read("The costs are known. We have reached consensus.")).toBe(true)
    expect(read("I agree. I disagree.")).toBe("asked again")
    expect(read("The costs are known.")).toBe("asked again")
  },
)

exact("656-672", "reads solutions in prose: the solution is, we agree on or that, our final answer is", () => {
  for (const [reply, solution] of [
    ["We have reached consensus. The solution is: start with one service.", "start with one service"],
    ["I agree. We agreed on one service with clear modules.", "one service with clear modules"],
    ["We agree that one service with clear modules is best.", "one service with clear modules is best"],
    ["I agree. Our final answer is one service with clear modules.", "one service with clear modules"],
  ] as const) {
    const vote = readVote({ text: reply, language: { code: "en" } })
    expect(vote, reply).toMatchObject({ hasConsensus: true, proposedSolution: expect.stringContaining(solution) })
  }
})
