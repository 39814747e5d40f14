import type { ModelListing } from "./client.ts"
import { colours, type Terminal } from "./terminal.ts"
import { tableText, wrapText } from "./text-layout.ts"

/** Lists the providers, what is missing to use them, and the models. */
export function modelsText(
  { providers, models }: ModelListing,
  { colour, width }: Pick<Terminal, "colour" | "width">,
): string {
  const { bold } = colours(colour)
  const nameWidth = Math.max(0, ...providers.map(({ name }) => name.length))
  const states = providers.map(({ name, ready, missing, problem, baseUrl }) => {
    const start = `  ${name.padEnd(nameWidth)}  ${(ready ? "ready" : "not ready").padEnd("not ready".length)}  `
    // Wrapped, not cut: it says what to do.
    const detail = wrapText(missing ?? problem ?? baseUrl ?? "", width(), " ".repeat(start.length))
    return detail === "" ? `${start.trimEnd()}\n` : start + detail.trimStart()
  })
  const names = models.map(({ id, suggested, note }) => [
    `  ${id}`,
    note ?? (suggested ? "or any other model of this provider" : ""),
  ])
  return `${bold("Providers")}\n${states.join("")}\n${bold("Models")}\n${tableText(names, width())}`
}
