import { writeFile } from "node:fs/promises"
import { addUsage, noUsage, type TokenUsage, totalTokens } from "../../core/discussion/usage.ts"
import { hive } from "../../core/formats/hive.ts"
import { nearest } from "../../core/nearest.ts"
import { colours } from "../colours.ts"
import { listText } from "../commands/list.ts"
import { answerOf, formOf } from "../commands/report-end.ts"
import type { Doors } from "../doors.ts"
import { findDiscussion } from "../find-discussion.ts"
import { modelsText } from "../models-text.ts"
import { printableAll, printableLine } from "../printable.ts"
import { reportError } from "../report-error.ts"
import { DiscussionScreen } from "../show-discussion.ts"
import { tableText } from "../table-text.ts"
import { interrupted, type LineReader, type Terminal } from "../terminal.ts"
import { eventLine, watchDiscussion } from "../watch-discussion.ts"
import { wrapText } from "../wrapped-text.ts"
import { type QueenCommand, queenCommands, readQueenCommand } from "./queen-commands.ts"
import { askTable, type Exchange } from "./queen-format.ts"

export interface Conversation {
  readonly doors: Doors
  readonly terminal: Terminal
  /** What is said now belongs to this session. */
  readonly sessionId: string
  /** The address of the page. */
  readonly page: string
  /** Gives whether a browser could be opened. */
  readonly openPage: (url: string) => Promise<boolean>
  /** Events come as lines of JSON. */
  readonly json: boolean
  readonly now: () => number
}

/** Said while all else is being opened. */
export function welcome({ interactive, colour, write }: Terminal): void {
  if (!interactive) return
  const { bold, dim } = colours(colour)
  write(`\n${bold("Conclave")}\n`)
  write("Say what is on your mind.\nThree specialists discuss it, and the queen sums up.\n")
  write(`${dim("help lists what else there is; exit leaves.")}\n\n`)
}

/** A conversation with the queen, line by line, until the person leaves. */
export async function converse(conversation: Conversation): Promise<void> {
  await new Talk(conversation).run()
}

class Talk {
  readonly #talk: Conversation
  readonly #before: Exchange[] = []
  #specialists = true
  #rounds: number | undefined
  #model: string | undefined
  #last: string | undefined
  #usage: TokenUsage = noUsage
  #asked = 0

  constructor(conversation: Conversation) {
    this.#talk = conversation
  }

  async run(): Promise<void> {
    const { doors, terminal } = this.#talk
    const lines = terminal.lines()
    const earlier = await doors.list({ limit: 50 })
    lines.recall(earlier.discussions.map(({ topic }) => printableLine(topic)))
    for (;;) {
      const line = await readWhole(lines)
      if (line === undefined) return
      const command = readQueenCommand(line)
      if (command?.name === "exit") return
      if (line.trim() === "") continue
      try {
        await (command ? this.#commands[command.name](command) : this.#ask(line.trim()))
      } catch (error) {
        reportError(this.#talk.terminal, error, this.#talk.json)
      }
    }
  }

  async #ask(words: string): Promise<void> {
    const { doors, terminal, sessionId, json, now } = this.#talk
    // Short words are as likely a greeting as a command that was mistyped.
    const near = /^\w{6,}$/.test(words)
      ? nearest(
          words,
          queenCommands.map(({ name }) => name),
        )
      : undefined
    if (near !== undefined) terminal.note(`(asking the table; for the command write ${near})\n`)
    const [specialists, rounds, model] = [this.#specialists, this.#rounds, this.#model]
    const id = await doors.discuss(askTable({ words, specialists, rounds, model, before: this.#before }), sessionId)
    const showing = json ? "lines" : "live"
    const discussion = await watchDiscussion({ doors, terminal, id, showing, talk: true, now })
    this.#last = id
    this.#asked++
    this.#usage = addUsage(this.#usage, discussion.usage.total)
    const answered = this.#specialists ? answerOf(discussion) : await lastWords(doors, id)
    if (answered !== undefined) this.#before.push({ asked: words, answered })
  }

  readonly #commands: Readonly<Record<QueenCommand["name"], (command: QueenCommand) => Promise<void> | void>> = {
    specialists: ({ rest }) => {
      if (rest !== "") this.#specialists = rest.toLowerCase() === "on"
      const how = this.#specialists ? "on" : "off: the queen answers by herself"
      this.#tell({ specialists: this.#specialists }, `The specialists are ${how}.`)
    },
    rounds: ({ rest }) => {
      if (rest !== "") this.#rounds = Math.max(1, Number(rest))
      const many = this.#rounds === undefined ? "as many rounds as configured" : `${this.#rounds} rounds`
      this.#tell({ rounds: this.#rounds ?? null }, `A discussion has ${many}.`)
    },
    model: ({ rest }) => {
      if (rest !== "") this.#model = rest
      this.#tell({ model: this.#model ?? null }, `In every seat: ${this.#modelName()}.`)
    },
    models: async () => {
      const found = await this.#talk.doors.models()
      this.#tell(found, modelsText(printableAll(found), this.#talk.terminal))
    },
    seats: () => {
      const seats = this.#specialists ? hive.defaultSeats : hive.defaultSeats.filter(({ role }) => role === "queen")
      const named = seats.map(({ name }) => ({ name, model: this.#model ?? null }))
      const rows = seats.map(({ name }) => [name, this.#modelName()])
      this.#tell({ seats: named }, tableText(rows, this.#talk.terminal.width()))
    },
    history: async ({ rest }) => {
      const page = await this.#talk.doors.list({ limit: 20, ...(rest !== "" && { q: rest }) })
      const listed = listText(page.discussions.toReversed(), this.#talk.terminal.width())
      this.#tell(page, page.discussions.length === 0 ? "Nothing was asked yet." : listed)
    },
    show: ({ rest }) => this.#show(rest),
    export: ({ rest }) => this.#export(rest),
    status: () => {
      const { sessionId } = this.#talk
      const [specialists, asked, usage] = [this.#specialists, this.#asked, this.#usage]
      const cost = usage.cost === undefined ? "" : `, $${usage.cost.toFixed(4)}`
      const lines = [
        `Specialists ${specialists ? "on" : "off"}, rounds ${this.#rounds ?? "as configured"}, model ${this.#model ?? "as configured"}.`,
        `Asked in this session: ${asked}; ${totalTokens(usage).toLocaleString("en")} tokens${cost}.`,
      ]
      const [rounds, model] = [this.#rounds ?? null, this.#model ?? null]
      this.#tell({ sessionId, specialists, rounds, model, asked, usage }, lines.join("\n"))
    },
    open: async () => {
      const { page, openPage, terminal } = this.#talk
      this.#tell({ page }, page)
      if (!(await openPage(page))) terminal.note("No browser can be opened here; open the address in one.\n")
    },
    help: () => {
      const { terminal } = this.#talk
      const indent = " ".repeat(20)
      const lines = queenCommands.map(({ usage, about }) => {
        const text = wrapText(about, Math.min(terminal.width(), 100), indent)
        return usage.padEnd(indent.length) + text.slice(indent.length)
      })
      const rest = "Everything else is put to the table.\nA line that ends in \\ goes on in the next."
      this.#tell({ commands: queenCommands }, lines.join("") + rest)
    },
    exit: () => {},
  }

  async #show(given: string): Promise<void> {
    const { doors, terminal, json } = this.#talk
    const id = await findDiscussion(doors, given)
    const { seq } = await doors.discussion(id)
    const { write, colour, plain } = terminal
    const screen = new DiscussionScreen({ write, width: terminal.width(), colour, plain })
    for await (const event of doors.follow(id)) {
      if (json) write(eventLine(id, event))
      else screen.event(event)
      if (event.type !== "turn_chunk" && event.seq >= seq) break
    }
  }

  async #export(file: string): Promise<void> {
    const { doors } = this.#talk
    const id = this.#last ?? (await doors.list({ limit: 1 })).discussions[0]?.id
    if (id === undefined) return this.#tell({ file: null }, "There is nothing to export yet.")
    const target = file || `discussion-${id.slice(0, 8)}.md`
    await writeFile(target, await doors.export(id, formOf(target)))
    this.#tell({ id, file: target }, `The record is in ${target}.`)
  }

  #modelName(): string {
    return this.#model ?? "the model that is configured"
  }

  /** Answers a command: as words, or as a line of JSON. */
  #tell(value: unknown, text: string): void {
    const { json, terminal } = this.#talk
    terminal.write(json ? `${JSON.stringify(value)}\n` : text.endsWith("\n") ? text : `${text}\n`)
  }
}

async function readWhole(lines: LineReader): Promise<string | undefined> {
  let whole = ""
  for (;;) {
    const line = await lines.ask(whole === "" ? "> " : "… ")
    if (line === undefined) return whole === "" ? undefined : whole
    if (line === interrupted) {
      if (whole === "") return undefined
      whole = ""
      continue
    }
    if (!line.endsWith("\\")) return whole + line
    whole += `${line.slice(0, -1)}\n`
  }
}

/** The queen's own answer is no outcome of anything: it is what she said. */
async function lastWords(doors: Doors, id: string): Promise<string> {
  let said = ""
  for await (const event of doors.follow(id)) if (event.type === "turn_completed") said = event.data.turn.content
  return said
}
