const places = [0, 60, 120, 180, 240, 300]

/** A table with six places. */
export function Logo() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 text-accent" fill="currentColor">
      <circle cx="16" cy="16" r="5.5" />
      {places.map((angle, index) => (
        <circle
          key={angle}
          cx={16 + 11.5 * Math.sin((angle * Math.PI) / 180)}
          cy={16 - 11.5 * Math.cos((angle * Math.PI) / 180)}
          r="3"
          opacity={1 - (index % 4) * 0.15}
        />
      ))}
    </svg>
  )
}
