import type { Status } from "../../../../src/core/discussion/state.ts"

export const en = {
  nav: {
    label: "Main",
    home: "Home",
    chat: "Squad",
    projects: "Projects",
    agents: "Agents",
    models: "Models",
    settings: "Settings",
    open: "Open the menu",
    close: "Close the menu",
  },
  skip: "Skip to the content",
  language: "Language",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  loading: "Loading…",
  close: "Close",
  copyCode: "Copy code",
  copied: "Copied",
  cancel: "Cancel",
  save: "Save",
  rehearsal: "rehearsal",
  status: {
    queued: "Queued",
    running: "Running",
    waiting: "Waiting",
    paused: "Paused",
    completed: "Completed",
    failed: "Failed",
    aborted: "Stopped",
  } satisfies Record<Status, string>,
  errors: {
    unknown: "Something went wrong on our side. Try again; if it stays, the server's log says more.",
    unreachable: "The server cannot be reached. Is it running?",
    keyNeeded: "This server needs a key.",
    broken: "This part of the page broke",
    brokenLead: "Nothing that was said is lost. Load the page again, or go home.",
    reload: "Load again",
    tryAgain: "Try again",
  },
  notFound: {
    title: "There is nothing here",
    lead: "The address may be mistyped, or what was here is gone.",
    home: "Go home",
  },
  key: {
    title: "This server needs a key",
    missing: "Ask whoever runs it for an API key. It begins with cnk_.",
    invalid: "That key is not known here, or it was revoked. Try another.",
    label: "API key",
    remember: "Remember it on this computer; otherwise until this tab is closed",
    submit: "Use this key",
  },
}

export type ShellTexts = typeof en
