import { expect, test } from "vitest"
import { commandNames, loadCommands } from "./index.ts"

const commands = await loadCommands()

test("every command is in its listed file, and running a command loads only that file", async () => {
  expect(commands.map(({ name }) => name)).toEqual(commandNames)
  expect((await loadCommands(["--data", "x", "list"])).map(({ name }) => name)).toEqual(["list"])
  expect((await loadCommands(["keys", "list"])).map(({ name }) => name)).toContain("keys revoke")
  expect(await loadCommands(["help", "list"])).toEqual(commands)
})
