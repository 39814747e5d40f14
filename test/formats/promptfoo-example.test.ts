import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parse } from "yaml"
import ConclaveProvider from "../../examples/promptfoo/provider.ts"

const folder = join(import.meta.dirname, "../../examples/promptfoo")
const config = parse(readFileSync(join(folder, "promptfooconfig.yaml"), "utf8")) as {
  readonly providers: readonly { readonly label: string; readonly config: { readonly format: "panel" } }[]
  readonly tests: readonly { readonly vars: { readonly question: string; readonly options: readonly string[] } }[]
}

test.each(config.providers)("the provider of the promptfoo example answers as $label", async (given) => {
  // promptfoo adds the folder of its configuration to the configuration of each provider.
  const provider = new ConclaveProvider({ id: given.label, config: { ...given.config, basePath: folder } })
  expect(provider.id()).toBe(given.label)
  for (const { vars } of config.tests) {
    const answer = await provider.callApi(vars.question, { vars })
    if (!("output" in answer)) expect.unreachable(answer.error)
    expect(vars.options).toContain(answer.output)
    expect(answer.tokenUsage.total).toBeGreaterThan(0)
  }
})
