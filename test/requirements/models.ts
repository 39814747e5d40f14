import { promises } from "./requirement.ts"

export const models = [
  ...promises("4", {
    "models.naming":
      "Models are named `provider/model`; an unknown name is refused before any call, with the known ones.",
    "models.rehearsal": "Rehearsal models need no key and no network, and the same seed gives the same discussion.",
    "models.rehearsal-reacts": "Rehearsal models react to topic, role, round and others, and pass, agree and disagree.",
    "models.rehearsal-marked": "Everything a rehearsal model says is marked as rehearsal.",
    "models.rehearsal-asked": "A rehearsal model never stands in for a real one that was asked for.",
    "models.retries": "A call that failed recoverably is tried again, another failure is not.",
    "models.retry-after": "The wait that a provider asks for is kept before the next try.",
    "models.retry-restart": "A retried turn restarts its text: watchers see attempt 2, never both attempts joined.",
    "models.timeout": "A call that takes longer than its limit is ended as `TURN_TIMEOUT`.",
    "models.cut-stream": "A stream that ends without a finish is a failure, not an answer.",
    "models.providers":
      "OpenAI, Anthropic, Google, OpenRouter, Azure, Bedrock, Mistral, Groq, xAI, DeepSeek, Ollama and any compatible base URL can be seated.",
    "models.named-servers": "Several OpenAI-compatible servers can be used at once, each by its name.",
    "models.keys": "Keys come from the environment and are never stored, logged or sent to the browser.",
    "models.set-up":
      "Keys and addresses of providers are set and tested while the server runs, and no key ever comes out.",
    "models.discovery": "What is there is discovered and shown; what is missing names the variable to set.",
    "models.replay": "Replay models answer what was recorded, byte for byte.",
    "models.streaming": "Every provider streams, and stop sequences cut also where the provider ignores them.",
    "models.retry-statuses": "408, 409, 425, 429, 5xx and network errors are retried, other statuses are not.",
    "models.abort-socket": "An abort reaches the socket.",
    "models.first-token": "A call whose first token is late is timed out before its total limit.",
    "models.fallbacks": "A seat may name fallback models; the events say when one takes over.",
  }),
]
