import { type CommandContext, command, groups, type OptionDefinition, type Serving, writeJson } from "../command.ts"
import { processDefaults } from "../common-options.ts"

interface Options {
  readonly workers?: number
}

const workersOption: OptionDefinition = {
  flags: "--workers <number>",
  about: "maximum number of discussions that this process runs at once",
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
    group: groups.setup,
    about: "start the server",
    details: ["To listen beyond this machine, create an API key first with `conclave keys create`."],
    options: [
      ...listenOptions,
      { ...workersOption, about: `${workersOption.about}; with 0, only \`conclave worker\` processes run them` },
    ],
    run: serveUntilStopped,
  }),

  command<Options>({
    name: "open",
    group: groups.setup,
    about: "open the page in a browser",
    details: ["Opens the page of a running server on the same data, or starts a server. Also prints the URL."],
    options: [...listenOptions, workersOption],
    async run(context) {
      const address = await context.host.withStorage((storage) => storage.serverAddress())
      if (address === undefined) return serveUntilStopped(context, (url) => void showPage(context, url))
      if (context.options.json) writeJson(context.terminal, { url: address })
      else context.terminal.write(`${address}\n`)
      await showPage(context, address)
    },
  }),

  command<Options>({
    name: "worker",
    group: groups.setup,
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

  command({
    name: "mcp",
    group: groups.setup,
    about: "serve the Model Context Protocol over standard input and output",
    details: [
      "For clients that start MCP servers themselves, such as coding agents. It uses the data folder of the current directory, which a running server may use at the same time. A running server offers the same at /mcp.",
    ],
    async run({ host }) {
      await host.serveMcp()
    },
  }),
]

/** Serves until the process is asked to stop. `onReady` receives the URL. */
async function serveUntilStopped(
  context: CommandContext<Options>,
  onReady: (url: string) => void = () => {},
): Promise<void> {
  const { options, terminal, host } = context
  const { url, workers, hasPage, close } = await host.serve(options.workers)
  if (options.json) terminal.write(`${JSON.stringify({ url, pid: process.pid, workers })}\n`)
  else {
    terminal.write(`Conclave is running at ${url}\n`)
    if (!hasPage)
      terminal.note(
        `The page is not built; build it with \`npm run build:page\`. The API reference is at ${url}/docs\n`,
      )
    if ((await host.configuration()).model === undefined) {
      terminal.note("No model is configured: seats without a model use simulated ones.\n")
    }
  }
  onReady(url)
  await waitForShutdown(context, close)
}

async function showPage({ host, terminal }: CommandContext, url: string): Promise<void> {
  if (!(await host.openInBrowser(url))) terminal.note("cannot open a browser here; open the URL yourself\n")
}

/** Maximum wait for turns in flight on shutdown. */
const graceMs = 6_000
/** Exits before orchestrators kill the process, usually after ten seconds. */
const maxShutdownMs = 8_500

/** Closes after Ctrl-C or a termination signal. A second Ctrl-C exits immediately. */
async function waitForShutdown({ terminal }: CommandContext, close: Serving["close"]): Promise<void> {
  await new Promise<void>((stop) => {
    terminal.onInterrupt(stop)
    terminal.onTerminate(stop)
  })
  setTimeout(() => process.exit(), maxShutdownMs).unref()
  terminal.note("stopping after the current turns; discussions continue at the next start\n")
  await close(graceMs)
}
