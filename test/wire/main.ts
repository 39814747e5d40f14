import { parseArgs } from "node:util"
import { startWireServer } from "./server.ts"

/** Runs the wire server as a separate process: prints its address and exits when its input ends. */
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
