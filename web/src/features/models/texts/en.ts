export const en = {
  title: "Models",
  lead: "What can take a seat here, and what is missing for more.",
  refresh: "Look again",
  refreshed: (count: number) => (count === 1 ? "1 model found" : `${count} models found`),
  ready: "Ready",
  search: "Find a model",
  searchPlaceholder: "Part of a name",
  nothing: "No model has that in its name.",
  notSetUp: "Not set up",
  notSetUpLead:
    "Keys are read from the environment when the server starts. Set the variable where you start it, and start it again; the key never comes to this page.",
  local: "Servers of your own",
  localLead: "Models on your machine or network. They are looked for each time this page asks.",
  rehearsalLead:
    "Built-in actors for trying things out. They think nothing: everything they say is made up and marked as rehearsal.",
  suggestedLead: "A few to begin with. Any other model of theirs can be seated by its name, too.",
  needs: (variable: string) => `Needs ${variable}`,
  silent: (address: string) => `Nothing answers at ${address}.`,
  silentAdvice: "Start it, or tell where it is:",
  found: (count: number) => (count === 1 ? "1 model" : `${count} models`),
  context: (tokens: string) => `${tokens} tokens of context`,
  price: (input: string, output: string) => `${input} in · ${output} out`,
  priceHint: "for a million tokens",
  free: "No charge: runs on your machine",
  reasoning: "thinks first",
  copy: (name: string) => `Copy ${name}`,
  copied: (name: string) => `Copied ${name}`,
  notCopied: "The browser did not allow copying",
  start: "Start with it",
  showAll: (count: string) => `Show all ${count}`,
}

export type ModelsTexts = typeof en
