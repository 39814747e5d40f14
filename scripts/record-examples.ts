import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { conclave } from "../src/index.ts"

/** Records the discussions that the empty home page offers: rehearsal models, unedited. */
const texts = join(import.meta.dirname, "../web/src/texts")

const names = {
  en: ["Ash", "Birch", "Cedar", "Elm"],
  es: ["Ana", "Bruno", "Carla", "Diego"],
  zh: ["小林", "小周", "小陈", "小吴"],
}

const examples = {
  duet: {
    format: "duet",
    topics: {
      en: "Should a small team begin with one service or with several?",
      es: "¿Debe un equipo pequeño empezar con un solo servicio o con varios?",
      zh: "小团队应该从一个服务开始，还是从多个服务开始？",
    },
    seats: ["steady", "curious"],
    more: { options: { rounds: 5 } },
  },
  assembly: {
    format: "assembly",
    topics: {
      en: "Which day should nobody hold meetings on?",
      es: "¿Qué día no debería tener reuniones nadie?",
      zh: "哪一天应该谁都不开会？",
    },
    seats: ["bold", "warm", "sceptic", "curious"],
    choices: {
      en: ["Monday", "Wednesday", "Friday"],
      es: ["lunes", "miércoles", "viernes"],
      zh: ["周一", "周三", "周五"],
    },
    more: { options: { rounds: 3 } },
  },
  hive: {
    format: "hive",
    topics: {
      en: "How do we keep meetings from filling every calendar?",
      es: "¿Cómo evitamos que las reuniones llenen todos los calendarios?",
      zh: "怎样才能不让会议占满每个人的日程？",
    },
    seats: ["bold", "steady", "sceptic", "warm"],
    roles: ["divergent", "convergent", "critical", "queen"],
    more: { options: { rounds: 2 } },
  },
} as const

for (const [name, { format, topics, seats, more, ...rest }] of Object.entries(examples)) {
  for (const [language, topic] of Object.entries(topics)) {
    const options = "choices" in rest ? rest.choices[language as keyof typeof topics] : undefined
    const run = conclave({ env: {} }).discuss({
      ...{ format, topic, language, seed: 1, ...more },
      seats: seats.map((model, place) => ({
        name: names[language as keyof typeof names][place]!,
        model: `rehearsal/${model}`,
        ...("roles" in rest && { role: rest.roles[place]! }),
      })),
      ...(options && { decision: { protocol: "plurality", options: [...options] } }),
    })
    const events: unknown[] = []
    for await (const event of run) if (event.type !== "turn_chunk") events.push(event)
    const { sentence } = await run.outcome
    const folder = join(texts, language, "recordings")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(events)}\n`)
    console.log(`${name}.${language}: ${events.length} events. ${sentence}`)
  }
}
