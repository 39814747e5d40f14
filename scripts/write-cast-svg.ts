/** A recorded terminal session: screens with their colours as escape sequences. */
export interface Cast {
  readonly columns: number
  readonly rows: number
  readonly durationMs: number
  readonly frames: readonly { readonly at: number; readonly screen: string }[]
}

const [cellWidth, lineHeight, padding, barHeight] = [8.4, 19, 16, 30]

/** Colours for dark and light pages, in the order of the escape sequences. */
const palettes = {
  dark: {
    page: "#16181d",
    bar: "#23262d",
    text: "#d6d9e0",
    dim: "#8b92a1",
    colours: ["#f28b82", "#8fd694", "#f3d27a", "#8ab4f8", "#d7a8f5", "#7fd7e0"],
  },
  light: {
    page: "#fbfbfc",
    bar: "#eceef2",
    text: "#22252b",
    dim: "#646b78",
    colours: ["#b3261e", "#1b6e2d", "#7a5b00", "#1a57c4", "#7b2fa8", "#0b6a75"],
  },
} as const

/** An animated SVG: a strip of screens that moves by one screen per frame. Repeated rows are defined once. */
export function writeCastSvg({ columns, rows, durationMs, frames }: Cast): string {
  const width = Math.ceil(columns * cellWidth + 2 * padding)
  const height = rows * lineHeight + 2 * padding + barHeight
  const known = new Map<string, number>()
  const strip = frames.map(({ screen }, index) => {
    // Styles continue across lines.
    const style: Style = { bold: false, dim: false, colour: 0 }
    const used = screen.split("\n").flatMap((line, row) => {
      const text = writeLine(line, style)
      if (text === "") return []
      if (!known.has(text)) known.set(text, known.size)
      return [`<use href="#r${known.get(text)}" y="${row * lineHeight}"/>`]
    })
    return `<g transform="translate(${index * width})">${used.join("")}</g>`
  })
  const defined = [...known].map(([text, index]) => `<text id="r${index}" y="5">${text}</text>`)
  const moves = frames.map(
    ({ at }, index) => `${((at / durationMs) * 100).toFixed(2)}%{transform:translateX(-${index * width}px)}`,
  )
  const last = `translateX(-${(frames.length - 1) * width}px)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal in which Conclave discusses a question and lists it">
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;dominant-baseline:hanging}
.b{font-weight:700}
${paletteRules("dark")}
@media (prefers-color-scheme:light){${paletteRules("light")}}
.strip{animation:play ${Math.round(durationMs)}ms steps(1,end) infinite}
@keyframes play{${moves.join("")}100%{transform:${last}}}
@media (prefers-reduced-motion:reduce){.strip{animation:none;transform:${last}}}
</style>
<defs>${defined.join("\n")}</defs>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<path class="bar" d="M0 ${barHeight}V8a8 8 0 0 1 8-8H${width - 8}a8 8 0 0 1 8 8V${barHeight}z"/>
<circle cx="20" cy="15" r="5" fill="#f28b82"/><circle cx="38" cy="15" r="5" fill="#f3d27a"/><circle cx="56" cy="15" r="5" fill="#8fd694"/>
<clipPath id="screen"><rect width="${width - padding}" height="${height - barHeight - padding / 2}"/></clipPath>
<g transform="translate(${padding} ${barHeight + padding / 2})" clip-path="url(#screen)"><g class="strip">
${strip.join("\n")}
</g></g>
</svg>
`
}

function paletteRules(name: keyof typeof palettes): string {
  const { page, bar, text, dim, colours } = palettes[name]
  const rules = colours.map((colour, index) => `.c${index + 1}{fill:${colour}}`)
  return `.page{fill:${page}}.bar{fill:${bar}}text{fill:${text}}.d{fill:${dim}}${rules.join("")}`
}

/** One line as spans, each positioned at its column, so that the font cannot shift the rest. */
function writeLine(line: string, style: Style): string {
  let spans = ""
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches colour escapes
  for (const part of line.trimEnd().split(/(\u001b\[[\d;]*m)/)) {
    const codes = part.startsWith("\u001b[") ? part.slice(2, -1) : undefined
    if (codes !== undefined) for (const code of codes.split(";").map(Number)) applyCode(style, code)
    else if (part !== "") {
      const names = [style.bold && "b", style.dim && "d", style.colour > 0 && `c${style.colour}`].filter(Boolean)
      const at = part.length - part.trimStart().length
      const named = names.length > 0 ? ` class="${names.join(" ")}"` : ""
      const text = part.trim()
      if (text !== "")
        spans += `<tspan x="${+((column + at) * cellWidth).toFixed(1)}"${named}>${escapeXml(text)}</tspan>`
      column += part.length
    }
  }
  return spans
}

interface Style {
  bold: boolean
  dim: boolean
  colour: number
}

function applyCode(style: Style, code: number): void {
  if (code === 0 || code === 22) style.bold = style.dim = false
  if (code === 0 || code === 39) style.colour = 0
  if (code === 1) style.bold = true
  if (code === 2) style.dim = true
  if (code >= 31 && code <= 36) style.colour = code - 30
  if (code >= 91 && code <= 96) style.colour = code - 90
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
