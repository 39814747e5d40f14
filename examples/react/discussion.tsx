/** A live discussion with an input for the person whose turn it is. */
import { createClient } from "conclave/client"
import { useDiscussion } from "conclave/react"
import { type FormEvent, StrictMode, useState } from "react"
import { createRoot } from "react-dom/client"

// Create it once, outside of components. Without a URL it calls the server that the page came from.
const client = createClient()

function App() {
  const [id, setId] = useState<string>()
  const start = async () => {
    const seats = [{ name: "You", kind: "human" }, { name: "Ada" }] as const
    setId(await client.discuss({ format: "duet", topic: "Tea or coffee?", seats, options: { rounds: 1 }, seed: 1 }))
  }
  return id === undefined ? (
    <button type="button" onClick={start}>
      Start
    </button>
  ) : (
    <Discussion id={id} />
  )
}

function Discussion({ id }: { readonly id: string }) {
  const { view, connection, error, waitingFor, say, vote, interrupt } = useDiscussion(id, client)
  const [words, setWords] = useState("")
  const [asked] = waitingFor
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await say(words, asked?.seat)
    setWords("")
  }
  const nameOf = (seat: string) => view.seats.find((one) => one.id === seat)?.name ?? seat
  if (error) return <p role="alert">{error.message}</p>
  return (
    <main>
      <h1>{view.topic}</h1>
      <p role="status">{connection}</p>
      <ol>
        {view.items.map((item) =>
          item.kind === "turn" ? (
            <li key={item.key}>
              <b>{nameOf(item.seat)}</b> {item.turn?.content ?? view.live[item.key]?.text}
            </li>
          ) : null,
        )}
      </ol>
      {asked?.purpose === "turn" && (
        <form onSubmit={submit}>
          <label>
            {asked.question}
            <input value={words} onChange={({ target }) => setWords(target.value)} />
          </label>
          <button type="submit">Say</button>
        </form>
      )}
      {asked?.form === "yes-no" && (
        <fieldset>
          <legend>{asked.question}</legend>
          <button type="button" onClick={() => vote({ agree: true, confidence: 90 }, asked.seat)}>
            I agree
          </button>
          <button type="button" onClick={() => vote({ agree: false, confidence: 90 }, asked.seat)}>
            I do not
          </button>
        </fieldset>
      )}
      <button type="button" onClick={() => interrupt()}>
        Interrupt
      </button>
      {view.outcome && <output>{view.outcome.sentence}</output>}
    </main>
  )
}

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
