import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts.ts"

/** Display text of a position: options unchanged, yes and no translated, null as unreadable. */
export function usePositionText(): (position: string | null) => string {
  const { ballot } = useTexts(discussionTexts)
  return (position) => {
    if (position === null) return ballot.unreadable
    if (position === "yes") return ballot.yes
    return position === "no" ? ballot.no : position
  }
}
