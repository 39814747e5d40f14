import { readFileSync, realpathSync } from "node:fs"
import { dirname, resolve } from "node:path"

/** Names that Linux uses for network file systems. */
const overNetwork =
  /^(?:nfs4?|cifs|smb\w*|9p|afs|ceph|lustre|davfs|fuse\.(?:sshfs|s3fs|rclone|gcsfuse|glusterfs|davfs2?|ceph\w*))$/

/**
 * Name of the network file system that holds the folder, or its nearest existing parent; undefined if it is local or
 * unknown.
 */
export function networkFileSystem(folder: string, mounts = linuxMounts()): string | undefined {
  const path = `${existing(resolve(folder))}/`
  let nearest = { at: "", type: "" }
  for (const line of mounts.split("\n")) {
    const [, place = "", type = ""] = line.split(" ")
    const at = place.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
    // A later mount at the same path hides earlier ones.
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
