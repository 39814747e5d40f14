/**
 * A bot for a team chat with webhooks, like Slack: the chat posts a signed message; the bot answers at once, lets a
 * table discuss it, and posts the outcome to the channel.
 */
import assert from "node:assert/strict"
import { createHmac, timingSafeEqual } from "node:crypto"
import { conclave, writeMarkdown } from "conclave"
import { Hono } from "hono"

const secret = "the chat's signing secret"
const table = conclave()
const maxAgeSeconds = 300

interface Message {
  readonly text: string
  /** Where to post the answer; the chat sends a new one with each message. */
  readonly replyUrl: string
}

function isSigned(headers: Headers, body: string): boolean {
  const sentAt = Number(headers.get("x-chat-timestamp"))
  if (!(Math.abs(Date.now() / 1_000 - sentAt) < maxAgeSeconds)) return false
  const expected = Buffer.from(createHmac("sha256", secret).update(`${sentAt}:${body}`).digest("hex"))
  const given = Buffer.from(headers.get("x-chat-signature") ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function discuss({ text, replyUrl }: Message): Promise<void> {
  const run = table.discuss({
    format: "hive",
    topic: text,
    options: { rounds: 1 },
    budget: { dollars: 0.5, seconds: 300 },
  })
  const { sentence, solution } = await run.outcome
  const reply = { text: `${sentence}\n\n${solution ?? ""}`, attachment: writeMarkdown(run.state) }
  await send(replyUrl, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(reply) })
}

const bot = new Hono()
bot.post("/messages", async (context) => {
  const body = await context.req.text()
  if (!isSigned(context.req.raw.headers, body)) return context.text("not signed by the chat", 401)
  // Chats only wait a few seconds, so answer now and discuss in the background.
  void discuss(JSON.parse(body) as Message).catch(console.error)
  return context.text("They are discussing it.")
})

// Stands in for a real chat.
const posted = Promise.withResolvers<{ text: string; attachment: string }>()
const send = async (url: string, init: RequestInit): Promise<void> => {
  assert.equal(url, "https://chat.example/reply/1")
  posted.resolve(JSON.parse(String(init.body)))
}
const body = JSON.stringify({ text: "Should we ship on Fridays?", replyUrl: "https://chat.example/reply/1" })
const sentAt = String(Math.floor(Date.now() / 1_000))
const signature = createHmac("sha256", secret).update(`${sentAt}:${body}`).digest("hex")
const headers = { "x-chat-timestamp": sentAt, "x-chat-signature": signature }
const answered = await bot.request("/messages", { method: "POST", headers, body })
assert.equal(await answered.text(), "They are discussing it.")
const forged = await bot.request("/messages", { method: "POST", headers, body: body.replace("Fridays", "Sundays") })
assert.equal(forged.status, 401)
const { text, attachment } = await posted.promise
assert.ok(text.length > 0 && attachment.includes("Should we ship on Fridays?"))
console.log(text)
