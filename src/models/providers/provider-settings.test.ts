import { describe, expect, test } from "vitest"
import { missingVariable, resolveBaseUrl } from "./index.ts"
import type { ProviderName } from "./list.ts"

describe("base URLs", () => {
  test.each<[ProviderName, string | undefined, string]>([
    ["openai", undefined, "https://api.openai.com/v1"],
    ["openai", "  ", "https://api.openai.com/v1"],
    ["openai", "http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"],
    ["anthropic", "https://proxy.example", "https://proxy.example/v1"],
    ["google", "https://proxy.example/", "https://proxy.example/v1beta"],
    ["openrouter", "https://proxy.example", "https://proxy.example/api/v1"],
    ["compatible", "localhost:8080", "http://localhost:8080/v1"],
    ["compatible", "localhost:8080/openai", "http://localhost:8080/openai"],
    ["azure", "my-resource", "https://my-resource.openai.azure.com/openai/v1"],
    ["azure", "my-resource.openai.azure.com", "https://my-resource.openai.azure.com/openai/v1"],
    ["azure", "https://my-resource.openai.azure.com/openai", "https://my-resource.openai.azure.com/openai"],
    ["bedrock", "eu-central-1", "https://bedrock-runtime.eu-central-1.amazonaws.com"],
    ["bedrock", "us-gov-west-1", "https://bedrock-runtime.us-gov-west-1.amazonaws.com"],
    ["bedrock", "cn-north-1", "https://bedrock-runtime.cn-north-1.amazonaws.com.cn"],
    [
      "bedrock",
      "vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com",
      "https://vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com",
    ],
    ["bedrock", "http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["azure", "http://127.0.0.1:8080/openai/v1", "http://127.0.0.1:8080/openai/v1"],
    ["mistral", undefined, "https://api.mistral.ai/v1"],
    ["groq", "https://proxy.example", "https://proxy.example/openai/v1"],
    ["xai", "https://proxy.example", "https://proxy.example/v1"],
    ["deepseek", "https://proxy.example/", "https://proxy.example"],
    ["ollama", undefined, "http://127.0.0.1:11434"],
    ["ollama", "gpu-box:11435", "http://gpu-box:11435"],
    ["ollama", "gpu-box", "http://gpu-box:11434"],
    ["ollama", ":9000", "http://127.0.0.1:9000"],
    ["ollama", "0.0.0.0:11434", "http://127.0.0.1:11434"],
    ["ollama", "https://ollama.example/", "https://ollama.example"],
    ["ollama", "http://127.0.0.1:11434/api/", "http://127.0.0.1:11434"],
  ])("%s at %s is %s", (name, baseUrl, expected) => {
    expect(resolveBaseUrl(name, baseUrl === undefined ? {} : { baseUrl })).toBe(expected)
  })

  test("an invalid URL is reported with its variable", () => {
    expect(() => resolveBaseUrl("compatible", { baseUrl: "http://" })).toThrow(
      expect.objectContaining({ code: "MODEL_UNAVAILABLE", message: expect.stringContaining("COMPATIBLE_BASE_URL") }),
    )
  })
})

test("a missing setting is reported with its variable [models.discovery]", () => {
  expect(missingVariable("openai", {})).toBe("OPENAI_API_KEY")
  expect(missingVariable("google", { apiKey: "" })).toBe("GOOGLE_GENERATIVE_AI_API_KEY")
  expect(missingVariable("compatible", { apiKey: "k" })).toBe("COMPATIBLE_BASE_URL")
  expect(missingVariable("compatible", { baseUrl: "http://x" })).toBeUndefined()
  expect(missingVariable("azure", {})).toBe("AZURE_API_KEY")
  expect(missingVariable("azure", { apiKey: "k" })).toBe("AZURE_BASE_URL")
  expect(missingVariable("bedrock", { apiKey: "k" })).toBe("BEDROCK_BASE_URL")
  expect(missingVariable("azure", { apiKey: "k", baseUrl: "my-resource" })).toBeUndefined()
  expect(missingVariable("ollama", {})).toBeUndefined()
  expect(missingVariable("anthropic", { apiKey: "k" })).toBeUndefined()
})
