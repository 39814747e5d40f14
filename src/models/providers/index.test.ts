import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { describe, expect, test } from "vitest"
import { providerModels, providerNames } from "./index.ts"

const keys = Object.fromEntries(providerNames.map((name) => [name, { apiKey: "k", baseUrl: "http://127.0.0.1:1/v1" }]))

describe("finding a model", () => {
  test("every provider is found by its prefix, even if the model name contains slashes", () => {
    const models = providerModels(keys)
    for (const name of providerNames) expect(models.find(`${name}/some-model`)?.id).toBe(`${name}/some-model`)
    expect(models.find("openrouter/meta/llama-3")?.id).toBe("openrouter/meta/llama-3")
    expect(models.find("openai/gpt")).toBe(models.find("openai/gpt"))
  })

  test("names without a known prefix are left to other sources", () => {
    const models = providerModels(keys)
    for (const name of ["rehearsal/auto", "openai", "openai/", "openai/ ", "", "/x", "constructor/x"]) {
      expect(models.find(name)).toBeUndefined()
    }
  })

  test("without a key the variable to set is named [models.discovery]", () => {
    expect(() => providerModels({}).find("anthropic/claude")).toThrow(
      expect.objectContaining({
        code: "MODEL_UNAVAILABLE",
        recoverable: false,
        message: "anthropic/claude needs ANTHROPIC_API_KEY to be set",
        problems: [{ field: "model", message: "set ANTHROPIC_API_KEY", values: { variable: "ANTHROPIC_API_KEY" } }],
      }),
    )
    expect(() => providerModels({}).find("compatible/any")).toThrow("COMPATIBLE_BASE_URL")
    expect(providerModels({}).find("ollama/llama3")?.id).toBe("ollama/llama3")
  })

  test("votes are requested as objects only from models that support schemas", () => {
    const structured = (name: string) => providerModels(keys).find(name)?.structured
    expect(structured("openai/gpt-4.1")).toBe(true)
    expect(structured("openai/gpt-4-turbo")).toBe(false)
    expect(structured("anthropic/claude-sonnet-4-5")).toBe(true)
    expect(structured("google/gemini-2.5-flash")).toBe(true)
    expect(structured("google/gemma-3-27b-it")).toBe(false)
    expect(structured("openrouter/openai/gpt-5")).toBe(true)
    expect(structured("openrouter/meta/llama-3")).toBe(false)
    expect(structured("azure/gpt-4.1")).toBe(true)
    expect(structured("bedrock/us.anthropic.claude-sonnet-5")).toBe(true)
    expect(structured("bedrock/us.amazon.nova-lite-v1:0")).toBe(true)
    expect(structured("bedrock/us.meta.llama3-3-70b-instruct-v1:0")).toBe(false)
    expect(structured("mistral/mistral-small-2603")).toBe(true)
    expect(structured("groq/openai/gpt-oss-120b")).toBe(true)
    expect(structured("groq/llama-3.3-70b-versatile")).toBe(false)
    expect(structured("xai/grok-4.6")).toBe(true)
    expect(structured("deepseek/deepseek-v4-pro")).toBe(false)
    expect(structured("ollama/llama3")).toBe(true)
    expect(structured("ollama/gpt-oss:120b-cloud")).toBe(false)
    expect(structured("compatible/any")).toBe(false)
  })
})

test("no provider's package is loaded before a model is called", async () => {
  const script = `
    import { registerHooks } from "node:module"
    const loaded = []
    registerHooks({ resolve: (name, context, next) => (loaded.push(name), next(name, context)) })
    const { providerModels } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)})
    const models = providerModels({ openai: { apiKey: "k", baseUrl: "http://127.0.0.1:1" } })
    const model = models.find("openai/gpt-4.1")
    const before = loaded.filter((name) => /ai-sdk|genai-prices/.test(name))
    const call = { prompt: { rules: "", transcript: [], ask: "" }, stop: [], seed: 1, maxTokens: 1 }
    await model.stream(call, new AbortController().signal).next().catch(() => {})
    const after = loaded.filter((name) => name === "@ai-sdk/openai")
    console.log(JSON.stringify({ before, after }))`
  const run = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])
  expect(JSON.parse(run.stdout)).toEqual({ before: [], after: ["@ai-sdk/openai"] })
})
