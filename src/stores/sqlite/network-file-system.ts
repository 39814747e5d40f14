import { readFileSync, realpathSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** As Linux names them. */
const overNetwork =
  /^(?:nfs4?|cifs|smb\w*|9p|afs|ceph|lustre|davfs|fuse\.(?:sshfs|s3fs|rclone|gcsfuse|glusterfs|davfs2?|ceph\w*))$/

/** The network file system that a folder, or the nearest one above it that exists, is on, where the system says so. */
export function networkFileSystem(folder: string, mounts = linuxMounts()): string | undefined {
  const path = `${existing(resolve(folder))}/`
  let nearest = { at: "", type: "" }
  for (const line of mounts.split("\n")) {
    const [, place = "", type = ""] = line.split(" ")
    const at = place.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
    // What is mounted over another at the same place comes later.
    if (path.startsWith(at.replace(/\/?$/, "/")) && at.length >= nearest.at.length) nearest = { at, type }
  }
  return overNetwork.test(nearest.type) ? nearest.type : undefined
}

function linuxMounts(): string {
  return process.platform === "linux" ? readFileSync("/proc/self/mounts", "utf8") : ""
}

function existing(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return existing(dirname(folder))
  }
}
