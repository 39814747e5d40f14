/** Mounts the HTTP API below a path of an Express app and calls it with the typed client. */
import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { embeddedServices } from "conclave"
import { createClient } from "conclave/client"
import { createServer } from "conclave/server"
// @ts-expect-error: its types are in another package, @types/express
import express from "express"

const services = embeddedServices() // openServices({ data: ".conclave" }) stores discussions
// Add your host name, hosts: ["app.example"], or requests to it get 403.
const conclave = createServer({ services, basePath: "/conclave" })
const listener = getRequestListener((request) => conclave.fetch(request), { overrideGlobalObjects: false })

const app = express()
app.get("/", (_: unknown, response: { send(text: string): void }) => response.send("My own page"))
// A pattern, because app.use("/conclave", …) would strip the prefix from the path.
app.all("/conclave/*path", listener)

const server = app.listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

assert.equal(await (await fetch(url)).text(), "My own page")
const client = createClient({ url: `${url}/conclave` })
const id = await client.discuss({ format: "duet", topic: "Express or plain Node?", seed: 4, options: { rounds: 1 } })
const types = []
for await (const event of client.follow(id)) types.push(event.type)
assert.equal(types.at(-1), "discussion_completed")
console.log((await client.discussion(id)).outcome?.sentence)

server.closeAllConnections()
server.close()
services.close()
