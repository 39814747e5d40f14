import { modelsResponse } from "../core/public/models-schema.ts"
import { operation } from "./operation.ts"

export const modelOperations = {
  listModels: operation({
    names: { http: "listModels", command: "models" },
    title: "List available models",
    description:
      "Models of every provider with an API key and of local servers, and how to make other providers available.",
    output: modelsResponse,
  }),
}
