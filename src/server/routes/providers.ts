import { z } from "zod"
import type { Exact } from "../../core/discussion/decision-record.ts"
import { localOrganisationId } from "../../ports/key-store.ts"
import type { Access } from "../access/authorizer.ts"
import { type Api, jsonContent } from "../api.ts"
import { HttpError, renameFields } from "../http/http-error.ts"
import type { ProviderAdmin, Services } from "../services.ts"

const setupSchema = z
  .object({
    name: z
      .string()
      .meta({ description: "the provider's name; `compatible:lab` is a server called lab", example: "openai" }),
    title: z.string(),
    local: z.boolean().describe("whether it is a server on your own machine"),
    takesKey: z.boolean(),
    takesAddress: z.boolean(),
    testable: z.boolean().describe("whether it can be asked for its models without calling one"),
    key: z
      .enum(["environment", "file", "memory"])
      .nullable()
      .describe("where its key comes from; the key itself is in no answer"),
    baseUrl: z.string().optional(),
    exampleUrl: z.string().optional(),
    changed: z.boolean().describe("whether something was set with this call since the server started"),
  })
  .meta({ id: "ProviderSetup" })

const connection = {
  apiKey: z.string().min(1).max(4_096).optional().describe("its API key"),
  baseUrl: z.string().min(1).max(500).optional().describe("where it listens, for servers of your own"),
}

const changeSchema = z
  .strictObject({
    ...connection,
    keep: z
      .enum(["memory", "file"])
      .default("memory")
      .describe("where the key is kept: in this process until it ends, or in the file that `conclave login` writes"),
  })
  .refine(({ apiKey, baseUrl }) => apiKey !== undefined || baseUrl !== undefined, {
    path: ["apiKey"],
    message: "give an apiKey or a baseUrl",
  })
  .meta({ id: "ProviderChange", example: { baseUrl: "http://127.0.0.1:8080/v1" } })

const testSchema = z
  .strictObject(connection)
  .meta({ id: "ProviderTest", example: { baseUrl: "http://127.0.0.1:11434" } })

/** A provider as whoever runs the server may see it; never with its key. */
export type ProviderSetup = Exact<z.output<typeof setupSchema>>
export type KeySource = NonNullable<ProviderSetup["key"]>
export type ProviderChange = z.output<typeof changeSchema>

const setupAnswer = z.object({ provider: setupSchema }).meta({ id: "ProviderAnswer" })
const testAnswer = z
  .object({
    ok: z.boolean(),
    models: z.array(z.string()).describe("names to seat them by"),
    reason: z
      .enum(["silent", "refused", "other"])
      .optional()
      .describe("nothing answers there; the key was turned away; what answers lists no models"),
  })
  .meta({ id: "ProviderTestAnswer" })

export type ProviderTest = Exact<z.output<typeof testAnswer>>

const providerList = z.object({ providers: z.array(setupSchema), keepsFile: z.boolean() }).meta({ id: "ProviderList" })

const params = z.object({ name: z.string().meta({ description: "the provider's name", example: "ollama" }) })
const path = "/api/v1/providers"

/** Keys and addresses of providers, while the server runs. Keys go in and never come out. */
export function providerRoutes(api: Api): void {
  const routes = api.routes("Models", path)
  const admin = (access: Access) => requireProviders(api.services, access)

  routes.get("", {
    operationId: "listProviders",
    summary: "List providers and where their keys come from",
    description: "For whoever runs this server: an admin of its own organisation, or anybody on its machine.",
    scope: "admin",
    responses: { 200: jsonContent(providerList, "The providers") },
    handle: ({ access }) => {
      const providers = admin(access)
      return Response.json({ providers: providers.list(), keepsFile: providers.keepsFile })
    },
  })

  routes.put("/{name}", {
    operationId: "setProvider",
    summary: "Set a provider's key or address",
    description:
      "Without a restart. A key is kept in the memory of this process until it ends and is written nowhere, or with `keep: file` in the file of mode 0600 that `conclave login` writes. An address lasts until the process ends. A new address does not get a key that was set for another one. Other processes that run discussions do not learn of it.",
    scope: "admin",
    params,
    body: changeSchema,
    responses: { 200: jsonContent(setupAnswer, "The provider") },
    handle: async ({ access, params: { name }, body }) =>
      Response.json({ provider: await admin(access).change(name, body).catch(withOwnFields) }),
  })

  routes.delete("/{name}", {
    operationId: "forgetProvider",
    summary: "Forget a provider's key and address",
    description: "Forgets what was set here and removes its key from the file. What the environment says stays.",
    scope: "admin",
    params,
    responses: { 204: { description: "Forgotten" } },
    handle: async ({ access, params: { name } }) => {
      await admin(access).forget(name)
      return new Response(null, { status: 204 })
    },
  })

  routes.post("/{name}/test", {
    operationId: "testProvider",
    summary: "Test a provider's address and key",
    description: "Asks a server of your own for its models, with what is given here or else is set. Nothing is stored.",
    scope: "admin",
    params,
    body: testSchema,
    responses: { 200: jsonContent(testAnswer, "What it answered") },
    handle: async ({ access, params: { name }, body }) =>
      Response.json(await admin(access).test(name, body).catch(withOwnFields)),
  })
}

/** `conclave login` checks the same values under other names. */
function withOwnFields(error: unknown): never {
  throw renameFields(error, (field) => ({ provider: "name", key: "apiKey" })[field] ?? field)
}

function requireProviders(services: Services, access: Access): ProviderAdmin {
  if (access.organisationId !== localOrganisationId) {
    throw new HttpError("FORBIDDEN", "providers belong to the server, and only its own organisation may change them")
  }
  if (services.providers) return services.providers
  throw new HttpError("ROUTE_UNKNOWN", "the providers of this server cannot be changed from outside")
}

/** Providers belong to the server, so that no other organisation's admins may change them. */
export function mayChangeProviders({ providers }: Services, { scope, organisationId }: Access): boolean {
  return providers !== undefined && scope === "admin" && organisationId === localOrganisationId
}
