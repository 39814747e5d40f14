import { scopes } from "../../ports/key-store.ts"
import type { CommandDefinition, OptionDefinition } from "./definition.ts"

const workers: OptionDefinition = {
  flags: "--workers <number>",
  about: "how many discussions this process runs at once",
  reads: "whole",
  usual: "100",
}

const port: OptionDefinition = {
  flags: "-p, --port <number>",
  about: "where to listen",
  reads: "whole",
  variable: "PORT",
  usual: "4600",
}

const host: OptionDefinition = {
  flags: "--host <address>",
  about: "where to listen",
  variable: "HOST",
  usual: "127.0.0.1",
}

export const running: readonly CommandDefinition[] = [
  {
    name: "serve",
    group: "Running it",
    about: "start the server, with workers",
    more: ["On another address than this machine's own it refuses to start without keys; see `conclave keys create`."],
    options: [port, host, { ...workers, about: `${workers.about}; 0 leaves them to \`conclave worker\` processes` }],
  },
  {
    name: "open",
    group: "Running it",
    about: "show the page in a browser",
    more: [
      "It is the page of a server that has the data folder open; where there is none, one is started. The address is printed, also where no browser can be opened.",
    ],
    options: [port, host, workers],
  },
  {
    name: "worker",
    group: "Running it",
    about: "run discussions, without listening anywhere",
    options: [workers],
  },
  { name: "models", group: "Running it", about: "show which models can be used, and what is missing for more" },
  {
    name: "init",
    group: "Running it",
    about: "ask three questions and write conclave.yaml",
    options: [{ flags: "--force", about: "also where there is one already" }],
  },
  {
    name: "doctor",
    group: "Running it",
    about: "look whether everything needed is there, and say what to do",
    options: [
      { flags: "--rebuild", about: "also prove that every table holds what its events say, and mend what does not" },
    ],
  },
  {
    name: "backup",
    group: "Running it",
    about: "write all there is to a file",
    arguments: [{ name: "file", about: "a new file; `-` is standard output" }],
  },
  {
    name: "restore",
    group: "Running it",
    about: "put a backup into a database that holds nothing yet",
    arguments: [{ name: "file", about: "made by `conclave backup`" }],
  },
  {
    name: "prune",
    group: "Running it",
    about: "delete finished discussions of long ago",
    options: [
      {
        flags: "--days <number>",
        about: "those that nobody added to for so many days; has to be said",
        reads: "number",
      },
    ],
  },
  {
    name: "keys create",
    group: "Running it",
    about: "make an API key; it is shown once",
    arguments: [{ name: "name", about: "to tell keys apart" }],
    options: [
      {
        flags: "--scope <scope>",
        about: "what it may do; each includes those before it",
        choices: scopes,
        usual: "discuss",
      },
      {
        flags: "--organisation <name>",
        about: "whose rows it sees, by name or id; made where there is none of that name",
        usual: "local",
      },
    ],
  },
  { name: "keys list", group: "Running it", about: "list API keys and their organisations" },
  {
    name: "keys revoke",
    group: "Running it",
    about: "make a key open nothing from now on",
    arguments: [{ name: "id", about: "the key's id, or what the key begins with" }],
  },
  {
    name: "completions",
    group: "Running it",
    about: "print completions for a shell",
    arguments: [{ name: "shell", about: "which one", choices: ["bash", "zsh", "fish"] }],
    examples: ["conclave completions bash > ~/.local/share/bash-completion/completions/conclave"],
  },
]
