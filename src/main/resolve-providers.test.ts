import { describe, expect, test } from "vitest"
import { parseConfig } from "./config.ts"
import { resolveProviders } from "./resolve-providers.ts"

describe("provider settings", () => {
  test("keys and base URLs come from their variables [models.keys]", () => {
    const env = {
      OPENAI_API_KEY: "k1",
      ANTHROPIC_API_KEY: "k2",
      GOOGLE_GENERATIVE_AI_API_KEY: "k3",
      OPENROUTER_API_KEY: " k4 ",
      COMPATIBLE_API_KEY: "k5",
      AWS_BEARER_TOKEN_BEDROCK: "k10",
      AWS_REGION: "us-east-1",
      AZURE_API_KEY: "k6",
      AZURE_RESOURCE_NAME: "my-resource",
      MISTRAL_API_KEY: "k7",
      GROQ_API_KEY: "k8",
      XAI_API_KEY: "k9",
      DEEPSEEK_API_KEY: "k10",
      COMPATIBLE_BASE_URL: "http://127.0.0.1:8080/v1",
      OLLAMA_HOST: "box:11434",
      OPENAI_BASE_URL: "http://proxy/v1",
      ANTHROPIC_BASE_URL: "  ",
    }
    expect(resolveProviders(env, {})).toEqual({
      openai: { apiKey: "k1", baseUrl: "http://proxy/v1" },
      anthropic: { apiKey: "k2" },
      google: { apiKey: "k3" },
      openrouter: { apiKey: "k4" },
      azure: { apiKey: "k6", baseUrl: "my-resource" },
      bedrock: { apiKey: "k10", baseUrl: "us-east-1" },
      mistral: { apiKey: "k7" },
      groq: { apiKey: "k8" },
      xai: { apiKey: "k9" },
      deepseek: { apiKey: "k10" },
      ollama: { baseUrl: "box:11434" },
      compatible: { apiKey: "k5", baseUrl: "http://127.0.0.1:8080/v1" },
    })
  })

  test("several compatible servers by name, from variables and the file [models.named-servers]", () => {
    const servers = { lab: { base_url: "http://file/v1" }, home: { base_url: "http://home/v1", concurrency: 3 } }
    const config = parseConfig({ providers: { compatible: { servers } } })
    const env = { COMPATIBLE_LAB_BASE_URL: "http://lab/v1", COMPATIBLE_BIG_BOX_BASE_URL: "http://big/v1" }
    expect(resolveProviders({ ...env, COMPATIBLE_BIG_BOX_API_KEY: "k1" }, config)).toMatchObject({
      compatible: {},
      "compatible:lab": { baseUrl: "http://lab/v1" },
      "compatible:home": { baseUrl: "http://home/v1" },
      "compatible:big-box": { baseUrl: "http://big/v1", apiKey: "k1" },
    })
    expect(() => parseConfig({ providers: { compatible: { servers: { "My Lab": {} } } } })).toThrow(/like lab/)
    const secret = { providers: { compatible: { servers: { lab: { api_key: "sk-canary" } } } } }
    expect(() => parseConfig(secret)).toThrow(/servers\.lab\.api_key: .*COMPATIBLE_LAB_API_KEY/)
  })

  test("a variable overrides the file, and the file overrides the default", () => {
    const config = parseConfig({
      providers: { openai: { base_url: "http://file/v1" }, ollama: { base_url: "http://file:1", concurrency: 2 } },
    })
    const { openai, ollama } = resolveProviders({ OLLAMA_HOST: "http://variable:1" }, config)
    expect(openai.baseUrl).toBe("http://file/v1")
    expect(ollama.baseUrl).toBe("http://variable:1")
  })

  test.each(["api_key", "apiKey", "key", "token"])(
    "a key in the file (%s) is refused, and not shown [models.keys]",
    (name) => {
      expect(() => parseConfig({ providers: { openai: { [name]: "sk-canary" } } })).toThrow(
        `config.providers.openai.${name}: keys do not belong in this file; set OPENAI_API_KEY in the environment`,
      )
    },
  )

  test("so is a key in a URL [models.keys]", () => {
    const read = () => parseConfig({ providers: { compatible: { base_url: "http://me:canary@host/v1" } } })
    expect(read).toThrow(/config\.providers\.compatible\.base_url: must not contain a user name/)
    expect(read).not.toThrow(/canary/)
  })

  test("unknown providers and settings are reported by name", () => {
    expect(() => parseConfig({ providers: { opanai: {} } })).toThrow(/config\.providers\.opanai.*did you mean "openai"/)
    expect(() => parseConfig({ providers: { openai: { concurency: 1 } } })).toThrow(/did you mean "concurrency"/)
    expect(() => parseConfig({ providers: { openai: { base_url: "ftp://x" } } })).toThrow(/must be a URL/)
  })
})
