import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { Readable, Writable } from "node:stream"
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, type StopReason } from "@agentclientprotocol/sdk"

/** An agent that behaves as its first argument says; writes refused permissions to the file in its second. */
const [behaviour = "", file = ""] = process.argv.slice(2)
const note = (text: string) => file !== "" && writeFileSync(file, text)
const never = new Promise<never>(() => setInterval(() => {}, 1_000))

const app = agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, ({ params }) => {
    note(JSON.stringify({ capabilities: params.clientCapabilities, variables: Object.keys(process.env) }))
    return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }
  })
  .onRequest(methods.agent.session.new, () => ({ sessionId: "s1" }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params
    const say = (text: string, sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" = "agent_message_chunk") =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate, content: { type: "text", text } },
      })
    const stop = (stopReason: StopReason) => ({ stopReason })
    switch (behaviour) {
      case "speak": {
        const asked = params.prompt.map((block) => (block.type === "text" ? block.text : "")).join("")
        await say("Let me think.", "agent_thought_chunk")
        await say("I was asked ")
        await say(`about ${asked.includes("heat its school") ? "the school" : "nothing"}, and I answer at length.`)
        return stop("end_turn")
      }
      case "permission": {
        const { outcome } = await client.request(methods.client.session.requestPermission, {
          sessionId,
          toolCall: { toolCallId: "c1", title: "rm -rf /", kind: "execute" },
          options: [
            { optionId: "yes", name: "Allow", kind: "allow_once" },
            { optionId: "no", name: "Reject", kind: "reject_once" },
          ],
        })
        await say(`The answer was ${JSON.stringify(outcome)}, so I only talk about it here.`)
        return stop("end_turn")
      }
      case "shell": {
        const tried = await client
          .request(methods.client.terminal.create, { sessionId, command: "sh", args: ["-c", "id"] })
          .catch((error: Error) => `refused: ${error.message}`)
        const written = await client
          .request(methods.client.fs.writeTextFile, { sessionId, path: "/etc/motd", content: "x" })
          .catch((error: Error) => `refused: ${error.message}`)
        await say(`Shell ${JSON.stringify(tried)}, file ${JSON.stringify(written)}, so I only talk.`)
        return stop("end_turn")
      }
      case "hang": {
        const child = spawn("sleep", ["1000"], { stdio: "ignore" })
        note(JSON.stringify({ pids: [process.pid, child.pid] }))
        await say("I begin ")
        return never
      }
      case "flood":
        for (;;) await say("x".repeat(100_000))
      case "die":
        await say("I begin ")
        process.stderr.write("out of memory\n")
        process.exit(3)
        break
      case "refuse":
        throw new Error("no login")
    }
    return stop("end_turn")
  })

app.connect(
  ndJsonStream(
    Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
    Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  ),
)
