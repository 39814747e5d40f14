import { html, raw } from "hono/html"

export type Html = ReturnType<typeof html>

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --muted: #57606a; --line: #d0d7de; --paper: #fff; --mark: #0b5cad }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --muted: #9aa4af; --line: #30363d; --paper: #0d1117; --mark: #79b8ff }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25 } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
a { color: var(--mark) } .muted { color: var(--muted) } .text { white-space: pre-wrap; margin: .25rem 0 1rem }
code, pre { font-family: ui-monospace, monospace; font-size: .9em } pre { overflow-x: auto; padding: .75rem;
  border: 1px solid var(--line); border-radius: .4rem } table { border-collapse: collapse; width: 100% }
td, th { text-align: start; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line) }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; color: var(--mark) }
blockquote { margin: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--muted) }
li > p { margin: .2rem 0 }
@media print {
  :root { --ink: #000; --muted: #333; --line: #999; --paper: #fff; --mark: #000 }
  @page { margin: 18mm }
  body { max-width: none; padding: 0; font-size: 10.5pt }
  h1, h2, h3, h4 { break-after: avoid } pre, tr, blockquote, li { break-inside: avoid }
  pre { overflow: visible; white-space: pre-wrap } a::after { content: " (" attr(href) ")"; font-size: .85em }
}
`

/** A self-contained page without scripts or external resources. */
export function htmlPage(title: string, content: Html | readonly Html[], language = "en"): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${content}
</body>
</html>
`
}

/** Allows nothing but the inline style, even if the content contains markup. */
export const htmlPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
