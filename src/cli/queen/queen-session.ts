import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { addUsage, noUsage, type TokenUsage, totalTokens } from "../../core/discussion/usage.ts"
import { ConclaveError, invalidField } from "../../core/errors.ts"
import { chooseModel } from "../choose-model.ts"
import type { Client } from "../client.ts"
import type { CommandContext } from "../command.ts"
import { listText } from "../commands/list.ts"
import { resolveDiscussionId } from "../common-options.ts"
import { showEvents } from "../discussion-screen.ts"
import { exitCodes } from "../exit-codes.ts"
import { modelsText } from "../models-text.ts"
import { printableDeep, printableLine } from "../printable.ts"
import { reportError } from "../report-error.ts"
import { answerOf, exportFormatOf } from "../report-outcome.ts"
import { colours, interrupted, type LineReader, type Terminal } from "../terminal.ts"
import { tableText, wrapText } from "../text-layout.ts"
import { eventLine, watchDiscussion } from "../watch-discussion.ts"
import { closestCommand, parseQueenCommand, type QueenCommand, queenCommands } from "./queen-commands.ts"
import { type Exchange, queenDiscussionInput } from "./queen-format.ts"

interface QueenSessionOptions extends Pick<CommandContext, "terminal" | "host" | "userName" | "now"> {
  readonly client: Client
  /** All discussions of this conversation share it. */
  readonly sessionId: string
  /** URL of the page. */
  readonly page: string
  /** For every seat, if one was chosen at the start. */
  readonly model: string | undefined
  /** Print events as JSON lines. */
  readonly json: boolean
}

/** `conclave` without a command: an interactive conversation with the queen. */
export async function runQueenSession(context: CommandContext): Promise<number> {
  const { options, terminal, host } = context
  const json = options.json === true
  if (!json) printWelcome(terminal)
  const model = await chooseModel(context)
  // The session also runs a server, for the page and for other commands.
  const { client, page } = await host.startSession()
  try {
    await new QueenSession({ ...context, client, sessionId: randomUUID(), page, model, json }).run()
    return exitCodes.success
  } finally {
    terminal.lines().close()
    await client.close()
  }
}

function printWelcome({ interactive, colour, write }: Terminal): void {
  if (!interactive) return
  const { bold, dim } = colours(colour)
  write(`\n${bold("Conclave")}\n`)
  write("Ask a question.\nThree specialists discuss it, and the queen sums up.\n")
  write(`${dim("Type help for a list of commands, exit to leave.")}\n\n`)
}

class QueenSession {
  readonly #options: QueenSessionOptions
  readonly #exchanges: Exchange[] = []
  #specialists = true
  #rounds: number | undefined
  #model: string | undefined
  #last: string | undefined
  #usage: TokenUsage = noUsage
  #asked = 0
  #isLeaving = false

  constructor(options: QueenSessionOptions) {
    this.#options = options
    this.#model = options.model
  }

  async run(): Promise<void> {
    const { client, terminal } = this.#options
    const lines = terminal.lines()
    const earlier = await client.list({ limit: 50 })
    lines.setHistory(earlier.discussions.map(({ topic }) => printableLine(topic)))
    for (;;) {
      const line = await readMultiline(lines)
      if (line === undefined) return
      // A pasted block is always a question, even if it starts like a command.
      const command = line.includes("\n") ? undefined : parseQueenCommand(line)
      if (line.trim() === "") continue
      if (command && "mistake" in command) {
        this.#print({ error: command.mistake }, command.mistake)
        continue
      }
      if (command?.name === "exit") return
      try {
        await (command ? this.#commands[command.name](command) : this.#ask(line.trim()))
      } catch (error) {
        reportError(this.#options.terminal, command ? namedByCommand(error, command.name) : error, this.#options.json)
      }
      if (this.#isLeaving) return
    }
  }

  async #ask(words: string): Promise<void> {
    const { client, terminal, sessionId, json, userName: author, now } = this.#options
    // A short word may be a greeting rather than a mistyped command.
    const near = /^\w{6,}$/.test(words) ? closestCommand(words) : undefined
    if (near !== undefined) terminal.note(`(taken as a question; for the command, type ${near})\n`)
    const [specialists, rounds, model] = [this.#specialists, this.#rounds, this.#model]
    const input = queenDiscussionInput({ words, specialists, rounds, model, before: this.#exchanges })
    const id = client.discuss({ ...input, sessionId })
    const outputMode = json ? "lines" : "live"
    const onExit = () => {
      this.#isLeaving = true
    }
    const discussion = await watchDiscussion({ client, terminal, id, author, outputMode, talk: true, onExit, now })
    this.#last = discussion.id
    this.#asked++
    this.#usage = addUsage(this.#usage, discussion.usage.total)
    // Without specialists there is no outcome: the answer is the queen's turn.
    const answer = this.#specialists ? answerOf(discussion) : discussion.turns.at(-1)?.content
    if (answer !== undefined) this.#exchanges.push({ question: words, answer })
  }

  readonly #commands: Readonly<Record<QueenCommand["name"], (command: QueenCommand) => Promise<void> | void>> = {
    specialists: ({ rest }) => {
      if (rest !== "") this.#specialists = rest.toLowerCase() === "on"
      const how = this.#specialists ? "on" : "off: only the queen answers"
      this.#print({ specialists: this.#specialists }, `The specialists are ${how}.`)
    },
    rounds: async ({ rest }) => {
      // Validated now instead of with the next question.
      const { rounds } = await this.#preview(rest === "" ? {} : { rounds: Number(rest) })
      if (rest !== "") this.#rounds = rounds
      this.#print({ rounds }, `Rounds: ${rounds}.`)
    },
    model: async ({ rest }) => {
      const { seats } = await this.#preview(rest === "" ? {} : { model: rest })
      if (rest !== "") this.#model = rest
      const models = [...new Set(seats.map(({ model }) => model))]
      this.#print({ model: models[0] }, `Model of every seat: ${models.join(", ")}.`)
    },
    models: async () => {
      const found = await this.#options.client.models()
      this.#print(found, modelsText(printableDeep(found), this.#options.terminal))
    },
    seats: async () => {
      const seats = (await this.#preview()).seats.map(({ name, model }) => ({ name, model }))
      const rows = seats.map(({ name, model }) => [name, model ?? ""])
      this.#print({ seats }, tableText(rows, this.#options.terminal.width()))
    },
    history: async ({ rest }) => {
      const page = await this.#options.client.list({ limit: 20, ...(rest !== "" && { q: rest }) })
      // Without the session column, which would leave no room for the questions.
      const questions = page.discussions.map((discussion) => ({ ...discussion, sessionId: null })).toReversed()
      const listed = listText(questions, this.#options.terminal.width())
      this.#print(page, page.discussions.length === 0 ? "No questions yet." : listed)
    },
    show: ({ rest }) => this.#show(rest),
    export: ({ rest }) => this.#export(rest),
    status: async () => {
      const { sessionId } = this.#options
      const [specialists, asked, usage] = [this.#specialists, this.#asked, this.#usage]
      const cost = usage.cost === undefined ? "" : `, $${usage.cost.toFixed(4)}`
      const { rounds, seats } = await this.#preview()
      const model = [...new Set(seats.map((seat) => seat.model))].join(", ")
      const lines = [
        `Specialists ${specialists ? "on" : "off"}, rounds ${rounds}, model ${model}.`,
        `Questions in this session: ${asked}; ${totalTokens(usage).toLocaleString("en")} tokens${cost}.`,
        `Session ${sessionId}.`,
      ]
      this.#print({ sessionId, specialists, rounds, model, asked, usage }, lines.join("\n"))
    },
    edit: async () => {
      const words = (await this.#options.host.editText(""))?.trim()
      if (words === undefined) this.#print({ words: null }, "No editor could be started; set VISUAL or EDITOR.")
      else if (words !== "") await this.#ask(words)
    },
    clear: () => {
      const { terminal } = this.#options
      if (terminal.live && !terminal.plain) terminal.write("\u001b[2J\u001b[3J\u001b[H")
    },
    open: async () => {
      const { page, host, terminal } = this.#options
      this.#print({ page }, page)
      if (!(await host.openInBrowser(page))) terminal.note("Cannot open a browser here; open the URL yourself.\n")
    },
    help: () => {
      const { terminal } = this.#options
      const indent = " ".repeat(20)
      const lines = queenCommands.map(({ usage, about }) => {
        const text = wrapText(about, Math.min(terminal.width(), 100), indent)
        return usage.padEnd(indent.length) + text.slice(indent.length)
      })
      const rest =
        'Anything else is a question.\nA line that ends with \\ continues on the next line.\nLines between """ and """ are one message.'
      this.#print({ commands: queenCommands }, lines.join("") + rest)
    },
    exit: () => {},
  }

  async #show(given: string): Promise<void> {
    const { client, terminal, json } = this.#options
    const id = await resolveDiscussionId(client, given)
    const events = await client.events(id)
    if (json) for (const event of events) terminal.write(eventLine(id, event))
    else showEvents(events, terminal)
  }

  async #export(file: string): Promise<void> {
    const { client } = this.#options
    const id = this.#last ?? (await client.list({ limit: 1 })).discussions[0]?.id
    if (id === undefined) return this.#print({ file: null }, "Nothing to export yet.")
    const target = file || `discussion-${id.slice(0, 8)}.md`
    await writeFile(target, await client.export(id, exportFormatOf(target)))
    this.#print({ id, file: target }, `Record written to ${target}.`)
  }

  /** Resolves the current settings with changes; throws INPUT_INVALID. */
  #preview(changes: { readonly rounds?: number; readonly model?: string } = {}) {
    const { rounds = this.#rounds, model = this.#model } = changes
    const specialists = this.#specialists || changes.rounds !== undefined
    return this.#options.client.estimate(queenDiscussionInput({ words: "?", specialists, rounds, model, before: [] }))
  }

  /** Prints a command's result as text, or as a line of JSON. */
  #print(value: unknown, text: string): void {
    const { json, terminal } = this.#options
    terminal.write(json ? `${JSON.stringify(value)}\n` : text.endsWith("\n") ? text : `${text}\n`)
  }
}

/** Names the command as the field of its validation error. */
function namedByCommand(error: unknown, field: string): unknown {
  if (!(error instanceof ConclaveError) || error.problems.length === 0) return error
  return invalidField(field, error.problems[0]!.message)
}

/** Reads one message: a line, a pasted block, lines that end with a backslash, or all between two `"""`. */
async function readMultiline(lines: LineReader): Promise<string | undefined> {
  let whole = ""
  let isQuoted = false
  for (;;) {
    const line = await lines.ask(whole === "" && !isQuoted ? "> " : "… ")
    if (line === undefined) return whole === "" ? undefined : whole
    if (line === interrupted) {
      if (whole === "" && !isQuoted) return undefined
      whole = ""
      isQuoted = false
      continue
    }
    if (!isQuoted && whole === "" && line.trimStart().startsWith('"""')) {
      const rest = line.trimStart().slice(3)
      if (rest.trimEnd().endsWith('"""')) return rest.trimEnd().slice(0, -3)
      isQuoted = true
      whole = rest === "" ? "" : `${rest}\n`
    } else if (isQuoted) {
      if (line.trimEnd().endsWith('"""')) return whole + line.trimEnd().slice(0, -3)
      whole += `${line}\n`
    } else if (line.endsWith("\\")) whole += `${line.slice(0, -1)}\n`
    else return whole + line
  }
}
