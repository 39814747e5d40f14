import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts/index.ts"

/** What a message is about. Ids of others may be long. */
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
