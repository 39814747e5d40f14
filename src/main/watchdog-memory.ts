/** Memory shared by the main thread and the watchdog thread. */
export class WatchdogMemory {
  readonly buffer: SharedArrayBuffer
  readonly #numbers: Int32Array
  readonly #discussion: SharedText
  readonly #request: SharedText

  constructor(buffer = new SharedArrayBuffer(numbersLength + 2 * maxTextLength)) {
    this.buffer = buffer
    this.#numbers = new Int32Array(buffer, 0, numbersLength / Int32Array.BYTES_PER_ELEMENT)
    this.#discussion = new SharedText(buffer, numbersLength)
    this.#request = new SharedText(buffer, numbersLength + maxTextLength)
  }

  /** Increases while the event loop is responsive. */
  get beats(): number {
    return Atomics.load(this.#numbers, 0)
  }

  beat(): void {
    Atomics.add(this.#numbers, 0, 1)
  }

  /** Incremented when a step begins and ends, so it is odd during a step. */
  get step(): number {
    return Atomics.load(this.#numbers, 1)
  }

  beginStep(discussionId: string): void {
    this.#discussion.write(discussionId)
    Atomics.add(this.#numbers, 1, 1)
  }

  endStep(): void {
    Atomics.add(this.#numbers, 1, 1)
  }

  /** The last step that blocked for too long. */
  get heldStep(): number {
    return Atomics.load(this.#numbers, 2)
  }

  set heldStep(step: number) {
    Atomics.store(this.#numbers, 2, step)
  }

  /** The discussion of the current step. */
  get discussionId(): string {
    return this.#discussion.read()
  }

  /** The most recent request. */
  get request(): string {
    return this.#request.read()
  }

  set request(text: string) {
    this.#request.write(text)
  }
}

const numbersLength = 16
const maxTextLength = 256

/** A length byte, then that many Latin-1 characters; other characters are garbled. */
class SharedText {
  readonly #bytes: Uint8Array

  constructor(buffer: SharedArrayBuffer, offset: number) {
    this.#bytes = new Uint8Array(buffer, offset, maxTextLength)
  }

  write(text: string): void {
    const length = Math.min(text.length, maxTextLength - 1)
    this.#bytes[0] = length
    for (let index = 0; index < length; index++) this.#bytes[index + 1] = text.charCodeAt(index)
  }

  read(): string {
    return String.fromCharCode(...this.#bytes.slice(1, 1 + this.#bytes[0]!))
  }
}
