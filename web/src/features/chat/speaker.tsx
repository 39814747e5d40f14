import { isRehearsal } from "../../api/models.ts"
import { Badge } from "../../components/badge.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

interface SpeakerProps {
  readonly name: string
  readonly isHuman?: boolean
  readonly modelId?: string | null
}

/** Who said it: a name, and whether a person or a model is behind it. */
export function Speaker({ name, isHuman = false, modelId }: SpeakerProps) {
  const texts = useTexts(chatTexts)
  return (
    <>
      <bdi className="font-semibold">{stripUnsafeCharacters(name)}</bdi>
      {isHuman && <Badge>{texts.human}</Badge>}
      {isRehearsal(modelId ?? undefined) ? (
        <RehearsalBadge />
      ) : (
        modelId && <span className="font-mono text-xs text-quiet">{stripUnsafeCharacters(modelId)}</span>
      )}
    </>
  )
}
