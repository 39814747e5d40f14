import { useTexts } from "../../texts/use-language.ts"
import { discussionTexts } from "./texts.ts"

/** A position as it is read: an option as it is, yes and no in the reader's language, null as unreadable. */
export function usePositionText(): (position: string | null) => string {
  const { ballot } = useTexts(discussionTexts)
  return (position) => {
    if (position === null) return ballot.unreadable
    if (position === "yes") return ballot.yes
    return position === "no" ? ballot.no : position
  }
}
