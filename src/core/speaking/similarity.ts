type Vector = readonly number[]

/**
 * How like what was said before the newest contribution is: each is compared with the earlier one it is most like, and
 * the least alike counts, so that a single new thought makes a round new.
 */
export function roundSimilarity(fresh: readonly Vector[], before: readonly Vector[]): number {
  const closest = fresh.map((vector) => Math.max(...before.map((earlier) => cosine(vector, earlier))))
  return Math.round(Math.min(...closest) * 1_000) / 1_000
}

function cosine(a: Vector, b: Vector): number {
  let [product, lengthA, lengthB] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]!, b[index]!]
    product += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const both = Math.sqrt(lengthA) * Math.sqrt(lengthB)
  return both === 0 ? 0 : product / both
}
