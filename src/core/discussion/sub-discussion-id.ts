import { hash } from "../random.ts"

/**
 * The id of a sub-discussion, which follows from its parent's and its own number: whoever begins it, and however often,
 * it is the same one. It has the form of a UUID, since ids of discussions have.
 */
export function subDiscussionId(parentId: string, subId: string): string {
  const hex = [1, 2, 3, 4].map((salt) => hex32(mixBits(hash(`${salt}/${parentId}/${subId}/${salt}`), salt))).join("")
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) % 4]!
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    "-",
  )
}

/** Spreads what differs in a few characters over all bits. */
function mixBits(value: number, salt: number): number {
  let bits = Math.imul(value ^ (value >>> 16) ^ salt, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, "0")
}
