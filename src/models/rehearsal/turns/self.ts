import { clean, shorten } from "../clean.ts"
import { fragmentOf } from "../hearing.ts"
import type { Scene } from "../scene.ts"

const introductions = [
  { code: "en", pattern: /\byou are ((?:an?|the) [^.,;:\n]{3,60})/i, end: / (?:who|that|which|with|and|whose)\b.*$/i },
  {
    code: "es",
    pattern: /\b(?:eres|es usted) (?:una? |el |la )?([^.,;:\n]{3,60})/i,
    end: / (?:que|con|y|cuyo|cuya)\b.*$/i,
  },
  { code: "zh", pattern: /你是(?:一?[名位个])?([^。，；：,\n]{2,30})/, end: /$^/ },
] as const

/** Who the persona says the seat is, fit to stand after "the part of". */
function partIn(scene: Scene): string | undefined {
  const persona = scene.view.seat.persona?.slice(0, 400)
  if (persona === undefined) return undefined
  for (const { code, pattern, end } of introductions) {
    const found = pattern.exec(persona)?.[1]?.replace(end, "")
    if (found === undefined) continue
    const part = shorten(clean(found, 80), 48)
    if (part !== "") return code === scene.book.code ? part : scene.book.quote(part.replace(/^(?:an?|the) /i, ""))
  }
  return undefined
}

const ordinaryRoles = new Set([
  ..."divergent convergent critical queen manager leader specialist user member model-a model-b partner seat expert reviewer author pro con judge".split(
    " ",
  ),
  "",
])

/** A sentence about who speaks, from the persona or an out-of-the-ordinary role. */
export function introduceSelf(scene: Scene): string | undefined {
  const { role } = scene.view.seat
  const ordinary = ordinaryRoles.has(role.toLowerCase()) || role === scene.view.seat.id
  const part = partIn(scene) ?? (ordinary ? undefined : scene.book.quote(shorten(clean(role, 60), 40)))
  return part === undefined ? undefined : scene.fresh(scene.book.part, { part })
}

/** A sentence that lets the others know what the seat was told beforehand. */
export function fromBriefing(scene: Scene): string | undefined {
  const briefing = scene.view.seat.briefing?.slice(0, 1200)
  const fragment =
    briefing === undefined ? undefined : fragmentOf({ book: scene.book, text: briefing, roll: scene.dice.next() })
  return fragment === undefined ? undefined : scene.fresh(scene.book.briefing, { quote: scene.book.quote(fragment) })
}
