import { seatColour } from "../../components/seat-chip.tsx"

const places = [24, 88, 152, 216]

/** Four seats that speak in turn. */
export function PanelPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 240 96" className="w-60 max-w-full text-line-strong" fill="none">
      {places.slice(1).map((x) => (
        <path
          key={x}
          d={`M${x - 42} 40h20m-6-5 6 5-6 5`}
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      <path
        d="M216 66c0 24-192 24-192 4"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
      <path d="m18 72 6-6 6 6" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
      {places.map((x, place) => (
        <circle
          key={x}
          cx={x}
          cy="40"
          r="18"
          style={{ ...seatColour(place), fill: "var(--seat-soft)", stroke: "var(--seat)" }}
          strokeWidth="1.75"
        />
      ))}
    </svg>
  )
}
