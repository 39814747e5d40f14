import type { ReactNode } from "react"

/** 24×24 line icons in the current text colour. */
const drawings = {
  add: <path d="M12 5v14M5 12h14" />,
  alert: <path d="M12 4 3 19.5h18L12 4ZM12 10v4.5M12 17.2v.1" />,
  archive: <path d="M4 5h16v4H4V5ZM5.5 9v10h13V9M10 13h4" />,
  arrow: <path d="M5 12h14M13 6l6 6-6 6" />,
  ban: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM6 6l12 12" />,
  branch: <path d="M7 5v14M7 12c6 0 10-1 10-6M5 5h4M15 5h4M5 19h4" />,
  chat: <path d="M4 5h16v11H10l-4 4v-4H4V5Z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  chevron: <path d="m7 10 5 5 5-5" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  copy: <path d="M9 9h11v11H9V9ZM5 15H4V4h11v1" />,
  down: <path d="M12 5v14M6 13l6 6 6-6" />,
  download: <path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />,
  edit: <path d="M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4" />,
  filter: <path d="M4 6.5h16M7 12h10M10 17.5h4" />,
  grip: <path strokeWidth="2.5" d="M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1" />,
  hand: (
    <path d="M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5v-1a1.5 1.5 0 0 1 3 0V11m0-5a1.5 1.5 0 0 1 3 0v7c0 4-2 7-6 7-3 0-4.5-1.5-6-4.5L5 12a1.6 1.6 0 0 1 3-1" />
  ),
  key: <path d="M14.5 3.5a6 6 0 1 0-5 9.9L4 19v2h3v-2h2v-2h2l2.6-3.6a6 6 0 0 0 .9-9.9ZM16 8v.1" />,
  link: <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />,
  more: <path strokeWidth="2.75" d="M5 12v.1M12 12v.1M19 12v.1" />,
  panel: <path d="M4 5h16v14H4V5ZM9.5 5v14" />,
  pause: <path d="M8 5v14M16 5v14" />,
  person: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />,
  pin: <path d="M9 4h6l-1 6 3.5 3.5h-11L10 10 9 4ZM12 13.5V20" />,
  play: <path d="M8 5v14l11-7L8 5Z" />,
  plug: <path d="M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0V8ZM12 17v4" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4" />,
  reply: <path d="M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1" />,
  screen: <path d="M3.5 5h17v11h-17V5ZM9 20h6M12 16v4" />,
  search: <path d="M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4 4" />,
  send: <path d="m4 4 16.5 8L4 20l2.5-8L4 4ZM6.5 12h7" />,
  server: <path d="M4 4.5h16v6H4v-6ZM4 13.5h16v6H4v-6ZM7.5 7.5v.1M7.5 16.5v.1" />,
  spark: <path d="M12 3v5M12 16v5M3 12h5M16 12h5M6 6l3 3M15 15l3 3M18 6l-3 3M9 15l-3 3" />,
  stop: <path d="M6 6h12v12H6V6Z" />,
  sun: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4" />
  ),
  tag: <path d="M4 4h8l8 8-8 8-8-8V4ZM8.5 8.5v.1" />,
  trash: <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />,
  up: <path d="M12 19V5M6 11l6-6 6 6" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

export function Icon({ name, className = "size-5" }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      {drawings[name]}
    </svg>
  )
}
