/** What the main thread and the watchdog's thread share: numbers, and two short texts. */
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

  /** Grows while the event loop turns. */
  get beats(): number {
    return Atomics.load(this.#numbers, 0)
  }

  beat(): void {
    Atomics.add(this.#numbers, 0, 1)
  }

  /** Grows with every step, and is even while none is under way. */
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

  /** The last step that took too long. */
  get heldStep(): number {
    return Atomics.load(this.#numbers, 2)
  }

  set heldStep(step: number) {
    Atomics.store(this.#numbers, 2, step)
  }

  /** Whose step it is. */
  get discussionId(): string {
    return this.#discussion.read()
  }

  /** The last request that began. */
  get request(): string {
    return this.#request.read()
  }

  set request(text: string) {
    this.#request.write(text)
  }
}

const numbersLength = 16
const maxTextLength = 256

/** Its length, and as many characters of Latin-1; others are shown as they come. */
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
