import { type CommandContext, command, type OptionDefinition, type Serving, writeJson } from "../command.ts"
import { processDefaults } from "../common-options.ts"

interface Options {
  readonly workers?: number
}

const workersOption: OptionDefinition = {
  flags: "--workers <number>",
  about: "how many discussions this process runs at once",
  valueType: "whole",
  defaultText: String(processDefaults.workers),
}

const listenOptions: readonly OptionDefinition[] = [
  {
    flags: "-p, --port <number>",
    about: "port to listen on",
    valueType: "whole",
    envVariable: "PORT",
    defaultText: String(processDefaults.port),
  },
  {
    flags: "--host <address>",
    about: "address to listen on",
    envVariable: "HOST",
    defaultText: processDefaults.host,
  },
]

export const commands = [
  command<Options>({
    name: "serve",
    group: "Running it",
    about: "start the server, with workers",
    details: [
      "Before it listens on an address that other machines can reach, create a key with `conclave keys create`.",
    ],
    options: [
      ...listenOptions,
      { ...workersOption, about: `${workersOption.about}; 0 leaves them to \`conclave worker\` processes` },
    ],
    run: serveUntilStopped,
  }),

  command<Options>({
    name: "open",
    group: "Running it",
    about: "show the page in a browser",
    details: [
      "Opens the page of the server that uses the data folder, or starts a server if there is none. The address is printed in any case.",
    ],
    options: [...listenOptions, workersOption],
    async run(context) {
      const address = await context.host.findServer()
      if (address === undefined) return serveUntilStopped(context, (url) => void showPage(context, url))
      if (context.options.json) writeJson(context.terminal, { url: address })
      else context.terminal.write(`${address}\n`)
      await showPage(context, address)
    },
  }),

  command<Options>({
    name: "worker",
    group: "Running it",
    about: "run discussions without a server",
    options: [workersOption],
    async run(context) {
      const { options, terminal, host } = context
      const { workers, close } = await host.startWorker(options.workers)
      if (options.json) terminal.write(`${JSON.stringify({ pid: process.pid, workers })}\n`)
      else terminal.write(`Running up to ${workers} discussions at once.\n`)
      await waitForShutdown(context, close)
    },
  }),
]

/** Serves until the process is told to end; `onReady` is told the address. */
async function serveUntilStopped(
  context: CommandContext<Options>,
  onReady: (url: string) => void = () => {},
): Promise<void> {
  const { options, terminal, host } = context
  const { url, pid, workers, hasPage, close } = await host.serve(options.workers)
  if (options.json) terminal.write(`${JSON.stringify({ url, pid, workers })}\n`)
  else {
    terminal.write(`Conclave is at ${url}\n`)
    if (!hasPage) terminal.note(`The page is not built; \`npm run build:page\` builds it. The API is at ${url}/docs\n`)
    if ((await host.configuration()).model === undefined) {
      terminal.note("No model is configured: seats that name none are taken by rehearsal models.\n")
    }
  }
  onReady(url)
  await waitForShutdown(context, close)
}

async function showPage({ host, terminal }: CommandContext, url: string): Promise<void> {
  if (!(await host.openInBrowser(url))) terminal.note("no browser can be opened here; open the address in one\n")
}

/** How long what is being said may take to be said when the process is to end. */
const graceMs = 6_000
/** Whatever does not answer any more: orchestrators kill after ten seconds. */
const maxShutdownMs = 8_500

async function waitForShutdown({ terminal, host }: CommandContext, close: Serving["close"]): Promise<void> {
  await host.shutdownRequested()
  host.exitAfter(maxShutdownMs)
  terminal.note("stopping: turns that are being spoken may end; the rest continues at the next start\n")
  await close(graceMs)
}
