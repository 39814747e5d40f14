import type { Api } from "./api.ts"

type Document = ReturnType<Api["app"]["getOpenAPI31Document"]>

const description = `Several minds at one table: models, people and outside agents take turns, vote, and leave one agreed
answer with its record. Every refusal is \`{ error: { code, message, details? } }\`. Calls that create honour \`Idempotency-Key\`.`

const tags = [
  { name: "Discussions", description: "Start, list, show and follow discussions of every format." },
  { name: "Steering", description: "Speak, pause, go on and stop." },
  { name: "Duet", description: "Two models until they agree, in one call." },
  { name: "Squad", description: "Ask other agents and go on with what they answered." },
  { name: "Chat", description: "What is said in the squad, as it is said." },
  { name: "Webhooks", description: "Be told of prompts wherever you are." },
  { name: "Panel", description: "A project's standing panel, with people at the table." },
  { name: "Projects", description: "Who sits in a panel, and about what." },
  { name: "Agents", description: "Templates of those who can be seated." },
  { name: "Models", description: "What can be seated." },
  { name: "Tables", description: "Formats with their settings." },
  { name: "Keys", description: "Who may, and what they may spend." },
  { name: "Operations", description: "For those who run the server." },
]

/** The OpenAPI 3.1 document of everything that an API answers to. */
export function openApiDocument(api: Api): Document {
  const registry = api.app.openAPIRegistry
  registry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "An API key. On loopback none is needed.",
  })
  registry.registerComponent("securitySchemes", "keyHeader", {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same key in a header of its own.",
  })
  registry.registerComponent("securitySchemes", "ticket", {
    type: "apiKey",
    in: "query",
    name: "ticket",
    description: "For event streams: a ticket that was got with a key, where no header can be sent.",
  })
  return api.app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Conclave",
      version: "1",
      description,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      contact: { name: "Conclave" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags,
  })
}
