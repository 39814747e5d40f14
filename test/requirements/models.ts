import { promises } from "./requirement.ts"

export const models = [
  ...promises("4", {
    "models.naming":
      "Models are named `provider/model`; an unknown name is refused before any call, with the known ones.",
    "models.rehearsal": "Rehearsal models need no key and no network, and the same seed gives the same discussion.",
    "models.rehearsal-reacts": "Rehearsal models react to topic, role, round and others, and pass, agree and disagree.",
    "models.rehearsal-marked": "Every text of a rehearsal model is marked as rehearsal.",
    "models.rehearsal-asked": "A rehearsal model never replaces a real one that was requested.",
    "models.retries": "A recoverable failure of a call is retried, any other is not.",
    "models.retry-after": "The delay that a provider asks for is respected before the next attempt.",
    "models.retry-restart": "A retried turn restarts its text: watchers see attempt 2, never both attempts joined.",
    "models.timeout": "A call that exceeds its limit ends as `TURN_TIMEOUT`.",
    "models.cut-stream": "A stream without a finish reason is a failure, not a reply.",
    "models.providers":
      "OpenAI, Anthropic, Google, OpenRouter, Azure, Bedrock, Mistral, Groq, xAI, DeepSeek, Ollama and any compatible base URL can be seated.",
    "models.named-servers": "Several OpenAI-compatible servers can be used at once, each by its name.",
    "models.keys": "Keys come from the environment and are never stored, logged or sent to the browser.",
    "models.set-up":
      "Keys and base URLs of providers can be set and tested while the server runs, and no key is ever returned.",
    "models.discovery": "Available models are discovered and shown; for missing ones the variable to set is named.",
    "models.replay": "Replay models return recorded replies, byte for byte.",
    "models.streaming": "Every provider streams, and stop sequences cut the text even if the provider ignores them.",
    "models.retry-statuses": "408, 409, 425, 429, 5xx and network errors are retried, other statuses are not.",
    "models.abort-socket": "An abort reaches the socket.",
    "models.first-token": "A call whose first token is late times out before its total limit.",
    "models.fallbacks": "A seat may have fallback models; the events say when one is used.",
  }),
]
