import type { Page } from "playwright-core"
import { scriptedModel } from "../../src/testing/index.ts"
import { ControlledModel } from "../../test/browser/controlled-model.ts"
import { keep, type Language, languages, loadTexts, phone, type Screens } from "./kit.ts"

interface Started {
  readonly discussion: { readonly id: string }
}

const formula = "$$\\bar t = h\\,t_h + (1-h)\\,t_m$$"
const code = "```ts\nconst hit = store.get(key)\nif (hit) return hit.value\n```"
const words = {
  en: {
    topic: "Which database should a new product begin with?",
    options: ["SQLite", "PostgreSQL", "a hosted service"],
    rendered: `With hit rate $h$, a hit costs $t_h$ and a miss $t_m$:\n\n${formula}\n\n${code}\n\n| cache | hit rate | median |\n|---|---:|---:|\n| none | 0% | 48 ms |\n| in process | 61% | 19 ms |\n| shared | 88% | 7 ms |`,
    renderedTopic: "When does a cache pay for itself?",
    thought: "They ask for a figure. I have the hit rate and both times, so an average will do.",
    liveTopic: "What do we ship first?",
    said: "The login page, since nobody gets past it.",
  },
  es: {
    topic: "¿Con qué base de datos debería empezar un producto nuevo?",
    options: ["SQLite", "PostgreSQL", "un servicio alojado"],
    rendered: `Con tasa de aciertos $h$, un acierto cuesta $t_h$ y un fallo $t_m$:\n\n${formula}\n\n${code}\n\n| caché | aciertos | mediana |\n|---|---:|---:|\n| ninguna | 0 % | 48 ms |\n| en el proceso | 61 % | 19 ms |\n| compartida | 88 % | 7 ms |`,
    renderedTopic: "¿Cuándo se amortiza una caché?",
    thought: "Piden una cifra. Tengo la tasa de aciertos y ambos tiempos: basta con una media.",
    liveTopic: "¿Qué entregamos primero?",
    said: "La página de inicio de sesión, porque nadie pasa de ella.",
  },
  zh: {
    topic: "新产品应该从哪种数据库开始？",
    options: ["SQLite", "PostgreSQL", "托管服务"],
    rendered: `命中率为 $h$，一次命中耗时 $t_h$，一次未命中耗时 $t_m$：\n\n${formula}\n\n${code}\n\n| 缓存 | 命中率 | 中位数 |\n|---|---:|---:|\n| 无 | 0% | 48 ms |\n| 进程内 | 61% | 19 ms |\n| 共享 | 88% | 7 ms |`,
    renderedTopic: "缓存什么时候能收回成本？",
    thought: "他们要一个数字。命中率和两种耗时都有，取平均即可。",
    liveTopic: "我们先交付什么？",
    said: "登录页，因为没有人能越过它。",
  },
} as const

const continueTexts = await loadTexts("continue")
const discussionTexts = await loadTexts("discussion")
const historyTexts = await loadTexts("history")

const puppet = new ControlledModel("screens/live")
/** Scripted models for what rehearsal models rarely do: formulas, reasoning, and text at the right moment. */
export const discussionModels = [
  puppet,
  ...languages.map((language) =>
    scriptedModel({
      id: `screens/${language}`,
      replies: () => ({ chunks: [words[language].rendered], reasoning: words[language].thought }),
    }),
  ),
]

const scrollTo = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector("${selector}").scrollIntoView()`)

/** Screenshots of a discussion: outcome, positions, map, replay, forks, history, and live turns. */
export async function takeDiscussionScreens(screens: Screens, language: Language): Promise<void> {
  const { openPage } = screens
  const start = async (body: unknown, path = "") =>
    (await screens.call<Started>(`/discussions${path}`, body)).discussion.id
  const ended = async (body: unknown, path?: string) => screens.ended(await start(body, path))
  const { topic, options, renderedTopic, liveTopic, said } = words[language]
  const [texts, goOn, history] = [discussionTexts[language], continueTexts[language], historyTexts[language]]
  const seats = ["bold", "sceptic", "warm", "curious"].map((temper, place) => ({
    name: ["Ash", "Birch", "Cedar", "Elm"][place],
    model: `rehearsal/${temper}`,
  }))
  const decision = { protocol: "plurality", options }
  const id = await ended({ format: "assembly", topic, language, seed: 22, seats, options: { rounds: 3 }, decision })
  const fork = await ended({ atTurn: "t4", changes: { seed: 5 } }, `/${id}/fork`)
  const parallel = await ended({ table: "council", topic, language, seed: 5 })
  const model = `screens/${language}`
  const rendered = await ended({
    ...{ format: "panel", topic: renderedTopic, language, options: { rounds: 1 }, record: false },
    seats: [{ name: "Ash", model }],
  })

  const page = await openPage(`/discussions/${id}`, language)
  await page.getByRole("region", { name: texts.outcome.label }).waitFor()
  await keep(page, "answer-first", language)
  await page.getByLabel(texts.goOn.label).scrollIntoViewIfNeeded()
  await keep(page, "continue", language)
  await scrollTo(page, "#views")
  await page.locator("article#t2").waitFor()
  await keep(page, "positions", language)
  await page.getByRole("tab").nth(1).click()
  await page.getByRole("img", { name: texts.positions.map }).waitFor()
  await scrollTo(page, "#views")
  await keep(page, "argument-map", language)
  await page.getByRole("tab").first().click()
  await page.getByRole("button", { name: texts.replay.open, exact: true }).click()
  await page.getByRole("button", { name: texts.replay.pause, exact: true }).click()
  const slider = page.getByRole("slider")
  await slider.fill(String(Math.round(Number(await slider.getAttribute("max")) / 2)))
  await keep(page, "replay", language)
  await page.getByRole("button", { name: texts.replay.close }).click()
  await page.getByRole("button", { name: texts.actions.fork, exact: true }).click()
  await page.getByRole("dialog").getByText(goOn.rules).waitFor()
  await keep(page, "fork", language)
  await page.keyboard.press("Escape")
  await page.getByLabel(history.search).fill("SQLite")
  await page.locator("aside mark").first().waitFor()
  await page.evaluate("scrollTo(0, 0)")
  await keep(page, "history", language)
  await page.context().close()

  const compared = await openPage(`/compare?ids=${id},${fork}`, language)
  await compared.locator("section article").first().waitFor()
  await keep(compared, "compare", language)
  const columns = await openPage(`/discussions/${parallel}`, language)
  await scrollTo(columns, "#views")
  await columns.locator("article#t4").waitFor()
  await keep(columns, "parallel", language)
  const formulas = await openPage(`/discussions/${rendered}`, language)
  await formulas.getByRole("button", { name: texts.turn.more("Ash") }).click()
  await formulas.getByRole("menuitem", { name: goOn.reasoning }).click()
  await formulas.locator("article details").waitFor()
  await formulas.locator("article math").first().waitFor()
  await scrollTo(formulas, "article")
  await keep(formulas, "rendering", language)

  const live = [1, 2].map((place) => ({ name: ["Ann", "Ben"][place - 1], model: "screens/live" }))
  const running = await start({ format: "panel", topic: liveTopic, language, seats: live, options: { rounds: 2 } })
  const status = await openPage(`/discussions/${running}`, language)
  await status.locator("article#t1").getByText(/\d/).first().waitFor()
  puppet.say(said)
  await status.getByText(said).waitFor()
  await start({}, `/${running}/pause`)
  await status.getByTestId("status").first().filter({ hasText: texts.pill.pausing }).waitFor()
  await keep(status, "status", language)
  const small = await openPage(`/discussions/${running}`, language, phone)
  await small.getByText(said).waitFor()
  await keep(small, "phone", language)
  await start({}, `/${running}/abort`)
  const stopped = await openPage(`/discussions/${running}`, language)
  await stopped.locator("article#t1").getByText(texts.turn.cut).waitFor()
  await keep(stopped, "stopped", language)
  await screens.closePages()
}
