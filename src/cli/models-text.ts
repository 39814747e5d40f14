import type { ModelListing } from "./client.ts"
import { colours, type Terminal } from "./terminal.ts"
import { tableText } from "./text-layout.ts"

/** Lists the providers, what is missing to use them, and the models. */
export function modelsText({ providers, models }: ModelListing, { colour, width }: Terminal): string {
  const { bold } = colours(colour)
  const states = providers.map(({ name, ready, missing, problem, baseUrl }) => [
    `  ${name}`,
    ready ? "ready" : "not ready",
    missing ?? problem ?? baseUrl ?? "",
  ])
  const names = models.map(({ id, suggested, note }) => [
    `  ${id}`,
    note ?? (suggested ? "or any other model of this provider" : ""),
  ])
  return `${bold("Providers")}\n${tableText(states, width())}\n${bold("Models")}\n${tableText(names, width())}`
}
