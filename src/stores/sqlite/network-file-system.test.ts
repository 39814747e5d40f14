import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { networkFileSystem } from "./network-file-system.ts"

test("a folder on a network drive is recognised, even if it does not exist yet or is behind a link", () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave mounts-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(folder, join(folder, "link"))
  const place = folder.replaceAll(" ", "\\040")
  const on = (type: string, data = "data/new") =>
    networkFileSystem(
      join(folder, data),
      `/dev/sda / ext4 rw 0 0\nserver:/x ${place} ${type} rw 0 0\ntmpfs /dev tmpfs rw 0 0\n`,
    )
  expect(["nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.rclone"].map((type) => on(type))).not.toContain(undefined)
  expect(on("nfs", "link/data")).toBe("nfs")
  expect(["ext4", "fuse.ntfs-3g", "overlay"].map((type) => on(type))).toEqual([undefined, undefined, undefined])
  // A disk mounted over it comes later in the list, and a longer name is another path.
  const covered = `server:/x ${place} nfs rw 0 0\n/dev/sdb ${place} ext4 rw 0 0\nserver:/y ${place}2 nfs rw 0 0\n`
  expect(networkFileSystem(folder, covered)).toBeUndefined()
})

test("this machine's own mounts can be read", () => {
  expect(() => networkFileSystem(".")).not.toThrow()
})
