import { z } from "zod"
import type { Exact } from "../../core/discussion/decision-record.ts"
import { localOrganisationId } from "../../ports/key-store.ts"
import { type Access, requireLocal } from "../access/authorizer.ts"
import { type Api, jsonContent } from "../api.ts"
import { HttpError, renameFields } from "../http/http-error.ts"
import type { ProviderAdmin, Services } from "../services.ts"

const setupSchema = z
  .object({
    name: z.string().meta({
      description: "the provider's name; `compatible:lab` is a compatible server named lab",
      example: "openai",
    }),
    title: z.string(),
    local: z.boolean().describe("whether it runs on your own machine"),
    takesKey: z.boolean(),
    takesAddress: z.boolean(),
    testable: z.boolean().describe("whether `/test` can list its models"),
    key: z
      .enum(["environment", "file", "memory"])
      .nullable()
      .describe("where its key comes from; the key itself is never returned"),
    baseUrl: z.string().optional(),
    exampleUrl: z.string().optional(),
    changed: z.boolean().describe("whether its key or URL was changed since the server started"),
  })
  .meta({ id: "ProviderSetup" })

const connection = {
  apiKey: z.string().min(1).max(4_096).optional().describe("its API key"),
  baseUrl: z.string().min(1).max(500).optional().describe("its base URL; only for local and compatible servers"),
}

const changeSchema = z
  .strictObject({
    ...connection,
    keep: z
      .enum(["memory", "file"])
      .default("memory")
      .describe(
        "where to store the key: in memory until the process ends, or in the file that `conclave login` writes",
      ),
  })
  .refine(({ apiKey, baseUrl }) => apiKey !== undefined || baseUrl !== undefined, {
    path: ["apiKey"],
    message: "give an apiKey or a baseUrl",
  })
  .meta({ id: "ProviderChange", example: { baseUrl: "http://127.0.0.1:8080/v1" } })

const testSchema = z
  .strictObject(connection)
  .meta({ id: "ProviderTest", example: { baseUrl: "http://127.0.0.1:11434" } })

/** A provider's settings as its operator sees them, without the key. */
export type ProviderSetup = Exact<z.output<typeof setupSchema>>
export type KeySource = NonNullable<ProviderSetup["key"]>
export type ProviderChange = z.output<typeof changeSchema>

const setupAnswer = z.object({ provider: setupSchema }).meta({ id: "ProviderAnswer" })
const testAnswer = z
  .object({
    ok: z.boolean(),
    models: z.array(z.string()).describe("model names to use for seats"),
    reason: z
      .enum(["silent", "refused", "other"])
      .optional()
      .describe("`silent`: no response; `refused`: the key was rejected; `other`: the response lists no models"),
  })
  .meta({ id: "ProviderTestAnswer" })

export type ProviderTest = Exact<z.output<typeof testAnswer>>

const providerList = z.object({ providers: z.array(setupSchema), keepsFile: z.boolean() }).meta({ id: "ProviderList" })

const params = z.object({ name: z.string().meta({ description: "the provider's name", example: "ollama" }) })
const path = "/api/v1/providers"

/** Changes providers at runtime. Keys can be set but never read. */
export function providerRoutes(api: Api): void {
  const routes = api.routes("Models", path)
  const admin = (access: Access) => requireProviders(api.services, access)

  routes.get("", {
    operationId: "listProviders",
    summary: "List providers and where their keys come from",
    description: "For the operator: needs an admin key of the local organisation, or none on loopback.",
    scope: "admin",
    responses: { 200: jsonContent(providerList, "The providers") },
    handle: ({ access }) => {
      const providers = admin(access)
      return { providers: providers.list(), keepsFile: providers.keepsFile }
    },
  })

  routes.put("/{name}", {
    operationId: "setProvider",
    summary: "Set a provider's key or URL",
    description:
      "Takes effect without a restart, in this process only. The key is kept in memory, or with `keep: file` stored in the file (mode 0600) that `conclave login` writes. The URL is kept in memory. A new URL does not inherit a key that was set for another one.",
    scope: "admin",
    params,
    body: changeSchema,
    responses: { 200: jsonContent(setupAnswer, "The provider") },
    handle: async ({ access, params: { name }, body }) => ({
      provider: await admin(access).change(name, body).catch(withOwnFields),
    }),
  })

  routes.delete("/{name}", {
    operationId: "forgetProvider",
    summary: "Remove a provider's key and URL",
    description: "Removes what was set with this API, and its key from the file. Environment variables still apply.",
    scope: "admin",
    params,
    responses: { 204: { description: "Removed" } },
    handle: async ({ access, params: { name } }) => void (await admin(access).forget(name)),
  })

  routes.post("/{name}/test", {
    operationId: "testProvider",
    summary: "Test a provider's URL and key",
    description:
      "Lists the models of a local or compatible server, with the given or else the current URL and key. Nothing is stored.",
    scope: "admin",
    params,
    body: testSchema,
    responses: { 200: jsonContent(testAnswer, "The result of the test") },
    handle: ({ access, params: { name }, body }) => admin(access).test(name, body).catch(withOwnFields),
  })
}

/** `conclave login` checks the same values under other names. */
function withOwnFields(error: unknown): never {
  throw renameFields(error, (field) => ({ provider: "name", key: "apiKey" })[field] ?? field)
}

function requireProviders(services: Services, access: Access): ProviderAdmin {
  requireLocal(access, "providers belong to this server; only its local organisation may change them")
  if (services.providers) return services.providers
  throw new HttpError("ROUTE_UNKNOWN", "the providers of this server cannot be changed over HTTP")
}

/** Only admins of the local organisation may change the server's providers. */
export function mayChangeProviders({ providers }: Services, { scope, organisationId }: Access): boolean {
  return providers !== undefined && scope === "admin" && organisationId === localOrganisationId
}
