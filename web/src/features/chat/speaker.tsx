import { isRehearsalModel } from "../../api/models.ts"
import { Badge, RehearsalBadge } from "../../components/badge.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { colourIndexOf } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"

interface SpeakerProps {
  readonly name: string
  readonly isHuman?: boolean
  readonly modelId?: string | null
}

/** The speaker's name, and whether it is a person or a model. */
export function Speaker({ name, isHuman = false, modelId }: SpeakerProps) {
  const texts = useTexts(chatTexts)
  return (
    <>
      <bdi className="font-semibold">{stripUnsafeCharacters(name)}</bdi>
      {isHuman && <Badge>{texts.human}</Badge>}
      {isRehearsalModel(modelId ?? undefined) ? (
        <RehearsalBadge />
      ) : (
        modelId && <span className="font-mono text-xs text-quiet">{stripUnsafeCharacters(modelId)}</span>
      )}
    </>
  )
}

/** An agent's avatar in its stable colour. */
export function AgentAvatar({ name, isSmall = false }: { readonly name: string; readonly isSmall?: boolean }) {
  const size = isSmall ? "size-6 text-[0.65rem]" : "size-8 text-xs"
  return <SeatAvatar name={stripUnsafeCharacters(name)} place={colourIndexOf(name)} className={size} />
}

/** A message's task reference. External ids may be long. */
export function TaskBadge({ id }: { readonly id: string }) {
  const text = useTexts(chatTexts).task(stripUnsafeCharacters(id))
  return (
    <span
      title={text}
      className="max-w-56 min-w-0 truncate rounded-full bg-sunken px-2.5 py-0.5 text-xs font-medium text-quiet"
    >
      {text}
    </span>
  )
}
