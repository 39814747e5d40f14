import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { ConclaveError } from "../../../core/errors.ts"
import { isRunning, type ProcessIdentity, thisProcess } from "./process-identity.ts"

/** The process that has a data folder, and where it can be reached, if it said so. */
export interface LockHolder extends ProcessIdentity {
  readonly address: string | null
}

export interface FolderLock {
  setAddress(url: string): Promise<void>
  release(): Promise<void>
}

interface LockFile {
  readonly generation: number
  readonly path: string
  /** Nobody, where it was released. */
  readonly holder: LockHolder | null
}

const form = /^lock-(\d{6})$/
const beatMs = 2_000
/** A holder on another machine, which cannot be asked, is gone when it has not stirred for so long. */
const silentMs = 15_000

/**
 * Two processes on one folder would silently lose each other's rows, so one of them must not start. Locks are numbered:
 * whoever finds the newest one released or its holder dead makes the next one, which only one can. Released ones stay,
 * so that numbers are never used again and a slow process finds out that it came too late.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true })
  const me: LockHolder = { ...thisProcess(), address: null }
  for (;;) {
    const newest = await newestLock(folder)
    if (newest?.holder && (await isHeld(newest))) throw held(folder, newest)
    const generation = (newest?.generation ?? 0) + 1
    const path = lockPath(folder, generation)
    if (!(await create(path, me))) continue
    if ((await newestLock(folder))?.generation === generation) {
      await removeOlder(folder, generation)
      return keep(path, me)
    }
    await rm(path, { force: true })
  }
}

/** Who has a folder now, if anybody. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
  const newest = await newestLock(folder)
  return newest?.holder && (await isHeld(newest)) ? newest.holder : undefined
}

function keep(path: string, me: LockHolder): FolderLock {
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, beatMs).unref()
  const write = async (content: LockHolder | null) => {
    await writeFile(`${path}.new`, JSON.stringify(content))
    await rename(`${path}.new`, path)
  }
  return {
    setAddress: (url) => write({ ...me, address: url }),
    async release() {
      clearInterval(beat)
      await write(null)
    },
  }
}

async function newestLock(folder: string): Promise<LockFile | undefined> {
  const names = await readdir(folder).catch(() => [])
  const generation = Math.max(0, ...names.map((name) => Number(form.exec(name)?.[1] ?? 0)))
  if (generation === 0) return undefined
  const path = lockPath(folder, generation)
  for (let tries = 0; ; tries++) {
    try {
      return { generation, path, holder: JSON.parse(await readFile(path, "utf8")) }
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return await newestLock(folder)
      // It is being written, or its writer died before it could.
      if (tries === 10) return { generation, path, holder: null }
      await setTimeout(20)
    }
  }
}

async function isHeld({ path, holder }: LockFile): Promise<boolean> {
  if (!holder) return false
  if (holder.hostname === thisProcess().hostname) return isRunning(holder)
  const stirred = await stat(path)
    .then(({ mtimeMs }) => mtimeMs)
    .catch(() => 0)
  return Date.now() - stirred < silentMs
}

async function create(path: string, holder: LockHolder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: "wx" })
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

async function removeOlder(folder: string, generation: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const number = Number(form.exec(name)?.[1] ?? generation)
    if (number < generation) await rm(join(folder, name), { force: true })
  }
}

function lockPath(folder: string, generation: number): string {
  return join(folder, `lock-${String(generation).padStart(6, "0")}`)
}

function held(folder: string, { path, holder }: LockFile): ConclaveError {
  const { pid, hostname, address } = holder!
  const where = hostname === thisProcess().hostname ? "" : ` on ${hostname}`
  const what = address
    ? `It listens at ${address}: use that, or stop process ${pid} first.`
    : `Stop process ${pid} first, or name another folder with --data.`
  const message = `the data folder ${folder} is in use by process ${pid}${where}. ${what}`
  return new ConclaveError("DATA_LOCKED", message, {
    problems: [{ field: "data", message: `locked by process ${pid} (${path})` }],
  })
}
