import OpenAI from "openai"
import type { Model } from "../../src/ports/model.ts"
import type { ServerOptions } from "../../src/server/index.ts"
import { type ScriptedReply, scriptedModel } from "../../src/testing/index.ts"
import { type Listening, listen, type Rig, rig } from "./server-rig.ts"

interface OpenAiServer extends Rig {
  readonly url: string
  readonly openai: OpenAI
}

const open: Listening[] = []

/** A server on a real port with the official client. */
export async function openAiServer(
  models: readonly Model[] = [],
  options: Partial<ServerOptions> = {},
): Promise<OpenAiServer> {
  const own = rig(options, models)
  const listening = await listen(own)
  open.push(listening)
  const { url } = listening
  return { ...own, url, openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: "unused", maxRetries: 0 }) }
}

export async function closeServers(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()))
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const words: readonly ScriptedReply[] = ["Tea is calmer.", "Coffee is faster.", "Tea, then.", "Drink tea."]

/** A hive of two seats and a queen, who writes the answer. */
export function teaTable(replies = words) {
  const model = scriptedModel({ id: "test/talker", replies })
  return {
    model,
    conclave: {
      seats: [{ name: "Ann" }, { name: "Bo" }, { name: "Queen", role: "queen" }],
      models: ["test/talker"],
      options: { rounds: 1, smartTermination: false },
    },
  }
}

/** Fields that OpenAI's own types lack. */
export const extra = (conclave: object): object => ({ conclave })
