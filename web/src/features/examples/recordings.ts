import type { PublicEvent } from "../../../../src/core/public/types.ts"
import type { LanguageCode } from "../../texts/languages.ts"

/** As `scripts/record-examples.ts` recorded them; each is a file that only those who play it fetch. */
const recordings = import.meta.glob<{ readonly default: unknown }>("../../texts/*/recordings/*.json")

export async function loadRecording(name: string, language: LanguageCode): Promise<readonly PublicEvent[]> {
  const find = (code: LanguageCode) => recordings[`../../texts/${code}/recordings/${name}.json`]
  const load = find(language) ?? find("en")
  if (!load) throw new Error(`there is no recording ${name}`)
  return (await load()).default as readonly PublicEvent[]
}
