import { expect, test } from "vitest"
import { writeCompletions } from "../write-completions.ts"
import { commandNames, loadCommands } from "./index.ts"

const commands = await loadCommands()

test("every command is in the file that the list names, and a word that is one loads it alone", async () => {
  expect(commands.map(({ name }) => name)).toEqual(commandNames)
  expect((await loadCommands(["--data", "x", "list"])).map(({ name }) => name)).toEqual(["list"])
  expect((await loadCommands(["keys", "list"])).map(({ name }) => name)).toContain("keys revoke")
  expect(await loadCommands(["help", "list"])).toEqual(commands)
})

test.each(["bash", "zsh", "fish"] as const)("%s completes every command and every option of its own", (shell) => {
  const script = writeCompletions(shell, commands)
  for (const { name, options = [] } of commands) {
    for (const word of name.split(" ")) expect(script).toContain(word)
    for (const { flags } of options) {
      const long = /--[\w-]+/.exec(flags)![0]
      expect(script).toContain(shell === "fish" ? `-l ${long.slice(2)}` : long)
    }
  }
})
