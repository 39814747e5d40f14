/** `npm run bench -- core` runs one group of benchmarks; without a name all of them. */
const groups: Readonly<Record<string, () => Promise<{ main: () => Promise<void> }>>> = {
  core: () => import("./core.ts"),
  storage: () => import("./storage.ts"),
  embedded: () => import("./embedded.ts"),
  server: () => import("./server.ts"),
  refusals: () => import("./refusals.ts"),
  recovery: () => import("./recovery.ts"),
  models: () => import("./models-overhead.ts"),
  telemetry: () => import("./telemetry.ts"),
  cli: () => import("./cli.ts"),
  page: () => import("./page.ts"),
}

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0) {
  console.error(`unknown benchmark: ${unknown.join(", ")}; choose from ${Object.keys(groups).join(", ")}`)
  process.exit(2)
}
for (const name of requested.length > 0 ? requested : Object.keys(groups)) await (await groups[name]!()).main()
