export interface StreamEvent {
  readonly id: string
  /** As on the wire: `turn-chunk`. */
  readonly type: string
  readonly data: unknown
}

/** Reads text/event-stream as it comes in, in pieces cut anywhere. A message counts once its blank line is there. */
export class SseParser {
  #rest = ""
  #id = ""
  #type = ""
  #data: string[] = []
  #lastId = ""

  /** The whole messages that this piece completed. */
  push(text: string): readonly StreamEvent[] {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ""
    return lines.flatMap((line) => this.#line(line))
  }

  #line(line: string): readonly StreamEvent[] {
    if (line === "") return this.#dispatch()
    const colon = line.indexOf(":")
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "event") this.#type = value
    else if (field === "data") this.#data.push(value)
    else if (field === "id") this.#id = value
    return []
  }

  #dispatch(): readonly StreamEvent[] {
    const [type, data, id] = [this.#type, this.#data, this.#id]
    this.#type = ""
    this.#data = []
    this.#id = ""
    if (id !== "") this.#lastId = id
    if (data.length === 0) return []
    return [{ id: this.#lastId, type: type === "" ? "message" : type, data: JSON.parse(data.join("\n")) }]
  }
}
