import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ModelCall, VoteForm } from "../../ports/model.ts"
import { anthropic } from "./anthropic.ts"
import { google } from "./google.ts"
import { ollama } from "./ollama.ts"
import { openai } from "./openai.ts"
import { openrouter } from "./openrouter.ts"
import type { ModelCapabilities } from "./provider.ts"
import { writeRequest } from "./write-request.ts"

function asked(changes: Partial<ModelCall> = {}): ModelCall {
  return {
    discussionId: "d",
    label: "Ann's turn in round 1, attempt 1",
    prompt: { rules: "The rules.", transcript: ["<<Ann>>\nHi", "<<Ben>>\nHo"], ask: "You are Ann." },
    temperature: 0.7,
    maxTokens: 2_048,
    stop: ["[", "\n\n", "Speaker:"],
    seed: 7,
    ...changes,
  }
}

const plain: ModelCapabilities = { structured: true, maxStopSequences: 4, seed: true, thinkingTokens: 0 }
const cached: ModelCapabilities = { ...plain, cacheBreakpoint: { anthropic: { cacheControl: { type: "ephemeral" } } } }

describe("the request of a call", () => {
  test("sets the effort and its token allowance for models that support it, and includes the provider's own options", () => {
    const thinker = { ...plain, effort: true }
    const own = { serviceTier: "flex" }
    expect(writeRequest(asked({ effort: "xhigh", providerOptions: own }), thinker, "openai")).toMatchObject({
      reasoning: "xhigh",
      maxOutputTokens: 2_048 + 32_768,
      providerOptions: { openai: own },
    })
    expect(writeRequest(asked({ effort: "none" }), thinker).maxOutputTokens).toBe(2_048)
    const silent = writeRequest(asked({ effort: "high" }), plain)
    expect(silent.reasoning).toBeUndefined()
    expect(silent.maxOutputTokens).toBe(2_048)
    expect(openai.capabilities("gpt-4.1").effort).toBe(false)
    expect(ollama.capabilities("qwen3:8b").effort).toBe(true)
  })

  test("rules are the system message, everything else is one user message", () => {
    expect(writeRequest(asked(), plain)).toEqual({
      prompt: [
        { role: "system", content: "The rules." },
        { role: "user", content: [{ type: "text", text: "<<Ann>>\nHi\n\n<<Ben>>\nHo\n\nYou are Ann." }] },
      ],
      temperature: 0.7,
      maxOutputTokens: 2_048,
      stopSequences: ["[", "Speaker:"],
      seed: 7,
    })
  })

  test("stop sequences are limited to the model's maximum, and are never white space", () => {
    const stop = ["\n\n", " ", "a", "b", "c", "d", "e", "f"]
    expect(writeRequest(asked({ stop }), plain).stopSequences).toEqual(["a", "b", "c", "d"])
    expect(writeRequest(asked({ stop }), google.capabilities("gemini-2.5-pro")).stopSequences).toHaveLength(5)
    expect(writeRequest(asked({ stop }), openai.capabilities("o4-mini"))).not.toHaveProperty("stopSequences")
    expect(writeRequest(asked({ stop }), ollama.capabilities("llama3")).stopSequences).toHaveLength(6)
    expect(writeRequest(asked({ stop }), ollama.capabilities("deepseek-r1:8b"))).not.toHaveProperty("stopSequences")
    expect(writeRequest(asked({ stop: ["\n\n"] }), plain)).not.toHaveProperty("stopSequences")
  })

  test("models that reason within the output limit get a higher one", () => {
    expect(writeRequest(asked(), openai.capabilities("gpt-5-mini")).maxOutputTokens).toBeGreaterThan(2_048)
    expect(writeRequest(asked(), openai.capabilities("gpt-5-chat-latest")).maxOutputTokens).toBe(2_048)
    expect(writeRequest(asked(), openai.capabilities("gpt-4.1")).maxOutputTokens).toBe(2_048)
    expect(writeRequest(asked(), google.capabilities("gemini-2.0-flash")).maxOutputTokens).toBe(2_048)
    expect(writeRequest(asked(), anthropic.capabilities("claude-sonnet-4-5")).maxOutputTokens).toBe(2_048)
  })

  test("seeds are in the range of the provider", () => {
    fc.assert(
      fc.property(fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }), (seed) => {
        const sent = writeRequest(asked({ seed }), plain).seed ?? -1
        expect(Number.isInteger(sent) && sent >= 0 && sent < 2 ** 31).toBe(true)
      }),
    )
    expect(writeRequest(asked(), anthropic.capabilities("claude-sonnet-4-5"))).not.toHaveProperty("seed")
  })

  test("the schema of a vote allows only the options, unless there are too many for a schema", () => {
    const schema = (voteForm: VoteForm, voteOptions: readonly string[]) =>
      JSON.stringify(writeRequest(asked({ voteForm, voteOptions }), plain).responseFormat)
    for (const form of ["single", "ranking", "approval", "scores"] as const) {
      expect(schema(form, ["Tea", "Tea", "Milk"])).toContain('"enum":["Tea","Milk"]')
      expect(
        schema(
          form,
          Array.from({ length: 60 }, (_, index) => `${index}`),
        ),
      ).not.toContain("enum")
      expect(schema(form, ["Tea", "x".repeat(6_000)])).not.toContain("enum")
    }
    expect(schema("yes-no", [])).not.toContain("enum")
  })

  test("a vote is requested as the object that is parsed, if the model supports schemas", () => {
    const format = (voteForm: VoteForm, abilities = plain) =>
      writeRequest(asked({ voteForm }), abilities).responseFormat
    expect(keysOf(format("yes-no"))).toEqual(["confidence", "hasConsensus", "proposedSolution", "reasoning"])
    expect(keysOf(format("single"))).toEqual(["amount", "choice", "confidence", "reasoning"])
    expect(keysOf(format("scores"))).toEqual(["amount", "confidence", "reasoning", "scores"])
    expect(format("yes-no", { ...plain, structured: false })).toBeUndefined()
    expect(writeRequest(asked(), plain)).not.toHaveProperty("responseFormat")
  })
})

function keysOf(format: ReturnType<typeof writeRequest>["responseFormat"]): readonly string[] {
  if (format?.type !== "json") return []
  const { properties, required, additionalProperties } = format.schema ?? {}
  expect(required?.toSorted()).toEqual(Object.keys(properties ?? {}).toSorted())
  expect(additionalProperties).toBe(false)
  return required?.toSorted() ?? []
}

describe("prompt caching", () => {
  const breakpoint = { anthropic: { cacheControl: { type: "ephemeral" } } }

  test("breakpoints are after the rules and after the newest entry, never within the seat's own part", () => {
    expect(writeRequest(asked(), cached).prompt).toEqual([
      { role: "system", content: "The rules.", providerOptions: breakpoint },
      {
        role: "user",
        content: [
          { type: "text", text: "<<Ann>>\nHi\n\n" },
          { type: "text", text: "<<Ben>>\nHo\n\n", providerOptions: breakpoint },
          { type: "text", text: "You are Ann." },
        ],
      },
    ])
    expect(openrouter.capabilities("anthropic/claude-sonnet-4.5").cacheBreakpoint).toHaveProperty("openrouter")
    expect(openrouter.capabilities("meta/llama-3").cacheBreakpoint).toBeUndefined()
  })

  test("from turn to turn the shared text is only appended to [traps.stable-prompts]", () => {
    const text = fc.string({ minLength: 1 })
    fc.assert(
      fc.property(fc.array(text), fc.array(text), text, text, (before, added, ann, ben) => {
        for (const abilities of [plain, cached]) {
          const written = (transcript: string[], ask: string) =>
            writeRequest(asked({ prompt: { rules: "Rules", transcript, ask } }), abilities)
              .prompt.map(({ content }) =>
                typeof content === "string"
                  ? content
                  : content.map((part) => ("text" in part ? part.text : "")).join(""),
              )
              .join("\n")
          const first = written(before, ann)
          const shared = first.slice(0, first.length - ann.length)
          const second = written([...before, ...added], ben)
          expect(second.startsWith(shared)).toBe(true)
        }
      }),
    )
  })

  test("blocks of the previous call are unchanged in the next one", () => {
    const blocks = (transcript: string[]) => {
      const [, user] = writeRequest(asked({ prompt: { rules: "", transcript, ask: "?" } }), cached).prompt
      if (user?.role !== "user") throw new Error("no user message")
      return user.content.slice(0, -1).map((part) => (part.type === "text" ? part.text : ""))
    }
    expect(blocks(["a", "b", "c"]).slice(0, 2)).toEqual(blocks(["a", "b"]))
  })
})
