import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { writeToMemory } from "./test/support/memory-folder.ts"

writeToMemory()

// Processes that tests start from sources need not strip and compile them again: half of the CPU time of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled")

/** What a test waits for takes its time on a busy machine; how long says nothing about whether it is right. */
const patient = { poll: { timeout: 30_000 } }

/** Files that replace modules, which those that share a process would keep. */
const replacing = ["src/models/guard/guarded-fetch.test.ts"]

export default defineConfig({
  test: {
    // Most of the long tests wait for processes, databases and browsers; with fewer, two cores would be idle.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: "unit",
          include: ["src/**/*.test.ts", "test/{formats,logs,models,server,wire}/**/*.test.ts"],
          exclude: replacing,
          // Each file would load all modules again, half of the CPU time of short tests.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      { test: { name: "isolated", include: replacing, testTimeout: 30_000 } },
      {
        test: {
          name: "storage",
          isolate: false,
          expect: patient,
          include: ["test/{storage,squad}/**/*.test.ts"],
          globalSetup: "test/support/postgres-setup.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "originals",
          isolate: false,
          expect: patient,
          include: ["test/originals/**/*.test.ts"],
          globalSetup: ["test/support/postgres-setup.ts", "test/originals/table.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "chaos",
          isolate: false,
          expect: patient,
          include: ["test/chaos/**/*.test.ts"],
          globalSetup: "test/support/postgres-setup.ts",
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "architecture",
          include: ["test/architecture/**/*.test.ts"],
          testTimeout: 60_000,
          isolate: false,
        },
      },
      { test: { name: "web", isolate: false, include: ["web/src/**/*.test.{ts,tsx}"], testTimeout: 30_000 } },
      {
        test: {
          name: "browser",
          isolate: false,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: "test/browser/setup.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "e2e",
          isolate: false,
          expect: patient,
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
