import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { baseSettings } from "../../src/core/discussion/settings.ts"
import { settingsSchema } from "../../src/core/discussion/settings-schema.ts"
import { presetNames, presets } from "../../src/core/formats/index.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/formats.md"), "utf8")
const names = Object.keys(settingsSchema().shape) as (keyof typeof baseSettings)[]

test.for(names)("the guide has every format's default of %s", (name) => {
  const row = new RegExp(`^\\| \`${name}\` +\\| (.+?) +\\| .+\\|$`, "m").exec(guide)
  const own = presetNames.filter((preset) => write(presets[preset].settings[name]) !== write(baseSettings[name]))
  const differing = own.map((preset) => `${preset} ${write(presets[preset].settings[name])}`).join(", ")
  expect(row?.[1]).toBe([write(baseSettings[name]), differing].filter(Boolean).join("; "))
})

function write(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString("en")
  return `\`${typeof value === "string" ? value : JSON.stringify(value).replaceAll(",", ", ")}\``
}
