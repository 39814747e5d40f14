import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts", "test/formats/**/*.test.ts"] } },
      { test: { name: "architecture", include: ["test/architecture/**/*.test.ts"] } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 120_000 } },
    ],
  },
})
