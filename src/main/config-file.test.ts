import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { resolveTable } from "../core/tables/resolve-table.ts"
import { tableDefaults } from "./config.ts"
import { readYamlConfig } from "./config-file.ts"
import { readProcessSettings } from "./process-settings.ts"
import { createTableRegistry } from "./table-files.ts"

const whole = `
consensus:
  discussion_rounds: 2
  agreement_threshold: all
  max_rounds: 12
statement_min_length: 40
statement_validation_retries: 2
public_history_max_length: 50000
memory_management:
  guidance_style: structured
  statement_max_length: 200
  enable_truncation: false
finisher_restrictions_active: false
use_fixed_speaking_order: true
`

describe("configuration file", () => {
  test("is parsed as in the specification", () => {
    const { config, locations: places } = readYamlConfig(`${whole}port: 4700\n`, "config.yaml")
    expect(config.consensus).toEqual({ discussion_rounds: 2, agreement_threshold: "all", max_rounds: 12 })
    expect(config.memory_management?.guidance_style).toBe("structured")
    expect(places.port).toBe(4700)
  })

  test("its values are the defaults of a discussion [hive.config] [assembly.config]", () => {
    const defaults = { ...tableDefaults(readYamlConfig(whole, "config.yaml").config, createTableRegistry()), seed: 1 }
    const settings = (input: object) => resolveTable({ topic: "Tea?", ...input }, defaults).format.settings
    expect(settings({ format: "hive" })).toMatchObject({ rounds: 2, agreement: "all" })
    expect(settings({ format: "hive", options: { rounds: 12 } }).rounds).toBe(12)
    expect(settings({ format: "duet", options: { rounds: 13 } }).rounds).toBe(13)
    expect(settings({ format: "assembly" })).toMatchObject({
      statementMinLength: 40,
      statementRetries: 2,
      historyMaxLength: 50_000,
      memoryStyle: "structured",
      memoryStatementMaxLength: 200,
      memoryTruncation: false,
      finisherRestriction: false,
      order: "fixed",
    })
    const some = {
      ...tableDefaults(
        readYamlConfig("consensus: { agreement_threshold: 0.6 }", "c.yaml").config,
        createTableRegistry(),
      ),
      seed: 1,
    }
    expect(resolveTable({ topic: "Tea?", format: "assembly" }, some).format.settings.agreement).toBe(0.6)
    expect(resolveTable({ topic: "Tea?", format: "assembly" }, some).format.settings.order).toBe("shuffled")
  })

  test("an unknown key is reported with its position and the nearest known one [cli.unknown-key]", () => {
    const text = "model: x/y\nconsensus:\n  discusion_rounds: 2\n"
    expect(() => readYamlConfig(text, "conclave.yaml")).toThrow(
      'conclave.yaml:3:3 consensus.discusion_rounds: unknown field; did you mean "discussion_rounds"?',
    )
    expect(() => readYamlConfig("prot: 1\n", "c.yaml")).toThrow('c.yaml:1:1 prot: unknown field; did you mean "port"?')
  })

  test("an invalid value and invalid YAML are reported with their position", () => {
    expect(() => readYamlConfig("consensus:\n  max_rounds: many\n", "c.yaml")).toThrow(
      /^c\.yaml:2:3 consensus\.max_rounds: /,
    )
    expect(() => readYamlConfig("model: [x\n", "c.yaml")).toThrow(/^c\.yaml:\d+:\d+: /)
    expect(() => readYamlConfig("- a\n", "c.yaml")).toThrow(/^c\.yaml/)
    expect(() => readYamlConfig("a: 1\na: 2\n", "c.yaml")).toThrow(/^c\.yaml:2:1: /)
  })

  test("a provider key is reported as such, and not shown", () => {
    const text = "providers:\n  openai:\n    api_key: sk-secret-1\n"
    const read = () => readYamlConfig(text, "c.yaml")
    expect(read).toThrow("c.yaml:3:5 providers.openai.api_key: keys do not belong in this file; set OPENAI_API_KEY")
    expect(read).not.toThrow(/sk-secret/)
  })
})

describe("the settings of a process", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "conclave-config-"))
    writeFileSync(join(folder, "config.yaml"), "port: 1\nhost: 10.0.0.1\ndata: from-file\n")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("flags win over variables, variables over the file [cli.settings]", async () => {
    const env = { PORT: "2", HOST: "10.0.0.2", CONCLAVE_DATA: "from-variable" }
    const of = async (flags: object, variables: object) => {
      const { port, host, location } = await readProcessSettings(flags, variables as typeof env, folder)
      return { port, host, location }
    }
    expect(await of({}, {})).toEqual({ port: 1, host: "10.0.0.1", location: { data: "from-file" } })
    expect(await of({}, env)).toEqual({ port: 2, host: "10.0.0.2", location: { data: "from-variable" } })
    const flags = { port: 3, host: "10.0.0.3", data: "from-flag" }
    expect(await of(flags, env)).toEqual({ port: 3, host: "10.0.0.3", location: { data: "from-flag" } })
    expect((await of({ data: "here" }, { DATABASE_URL: "postgres://x/y" })).location).toEqual({ data: "here" })
    expect((await of({}, { DATABASE_URL: "postgres://x/y" })).location).toEqual({ url: "postgres://x/y" })
  })

  test("conclave.yaml takes precedence over config.yaml, and a file given by name must exist", async () => {
    expect((await readProcessSettings({}, {}, folder)).configPath).toBe("config.yaml")
    writeFileSync(join(folder, "conclave.yaml"), "port: 9\n")
    expect((await readProcessSettings({}, {}, folder)).port).toBe(9)
    await expect(readProcessSettings({ config: "other.yaml" }, {}, folder)).rejects.toThrow(
      "other.yaml: no such file or folder; check the path",
    )
    await expect(readProcessSettings({}, { PORT: "x" }, folder)).rejects.toThrow('PORT: must be a number, not "x"')
  })
})
