import type { ReactNode } from "react"
import type { PresetName } from "../../../../../src/core/formats/index.ts"

const seat = (place: number) => `var(--seat-${place})`
const soft = (place: number) => `var(--seat-soft-${place})`

function Place({
  x,
  y,
  place,
  r = 9,
}: {
  readonly x: number
  readonly y: number
  readonly place: number
  readonly r?: number
}) {
  return <circle cx={x} cy={y} r={r} fill={soft(place)} stroke={seat(place)} strokeWidth="1.75" />
}

/** Two speakers and their agreement. */
const duet = (
  <>
    <path d="M40 22c12-12 28-12 40 0" className="flow" />
    <path d="M80 42c-12 12-28 12-40 0" className="flow" />
    <Place x={30} y={32} place={1} r={12} />
    <Place x={90} y={32} place={2} r={12} />
    <path d="m54 32 4.5 4.5L67 28" stroke="var(--good)" strokeWidth="2.5" />
  </>
)

/** Roles in a row; the second is a person. */
const panel = (
  <>
    <path d="M20 32h82m-6-5 6 5-6 5" className="flow" />
    <Place x={16} y={32} place={1} />
    <g stroke={seat(2)} fill={soft(2)} strokeWidth="1.75">
      <rect x="33" y="19" width="26" height="26" rx="6" />
      <circle cx="46" cy="28" r="4" />
      <path d="M38.500 41c1-5 3.500-6.500 7.500-6.500s6.500 1.500 7.500 6.500" fill="none" />
    </g>
    <Place x={76} y={32} place={3} />
    <Place x={108} y={32} place={4} />
  </>
)

const cell = (x: number, y: number, size: number) =>
  [0, 60, 120, 180, 240, 300]
    .map((angle) => (angle * Math.PI) / 180)
    .map((angle) => `${(x + size * Math.sin(angle)).toFixed(1)},${(y - size * Math.cos(angle)).toFixed(1)}`)
    .join(" ")

/** Three cells that lead to the queen's. */
const hive = (
  <>
    <path d="M34 16h34M34 32h34M34 48h34" className="flow" />
    {[14, 32, 50].map((y, index) => (
      <polygon key={y} points={cell(24, y, 10)} fill={soft(index + 1)} stroke={seat(index + 1)} strokeWidth="1.75" />
    ))}
    <polygon points={cell(88, 32, 20)} fill={soft(5)} stroke={seat(5)} strokeWidth="1.75" />
    <path d="M79 37v-9l4.500 4 4.500-6 4.500 6 4.500-4v9Z" stroke={seat(5)} strokeWidth="1.75" />
  </>
)

/** Five around a ballot box. */
const assembly = (
  <>
    {[
      [16, 40],
      [32, 17],
      [60, 9],
      [88, 17],
      [104, 40],
    ].map(([x, y], index) => (
      <g key={x}>
        <path d={`M${x} ${y} 60 44`} className="flow" />
        <Place x={x!} y={y!} place={index + 1} r={8} />
      </g>
    ))}
    <rect x="46" y="37" width="28" height="20" rx="3" fill="var(--surface)" stroke="var(--ink)" strokeWidth="1.75" />
    <path d="M54 43h12M60 31v12" stroke="var(--ink)" strokeWidth="1.75" />
  </>
)

/** Any other table: a table. */
const other = (
  <>
    <circle cx="60" cy="32" r="13" fill="var(--sunken)" stroke="var(--line-strong)" strokeWidth="1.75" />
    {[0, 72, 144, 216, 288].map((angle, index) => (
      <Place
        key={angle}
        x={60 + 24 * Math.sin((angle * Math.PI) / 180)}
        y={32 - 24 * Math.cos((angle * Math.PI) / 180)}
        place={index + 1}
        r={6.5}
      />
    ))}
  </>
)

const pictures: Readonly<Record<PresetName, ReactNode>> = { duet, panel, hive, assembly }

/** The formats with a picture, simplest first; shown before the tables are loaded. */
export const presetOrder = Object.keys(pictures) as readonly PresetName[]

export function isPreset(format: string): format is PresetName {
  return Object.hasOwn(pictures, format)
}

/** A decorative picture of a format; the text says the same. */
export function FormatPicture({ format, className = "" }: { readonly format: string; readonly className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 64"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`[&_.flow]:stroke-line-strong [&_.flow]:[stroke-dasharray:1_4] [&_.flow]:[stroke-width:1.5] ${className}`}
    >
      {isPreset(format) ? pictures[format] : other}
    </svg>
  )
}
