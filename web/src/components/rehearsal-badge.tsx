import { shellTexts } from "../shell/texts/index.ts"
import { useTexts } from "../texts/use-language.ts"
import { Badge } from "./badge.tsx"

/** Stands wherever a rehearsal model is named or speaks. */
export function RehearsalBadge() {
  return <Badge tone="warn">{useTexts(shellTexts).rehearsal}</Badge>
}
