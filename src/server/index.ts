export type { AvailableModels } from "../operations/models.ts"
export { type Access, type Authenticate, localAccess, type Scope } from "./access/authorizer.ts"
export { checkBinding } from "./access/check-binding.ts"
export { createServer, defaultBodyLimit, type Server, type ServerOptions, type TraceRequest } from "./create-server.ts"
export type { HttpConnection } from "./http/connection.ts"
export type { RateLimits } from "./limits/stream-limits.ts"
export { Metrics } from "./metrics.ts"
export { type PageFile, type PageFiles, readPage } from "./page.ts"
export type { KeyOptions } from "./routes/keys.ts"
export type { McpHandler } from "./routes/mcp.ts"
export type {
  KeySource,
  OrganisationServices,
  ProviderAdmin,
  ProviderChange,
  ProviderSetup,
  ProviderTest,
  Resources,
  Services,
} from "./services.ts"
