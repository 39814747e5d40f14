export const texts = {
  title: "Settings",
  lead: "How this page looks and speaks to you. Saved in this browser.",
  language: { title: "Language", lead: "Language of this page. Discussions keep their own language." },
  theme: {
    title: "Theme",
    system: "System",
    light: "Light",
    dark: "Dark",
  },
  motion: {
    title: "Motion",
    follows: "Follows your system, which does not ask for less motion.",
    reduced: "Your system asks for less motion, so nothing moves here.",
  },
  key: {
    title: "Access key of this server",
    none: "No key is in use. A server on your own machine needs none; where one is needed, the page asks for it.",
    remembered: "A key is in use, and this browser remembers it.",
    untilClosed: "A key is in use until this tab is closed.",
    forget: "Forget the key",
    forgotten: "The key is forgotten.",
    enter: "Enter a key",
  },
  server: {
    title: "Server",
    admin: "Administration: keys, spending, webhooks",
    address: "Address",
    state: "State",
    ready: "Ready",
    unavailable: "Not ready",
    unreachable: "Cannot be reached",
    looking: "Checking…",
    checks: { database: "Database", writes: "Database writes", workers: "Workers" } as Readonly<Record<string, string>>,
    works: "works",
    failed: "failed",
  },
  learn: {
    title: "Learn more",
    api: "API reference",
    openapi: "API description for programs (OpenAPI)",
    guides: "Guides",
    guide: {
      formats: "The formats, and when to use which",
      models: "Names, keys and addresses of models",
      deciding: "Ballots and voting methods",
      people: "Taking part as a person",
      squad: "Ask and wait: the squad",
      http: "Calling the server",
    },
  },
}

export type SettingsTexts = typeof texts
