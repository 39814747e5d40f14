import { statfsSync } from "node:fs"
import { dirname } from "node:path"

/** As Linux numbers them; elsewhere the system does not say. */
const networkTypes: Readonly<Record<number, string>> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  16914839: "9P",
  1397113167: "AFS",
  12805120: "Ceph",
}

/** The network file system that a folder, or the nearest one above it that exists, is on, if any. */
export function networkFileSystem(folder: string): string | undefined {
  try {
    return process.platform === "linux" ? networkTypes[statfsSync(folder).type] : undefined
  } catch {
    const parent = dirname(folder)
    return parent === folder ? undefined : networkFileSystem(parent)
  }
}
