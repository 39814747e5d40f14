import { useStoredDraft } from "../../../preferences/stored-draft.ts"
import type { LanguageCode } from "../../../texts/languages.ts"
import { emptySeat, emptySettings, type SeatDraft, type SettingsDraft } from "./draft.ts"
import { presetOrder } from "./format-picture.tsx"

interface ComposerDraft {
  readonly topic: string
  readonly format: string
  /** By format, only if changed. */
  readonly seats: Readonly<Record<string, readonly SeatDraft[]>>
  /** Removed seats by format, so that they can be restored. */
  readonly removed: Readonly<Record<string, readonly SeatDraft[]>>
  readonly settings?: SettingsDraft
}

const empty: ComposerDraft = { topic: "", format: presetOrder[0]!, seats: {}, removed: {} }

/** The stored draft of this name; fields missing from older versions get their defaults. */
export function useComposerDraft(name: string) {
  const [stored, setDraft] = useStoredDraft<ComposerDraft>(name, empty)
  const draft = { ...empty, ...stored }
  const { format, seats, removed, settings } = draft
  return {
    ...draft,
    seats: seats[format]?.map((seat) => emptySeat(seat)),
    removed: removed[format] ?? [],
    settingsFor: (language: LanguageCode): SettingsDraft => ({ ...emptySettings(language), ...settings }),
    change: (changes: Partial<ComposerDraft>) => setDraft({ ...draft, ...changes }),
    setSeats: (next: readonly SeatDraft[], gone: readonly SeatDraft[]) =>
      setDraft({ ...draft, seats: { ...seats, [format]: next }, removed: { ...removed, [format]: gone } }),
  }
}
