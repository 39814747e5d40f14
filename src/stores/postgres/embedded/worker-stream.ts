import { Duplex } from "node:stream"

type Done = (error?: Error | null) => void

/** What `pg` takes for its socket. It corks while it writes one request, so that a request is one message to the worker. */
export class WorkerStream extends Duplex {
  readonly #post: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #ready: Promise<void>

  constructor(ready: Promise<void>, post: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#ready = ready
    this.#post = post
  }

  connect(): this {
    this.#ready.then(
      () => this.emit("connect"),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#post(new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#post(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }

  override _final(done: Done): void {
    this.push(null)
    done()
  }
}
