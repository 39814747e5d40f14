import { execFile } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

export interface LocalRegistry {
  readonly url: string
  close(): void
}

/** An npm registry with exactly the installed packages, so that an install needs no network. */
export async function startRegistry(root: string): Promise<LocalRegistry> {
  const installed = join(root, "node_modules/.package-lock.json")
  const folders = Object.keys((JSON.parse(readFileSync(installed, "utf8")) as { packages: object }).packages)
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1)
    const tarball = /^(.*)\.tgz$/.exec(path)?.[1]
    if (tarball !== undefined) {
      const args = ["-I", "gzip -1", "-cf", "-", "--exclude=./node_modules", "--transform=s,^\\.,package,", "."]
      execFile("tar", args, { cwd: join(root, tarball), encoding: "buffer", maxBuffer: 1e9 }, (error, bytes) =>
        response.writeHead(error ? 500 : 200).end(bytes),
      )
      return
    }
    const versions = folders
      .filter((folder) => folder.endsWith(`node_modules/${path}`))
      .map((folder) => {
        const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
        return { ...manifest, dist: { tarball: `${url}/${folder}.tgz` } }
      })
    if (versions.length === 0) {
      // Optional packages that are not installed, such as those for other systems.
      response.writeHead(404).end("{}")
      return
    }
    const named = Object.fromEntries(versions.map((manifest) => [manifest.version, manifest]))
    const latest = versions[0]!.version
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ name: path, "dist-tags": { latest }, versions: named }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}
