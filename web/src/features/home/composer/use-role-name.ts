import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"

/** A built-in role in the reader's language; other roles unchanged. */
export function useRoleName(): (role: string) => string {
  const roles: Readonly<Record<string, string>> = useTexts(homeTexts).roles
  return (role) => (Object.hasOwn(roles, role) ? roles[role]! : stripUnsafeCharacters(role))
}
