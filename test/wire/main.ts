import { parseArgs } from "node:util"
import { startWireServer } from "./server.ts"

/** The wire server as a process of its own: prints its address, lives until its input ends. */
const { values } = parseArgs({
  options: { port: { type: "string" }, pace: { type: "string" }, answer: { type: "string" } },
})
const server = await startWireServer({
  ...(values.port !== undefined && { port: Number(values.port) }),
  ...(values.pace !== undefined && { paceMs: Number(values.pace) }),
  ...(values.answer !== undefined && { answer: values.answer }),
})
console.log(server.url)
process.stdin.on("close", () => server.close()).resume()
