import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { colourIndexOf } from "./names.ts"

/** An agent's mark, in the colour it has wherever it is seen. */
export function AgentAvatar({ name, isSmall = false }: { readonly name: string; readonly isSmall?: boolean }) {
  const size = isSmall ? "size-6 text-[0.65rem]" : "size-8 text-xs"
  return <SeatAvatar name={stripUnsafeCharacters(name)} place={colourIndexOf(name)} className={size} />
}
