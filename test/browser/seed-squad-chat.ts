import type { PageRig } from "./page-rig.ts"

const seeded = new WeakSet<PageRig>()

/** A squad chat with a prompt in every state. */
export async function seedSquadChat(rig: PageRig): Promise<void> {
  if (seeded.has(rig)) return
  seeded.add(rig)
  const say = (agent_name: string, message: string, is_human = false) =>
    rig.call("POST", "/api/v1/chat", { agent_name, message, is_human })
  const ask = async (requester_agent: string, prompt_message: string, rest: object): Promise<string> =>
    (await rig.call("POST", "/api/discussion", { requester_agent, prompt_message, ...rest })).prompt.id
  const answer = (id: string, agent_name: string, message: string) =>
    rig.call("POST", `/api/discussion/${id}`, { agent_name, message })

  await say("Kim", "Morning. The release branch is cut, everything before `v2.4` is frozen.", true)
  const drop = await ask(
    "planner",
    "@reviewer @tester: can we drop **Node 20** with this release? CI still runs it on three jobs:\n\n- `unit`\n- `storage`\n- `e2e`",
    { task_id: "REL-214" },
  )
  await answer(drop, "reviewer", "Yes, from May on. Node 20 has reached the end of its life by then.")
  await answer(
    drop,
    "tester",
    "Agreed, with one condition: keep the `e2e` job for one more release.\n\n```yaml\nmatrix:\n  node: [22, 24]\n```",
  )
  await ask("docs-bot", "Which of the two changelog formats do we keep?", {
    required_responses: 3,
    timeout_minutes: 0.001,
  })
  await say("deployer", "Staging is on `4f1c2ab`. Smoke tests green.")
  const backfill = await ask("migrator", "Is the backfill of `squad_chat` safe while the server is up?", {})
  await rig.call("PATCH", `/api/discussion/${backfill}`, { action: "cancel" })
  const stream = await ask(
    "debugger",
    "The stream test fails once in about 40 runs, always after a reconnect. @Kim @reviewer: have you seen the id repeat in `Last-Event-ID` before?\n\n> expected 12, got 11",
    { required_responses: 3, timeout_minutes: 12 },
  )
  await answer(stream, "reviewer", "Once, when a proxy held back the last chunk. Comment lines must not move the id.")
  await answer(stream, "debugger", "No proxy here, it is a bare socket.")
}
