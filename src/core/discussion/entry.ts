import type { Interjection, Turn } from "./turn.ts"
import type { Ballot } from "./vote.ts"

/** One piece of the public record, in the order in which everyone sees it. */
export type Entry =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "interjection"; readonly interjection: Interjection }
  | { readonly kind: "ballot"; readonly ballot: Ballot }
