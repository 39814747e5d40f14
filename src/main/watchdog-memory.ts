/** Memory shared by the main thread and the watchdog thread. */
export class WatchdogMemory {
  readonly buffer: SharedArrayBuffer
  readonly #numbers: Int32Array
  readonly #discussion: Buffer
  readonly #request: Buffer

  constructor(buffer = new SharedArrayBuffer(numbersLength + 2 * maxTextLength)) {
    this.buffer = buffer
    this.#numbers = new Int32Array(buffer, 0, numbersLength / Int32Array.BYTES_PER_ELEMENT)
    this.#discussion = Buffer.from(buffer, numbersLength, maxTextLength)
    this.#request = Buffer.from(buffer, numbersLength + maxTextLength, maxTextLength)
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
    writeText(this.#discussion, discussionId)
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
    return readText(this.#discussion)
  }

  /** The most recent request. */
  get request(): string {
    return readText(this.#request)
  }

  set request(text: string) {
    writeText(this.#request, text)
  }
}

const numbersLength = 16
const maxTextLength = 256

/** A length byte, then that many Latin-1 characters; other characters are garbled. */
function writeText(shared: Buffer, text: string): void {
  shared[0] = shared.write(text, 1, "latin1")
}

function readText(shared: Buffer): string {
  return shared.toString("latin1", 1, 1 + shared[0]!)
}
