import { execFileSync } from "node:child_process"
import { rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { scriptedModel } from "../src/testing/index.ts"
import { ControlledModel } from "../test/browser/controlled-model.ts"
import { launchBrowser } from "../test/browser/launch-browser.ts"
import { startPageServer } from "../test/browser/page-server.ts"
import { buildPage } from "../test/support/build-page.ts"

/**
 * Takes the screens of a discussion's page in every language, as docs/screenshots/README.md shows them:
 * `node scripts/take-screens.ts`, by hand, with Chromium, a Chinese font and cwebp. The server and the page are the real
 * ones; rehearsal models speak, and scripted ones where a screen is about what a model rarely does.
 */
const folder = join(import.meta.dirname, "../docs/screenshots")
const maxBytes = 80_000
const screen = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

const formula = "$$\\bar t = h\\,t_h + (1-h)\\,t_m$$"
const code = "```ts\nconst hit = store.get(key)\nif (hit) return hit.value\n```"
const languages = {
  en: {
    locale: "en-GB",
    theme: "light",
    topic: "Which database should a new product begin with?",
    options: ["SQLite", "PostgreSQL", "a hosted service"],
    rendered: `With hit rate $h$, a hit costs $t_h$ and a miss $t_m$:\n\n${formula}\n\n${code}\n\n| cache | hit rate | median |\n|---|---:|---:|\n| none | 0% | 48 ms |\n| in process | 61% | 19 ms |\n| shared | 88% | 7 ms |`,
    renderedTopic: "When does a cache pay for itself?",
    thought: "They ask for a figure. I have the hit rate and both times, so an average will do.",
    liveTopic: "What do we ship first?",
    said: "The login page, since nobody gets past it.",
  },
  es: {
    locale: "es-ES",
    theme: "dark",
    topic: "¿Con qué base de datos debería empezar un producto nuevo?",
    options: ["SQLite", "PostgreSQL", "un servicio alojado"],
    rendered: `Con tasa de aciertos $h$, un acierto cuesta $t_h$ y un fallo $t_m$:\n\n${formula}\n\n${code}\n\n| caché | aciertos | mediana |\n|---|---:|---:|\n| ninguna | 0 % | 48 ms |\n| en el proceso | 61 % | 19 ms |\n| compartida | 88 % | 7 ms |`,
    renderedTopic: "¿Cuándo se amortiza una caché?",
    thought: "Piden una cifra. Tengo la tasa de aciertos y ambos tiempos: basta con una media.",
    liveTopic: "¿Qué entregamos primero?",
    said: "La página de inicio de sesión, porque nadie pasa de ella.",
  },
  zh: {
    locale: "zh-CN",
    theme: "light",
    topic: "新产品应该从哪种数据库开始？",
    options: ["SQLite", "PostgreSQL", "托管服务"],
    rendered: `命中率为 $h$，一次命中耗时 $t_h$，一次未命中耗时 $t_m$：\n\n${formula}\n\n${code}\n\n| 缓存 | 命中率 | 中位数 |\n|---|---:|---:|\n| 无 | 0% | 48 ms |\n| 进程内 | 61% | 19 ms |\n| 共享 | 88% | 7 ms |`,
    renderedTopic: "缓存什么时候能收回成本？",
    thought: "他们要一个数字。命中率和两种耗时都有，取平均即可。",
    liveTopic: "我们先交付什么？",
    said: "登录页，因为没有人能越过它。",
  },
} as const
type Language = keyof typeof languages

/** The page's own words. They are typed for browsers, so nothing here knows their types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const load = (file: string): Promise<any> => import(`../web/src/features/${file}.ts`)
const { continueTexts } = await load("discussion/continue-texts")
const { discussionTexts } = await load("discussion/texts/index")
const { historyTexts } = await load("history/texts/index")

const puppet = new ControlledModel("screens/live")
const writers = (Object.keys(languages) as Language[]).map((language) =>
  scriptedModel({
    id: `screens/${language}`,
    replies: () => ({ chunks: [languages[language].rendered], reasoning: languages[language].thought }),
  }),
)
buildPage()
const server = await startPageServer({ own: [puppet, ...writers], workers: 2 }, console.error)
const browser = await launchBrowser()

async function call(path: string, body?: unknown) {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) }
  const response = await fetch(`${server.url}/api/v1/discussions${path}`, init)
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { discussion: { id: string } }).discussion.id
}

async function ended(body: unknown, path = ""): Promise<string> {
  const id = await call(path, body)
  await (await fetch(`${server.url}/api/v1/discussions/${id}/events`)).text()
  return id
}

async function openPage(path: string, language: Language, viewport = screen): Promise<Page> {
  const { locale, theme } = languages[language]
  const context = await browser.newContext({ viewport, locale, colorScheme: theme, reducedMotion: "reduce" })
  const page = await context.newPage()
  await page.goto(`${server.url}${path}`)
  await page.locator("h1").waitFor({ state: "attached" })
  if (viewport === screen && path.startsWith("/discussions")) await page.locator("#history a").first().waitFor()
  await page.evaluate("document.fonts.ready.then(() => 0)")
  return page
}

async function keep(page: Page, name: string, language: Language): Promise<void> {
  const path = join(folder, `${name}-${language}`)
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
  await page.screenshot({ path: `${path}.png`, animations: "disabled" })
  execFileSync("cwebp", ["-quiet", "-near_lossless", "40", `${path}.png`, "-o", `${path}.webp`])
  rmSync(`${path}.png`)
  const { size } = statSync(`${path}.webp`)
  if (size > maxBytes) throw new Error(`${name}-${language}.webp has ${size} bytes: show less`)
  console.log(`docs/screenshots/${name}-${language}.webp: ${Math.round(size / 1_000)} KB`)
}

const scrollTo = (page: Page, selector: string) =>
  page.evaluate(`document.querySelector("${selector}").scrollIntoView()`)

async function takeScreens(language: Language): Promise<void> {
  const { topic, options, renderedTopic, liveTopic, said } = languages[language]
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
  const words = await openPage(`/discussions/${rendered}`, language)
  await words.getByRole("button", { name: texts.turn.more("Ash") }).click()
  await words.getByRole("menuitem", { name: goOn.reasoning }).click()
  await words.locator("article details").waitFor()
  await words.locator("article math").first().waitFor()
  await scrollTo(words, "article")
  await keep(words, "rendering", language)

  const live = [1, 2].map((place) => ({ name: ["Ann", "Ben"][place - 1], model: "screens/live" }))
  const running = await call("", { format: "panel", topic: liveTopic, language, seats: live, options: { rounds: 2 } })
  const status = await openPage(`/discussions/${running}`, language)
  await status.locator("article#t1").getByText(/\d/).first().waitFor()
  puppet.say(said)
  await status.getByText(said).waitFor()
  await call(`/${running}/pause`)
  await status.getByTestId("status").first().filter({ hasText: texts.pill.pausing }).waitFor()
  await keep(status, "status", language)
  const small = await openPage(`/discussions/${running}`, language, phone)
  await small.getByText(said).waitFor()
  await keep(small, "phone", language)
  await call(`/${running}/abort`)
  const stopped = await openPage(`/discussions/${running}`, language)
  await stopped.locator("article#t1").getByText(texts.turn.cut).waitFor()
  await keep(stopped, "stopped", language)
  for (const context of browser.contexts()) await context.close()
}

try {
  for (const language of Object.keys(languages) as Language[]) await takeScreens(language)
} finally {
  await browser.close()
  await server.close()
}
