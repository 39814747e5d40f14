import { keep, type Language, loadTexts, phone, type Screens } from "./kit.ts"

const modelsTexts = await loadTexts("models")

const words = {
  en: {
    topic: "Do we move the office in May or in September?\nThe lease ends in June.",
    options: ["In May", "In September"],
    stages: "At once or in stages?",
    connect: "Connect Bot",
    trip: "Where should the summer trip go?",
    project: { name: "Move the office", description: "We move in May." },
    first: "What do we do first?",
    desks: "Which desk goes where?",
    found: "desk",
    asked: "Who knows the invoice format?",
  },
  es: {
    topic: "¿Mudamos la oficina en mayo o en septiembre?\nEl contrato termina en junio.",
    options: ["En mayo", "En septiembre"],
    stages: "¿De una vez o por etapas?",
    connect: "Conectar a Bot",
    trip: "¿Adónde vamos en verano?",
    project: { name: "Mudar la oficina", description: "Nos mudamos en mayo." },
    first: "¿Qué hacemos primero?",
    desks: "¿Qué mesa va dónde?",
    found: "mesa",
    asked: "¿Quién conoce el formato de las facturas?",
  },
  zh: {
    topic: "办公室五月搬还是九月搬？\n租约六月到期。",
    options: ["五月", "九月"],
    stages: "一次完成还是分阶段？",
    connect: "连接Bot",
    trip: "夏季旅行去哪里？",
    project: { name: "搬办公室", description: "我们五月搬家。" },
    first: "先做什么？",
    desks: "桌子怎么摆？",
    found: "桌子",
    asked: "谁了解发票格式？",
  },
} as const

interface Made {
  readonly discussion: { readonly id: string }
  readonly agent: { readonly id: string }
  readonly project: { readonly id: string }
}

/** Screenshots of the other pages: home, composer, providers, people, projects, squad, search and administration. */
export async function takePageScreens({ call, ended, openPage, closePages }: Screens, language: Language) {
  const { topic, options, stages, connect, trip, project, first, desks, found, asked } = words[language]
  const discuss = async (body: object) =>
    (await call<Made>("/discussions", { ...body, language, record: false })).discussion.id

  const home = await openPage("/", language)
  await home.getByText(/token/).waitFor()
  await keep(home, "first-look", language)
  await home.locator("textarea").first().fill(topic)
  await home.locator("textarea").nth(1).fill(options.join("\n"))
  await home.getByRole("radio").nth(3).check({ force: true })
  await home.getByText("Elm", { exact: true }).waitFor()
  await home.getByText(/200 .*token/).waitFor()
  await home.evaluate("scrollTo(0, 330)")
  await keep(home, "composer", language)

  const models = await openPage("/models", language)
  await models.getByRole("button", { name: modelsTexts[language].setUp.addKey }).first().click()
  await models.getByRole("dialog").locator("input").first().waitFor()
  await keep(models, "providers", language)
  const admin = await openPage("/admin", language)
  await admin.locator("form input").first().waitFor()
  await keep(admin, "admin", language)
  const wrong = await openPage("/", language, phone)
  await wrong.locator("textarea").first().fill(stages)
  await wrong.locator("textarea").nth(1).fill(options[0])
  await wrong.keyboard.press("Control+Enter")
  await wrong.locator("[aria-invalid=true]").waitFor()
  await keep(wrong, "wording-phone", language)

  const people = [
    { name: "Maria", kind: "human" },
    { name: "Juan", kind: "human" },
    { name: "Cedar", model: "rehearsal/warm" },
    { name: "Bot", kind: "external" },
  ]
  const open = await discuss({
    ...{ format: "panel", topic: stages, seats: people },
    options: { rounds: 1, order: "parallel" },
  })
  const seated = await openPage(`/discussions/${open}`, language)
  await seated.locator("article#t3").getByText("rehearsal/warm").waitFor()
  await seated.getByRole("button", { name: connect }).click()
  await seated.getByRole("dialog").locator("pre, code").first().waitFor()
  await keep(seated, "connect-agent", language)
  await seated.keyboard.press("Escape")
  await seated.getByRole("combobox").filter({ hasText: "Maria" }).first().selectOption("maria")
  await seated.getByRole("textbox", { name: /Maria/ }).waitFor()
  await keep(seated, "identity", language)
  const council = await discuss({
    ...{ table: "council", topic: trip },
    seats: [
      { name: "Quillon", role: "member" },
      { name: "Vesper", role: "member" },
      { name: "Maria", role: "member", kind: "human" },
      { name: "Juan", role: "member", kind: "human" },
      { name: "Chair", role: "chair" },
    ],
  })
  const outside = await openPage(`/discussions/${council}`, language)
  await outside.locator("article#t4").getByText("P", { exact: false }).first().waitFor()
  await keep(outside, "hidden-names", language)

  const agentIds: string[] = []
  for (const [name, model] of Object.entries({ Mara: "bold", Leo: "curious", Sol: "sceptic" })) {
    const body = { name, systemPrompt: `You are ${name}.`, modelConfig: { model: `rehearsal/${model}` } }
    agentIds.push((await call<Made>("/agents", body)).agent.id)
  }
  const roles = ["manager", "leader", "specialist"]
  const participants = [
    { role: "user", sequenceOrder: 0 },
    ...agentIds.map((agentId, index) => ({ role: roles[index], agentId, sequenceOrder: index + 1 })),
  ]
  const { id: projectId } = (await call<Made>("/projects", { ...project, participants })).project
  await discuss({ projectId, topic: first })
  await ended(await discuss({ projectId, topic: desks, format: "duet", options: { rounds: 2 } }))
  const held = await openPage(`/projects/${projectId}`, language)
  await held.getByText(desks).waitFor()
  await keep(held, "project", language)
  const begun = await openPage(`/projects/${projectId}/new`, language)
  await begun.locator("textarea").first().waitFor()
  await keep(begun, "project-new", language)
  const search = await openPage("/models", language)
  await search.keyboard.press("Control+k")
  await search.locator("dialog[open] input[type=search]:focus").waitFor()
  await search.keyboard.type(found)
  await search.locator("dialog[open] mark").first().waitFor()
  await keep(search, "search", language)
  const squad = await openPage("/chat", language, phone)
  await squad.locator("textarea").last().fill(asked)
  await keep(squad, "squad-phone", language)
  await closePages()
}
