import { lockFolder } from "../../src/stores/postgres/embedded/folder-lock.ts"

/** Takes a data folder and says how that went; holds it until killed or told to let go. */
try {
  const lock = await lockFolder(process.argv[2]!)
  process.on("message", async () => {
    await lock.release()
    process.exit()
  })
  process.send!("held")
} catch (error) {
  process.send!(error instanceof Error ? error.message : "?")
  process.disconnect()
}
