/** One message of a text/event-stream. */
export interface StreamMessage {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** The messages of a text/event-stream, as they come. A last one that is cut off is dropped. */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamMessage, void> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const message = readMessage(text.slice(0, end))
      text = text.slice(end + 2)
      if (message) yield message
    }
  }
}

function readMessage(block: string): StreamMessage | undefined {
  const fields: Record<string, string> = {}
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) fields[name] = name in fields ? `${fields[name]}\n${value}` : value
  }
  const { id = "", event, data } = fields
  return event === undefined || data === undefined ? undefined : { id, event, data }
}
