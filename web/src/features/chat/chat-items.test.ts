import { expect, test } from "vitest"
import type { ChatMessage, SquadPrompt } from "../../api/squad.ts"
import { toChatItems } from "./chat-items.ts"
import { emptyFilter, filterChatItems } from "./filter-items.ts"

const at = (seq: number) => new Date(seq * 1_000).toISOString()
const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `m${seq}`,
  seq,
  agent_name: "Kim",
  message: "Hello",
  is_human: false,
  task_ref: null,
  discussion_prompt_id: null,
  message_type: "message",
  model_id: null,
  created_at: at(seq),
  ...rest,
})
const prompt = (id: string, seq: number, rest: Partial<SquadPrompt> = {}) =>
  ({
    id,
    seq,
    requester_agent: "planner",
    prompt_message: "Drop Node 20?",
    status: "pending",
    mentions: [],
    collected_context: [],
    created_at: at(seq),
    ...rest,
  }) as unknown as SquadPrompt

const squad = {
  messages: [
    message(2, { discussion_prompt_id: "p1", message_type: "discussion_prompt" }),
    message(3),
    message(4, { discussion_prompt_id: "p1", message_type: "discussion_response", agent_name: "Ann", message: "Yes" }),
    message(5, { discussion_prompt_id: "p0", message_type: "discussion_response", agent_name: "Bo" }),
  ],
  prompts: new Map([
    ["p0", prompt("p0", 1, { status: "resolved", mentions: ["Long Name"] })],
    ["p1", prompt("p1", 2)],
    ["p9", prompt("p9", 0, { status: "timed_out" })],
  ]),
  older: null,
  seq: 5,
}
const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

test("threads appear where their prompt was posted, with their replies", () => {
  const items = toChatItems(squad, false)
  expect(ids(items)).toEqual(["p0", "p1", "m3"])
  expect(items[1]).toMatchObject({ isWhole: true, replies: [{ id: "m4" }] })
  expect(items[0]).toMatchObject({ isWhole: false, replies: [{ id: "m5" }] })
})

test("a prompt filter also finds prompts without loaded messages", () => {
  expect(ids(filterChatItems(toChatItems(squad, true), { ...emptyFilter, status: "timed_out" }))).toEqual(["p9"])
  expect(ids(filterChatItems(toChatItems(squad, true), { ...emptyFilter, status: "open" }))).toEqual(["p1"])
  expect(ids(filterChatItems(toChatItems(squad, false), { ...emptyFilter, status: "messages" }))).toEqual(["m3"])
})

test("agents are found as asker, responder or mentioned agent, ignoring case", () => {
  const items = toChatItems(squad, false)
  expect(ids(filterChatItems(items, { ...emptyFilter, agent: "ANN " }))).toEqual(["p1"])
  expect(ids(filterChatItems(items, { ...emptyFilter, agent: "long  name" }))).toEqual(["p0"])
  expect(ids(filterChatItems(items, { ...emptyFilter, mine: "kim" }))).toEqual(["m3"])
})

test("a search matches if the prompt and its answers contain every word", () => {
  const items = toChatItems(squad, false)
  expect(ids(filterChatItems(items, { ...emptyFilter, text: "node YES" }))).toEqual(["p1"])
  expect(ids(filterChatItems(items, { ...emptyFilter, text: "node maybe" }))).toEqual([])
})
