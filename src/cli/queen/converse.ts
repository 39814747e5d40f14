import { writeFile } from "node:fs/promises"
import { addUsage, noUsage, type TokenUsage, totalTokens } from "../../core/discussion/usage.ts"
import { hive } from "../../core/formats/hive.ts"
import { nearest } from "../../core/problems.ts"
import { colours } from "../colours.ts"
import { listText } from "../commands/list.ts"
import { answerOf, formOf } from "../commands/report-end.ts"
import type { Doors } from "../doors.ts"
import { findDiscussion } from "../find-discussion.ts"
import { modelsText } from "../models-text.ts"
import { printableAll, printableLine } from "../printable.ts"
import { reportError } from "../report-error.ts"
import { DiscussionScreen } from "../show-discussion.ts"
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
  /** The page; undefined where nobody serves it. */
  readonly page: string | undefined
  readonly openPage: (url: string) => void
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
      this.#say(`The specialists are ${this.#specialists ? "on" : "off: the queen answers by herself"}.`)
    },
    rounds: ({ rest }) => {
      if (rest !== "") this.#rounds = Math.max(1, Number(rest))
      this.#say(
        `A discussion has ${this.#rounds ?? "as many rounds as configured"}${this.#rounds === undefined ? "" : " rounds"}.`,
      )
    },
    model: ({ rest }) => {
      if (rest !== "") this.#model = rest
      this.#say(`In every seat: ${this.#model ?? "the model that is configured"}.`)
    },
    models: async () =>
      this.#talk.terminal.write(modelsText(printableAll(await this.#talk.doors.models()), this.#talk.terminal)),
    seats: () => {
      const seats = this.#specialists ? hive.defaultSeats : hive.defaultSeats.filter(({ role }) => role === "queen")
      for (const { name } of seats) this.#say(`${name}  ${this.#model ?? "the model that is configured"}`)
    },
    history: async ({ rest }) => {
      const { discussions } = await this.#talk.doors.list({ limit: 20, ...(rest !== "" && { q: rest }) })
      if (discussions.length === 0) this.#say("Nothing was asked yet.")
      else this.#talk.terminal.write(listText(discussions.toReversed(), this.#talk.terminal.width()))
    },
    show: ({ rest }) => this.#show(rest),
    export: ({ rest }) => this.#export(rest),
    status: () => {
      const { doors, terminal } = this.#talk
      this.#say(
        `Specialists ${this.#specialists ? "on" : "off"}, rounds ${this.#rounds ?? "as configured"}, model ${this.#model ?? "as configured"}.`,
      )
      const cost = this.#usage.cost === undefined ? "" : `, $${this.#usage.cost.toFixed(4)}`
      this.#say(
        `Asked in this session: ${this.#asked}; ${totalTokens(this.#usage).toLocaleString("en")} tokens${cost}.`,
      )
      if (doors.address !== null) terminal.write(`At the server ${doors.address}.\n`)
    },
    open: () => {
      const { page, openPage } = this.#talk
      if (page === undefined) this.#say("Nobody serves the page now. Leave, and start `conclave serve`.")
      else {
        this.#say(page)
        openPage(page)
      }
    },
    help: () => {
      const { terminal } = this.#talk
      const indent = " ".repeat(20)
      for (const { usage, about } of queenCommands) {
        const text = wrapText(about, Math.min(terminal.width(), 100), indent)
        terminal.write(usage.padEnd(indent.length) + text.slice(indent.length))
      }
      this.#say("Everything else is put to the table.\nA line that ends in \\ goes on in the next.")
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
    if (id === undefined) return this.#say("There is nothing to export yet.")
    const target = file || `discussion-${id.slice(0, 8)}.md`
    await writeFile(target, await doors.export(id, formOf(target)))
    this.#say(`The record is in ${target}.`)
  }

  #say(text: string): void {
    this.#talk.terminal.write(`${text}\n`)
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
