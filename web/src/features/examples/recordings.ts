import type { PublicEvent } from "../../../../src/core/public/types.ts"
import type { LanguageCode } from "../../texts/languages.ts"

/** Recorded by `scripts/record-examples.ts`; each file is loaded when it is played. */
const recordings = import.meta.glob<{ readonly default: unknown }>("../../texts/*/recordings/*.json")

export async function loadRecording(name: string, language: LanguageCode): Promise<readonly PublicEvent[]> {
  const find = (code: LanguageCode) => recordings[`../../texts/${code}/recordings/${name}.json`]
  const load = find(language) ?? find("en")
  if (!load) throw new Error(`there is no recording ${name}`)
  return (await load()).default as readonly PublicEvent[]
}
