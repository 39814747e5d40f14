import { conclave, type DiscussionInput, type DiscussionState } from "conclave"
import { describe, expect, test } from "vitest"
import { stableMarkdown as writeMarkdown } from "./support.ts"

const duet = (topic: string, language: string): DiscussionInput => ({
  format: "duet",
  topic,
  language,
  seats: [
    { name: "Ada", model: "rehearsal/bold" },
    { name: "Lin", model: "rehearsal/curious" },
  ],
  seed: 42,
})

/** Whole discussions as a reader gets them. Review each change before accepting it. */
const discussions: Readonly<Record<string, DiscussionInput>> = {
  "duet-en": duet("Should a small team begin with one service or with several?", "en"),
  "duet-es": duet("¿Conviene empezar con un servicio o con varios?", "es"),
  "duet-zh": duet("小团队应该先做一个服务还是多个服务？", "zh"),
  "hive-en": { format: "hive", topic: "How can a library of 300 members stay open in the evenings?", seed: 7 },
  "hive-es": {
    format: "hive",
    topic: "¿Cómo puede una biblioteca pequeña abrir por las tardes?",
    language: "es",
    seed: 8,
  },
  "panel-en": { format: "panel", topic: "Plan the move to the new office", seed: 3 },
  "assembly-en": {
    format: "assembly",
    topic: "Which rule should divide the prize money?",
    decision: { options: ["Equal shares", "A floor for everyone, then by merit", "By merit alone"] },
    seed: 11,
  },
  "assembly-zh": { format: "assembly", topic: "社区花园应该如何分配地块？", language: "zh", seed: 5 },
}

async function play(input: DiscussionInput): Promise<DiscussionState> {
  const run = conclave().discuss(input)
  await run.outcome
  return run.state
}

describe("golden transcripts", () => {
  test.each(Object.entries(discussions))(
    "%s, with the same result twice [models.rehearsal] [hive.transcript]",
    async (name, input) => {
      const state = await play(input)
      const text = writeMarkdown(state)
      expect(writeMarkdown(await play(input))).toBe(text)
      await expect(text).toMatchFileSnapshot(`../golden/${name}.md`)
    },
  )

  test("a transcript has the topic, numbered rounds, speakers and the total at the end [hive.transcript]", async () => {
    const state = await play(discussions["hive-en"]!)
    const lines = writeMarkdown(state).trimEnd().split("\n")
    expect(lines[0]).toBe("# How can a library of 300 members stay open in the evenings?")
    for (const { number, contributions } of state.rounds) {
      expect(lines).toContain(`## Round ${number}: ${contributions} contribution${contributions === 1 ? "" : "s"}`)
    }
    for (const seat of state.seats) expect(lines.some((line) => line.startsWith(`**${seat.name}** · t`))).toBe(true)
    const total = state.rounds.reduce((sum, round) => sum + round.contributions, 0)
    expect(lines.at(-1)).toBe(`*In total: ${total} contributions in ${state.rounds.length} rounds.*`)
  })

  test("the text of rehearsal models is marked as rehearsal, at the top and in each turn [models.rehearsal-marked]", async () => {
    for (const input of Object.values(discussions)) {
      const state = await play(input)
      for (const turn of state.turns) expect(turn.modelId).toMatch(/^rehearsal\//)
      expect(writeMarkdown(state).split("\n")[2]).toMatch(/Rehearsal|Ensayo|排练/)
    }
  })

  test("rehearsal models pass, agree, disagree, need retries, and vote in blocks, objects and prose [models.rehearsal-reacts]", async () => {
    const readings = new Set<string>()
    const seen = { passes: 0, retries: 0, agreed: 0, apart: 0 }
    for (let seed = 0; seed < 40; seed++) {
      for (const format of ["duet", "hive", "assembly"] as const) {
        const models = ["rehearsal/sceptic", "rehearsal/warm", ...(format === "duet" ? [] : ["rehearsal/terse"])]
        const run = conclave().discuss({
          format,
          topic: "Should we rewrite it or mend it?",
          seats: models.map((model) => ({ model })),
          seed,
          options: { rounds: 5 },
        })
        run.on("turn_retried", () => seen.retries++)
        await run.outcome
        seen.passes += run.state.turns.filter((turn) => turn.passed).length
        for (const vote of run.state.ballots.flatMap((ballot) => ballot.votes)) readings.add(vote.reading)
        if (format === "duet") run.state.outcome!.agreed ? seen.agreed++ : seen.apart++
      }
    }
    expect([...readings].toSorted()).toEqual(expect.arrayContaining(["inferred", "markers", "structured"]))
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([])
  })
})
