/** A mean with its 95% confidence interval. */
export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** Standard error of the mean. */
export function standardError(values: readonly number[]): number {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / Math.max(1, values.length - 1) / Math.max(1, values.length))
}

/** Wilson score interval of a share, which is valid for few values and near 0 and 1. */
export function shareInterval(right: number, count: number): Interval {
  if (count === 0) return { mean: 0, low: 0, high: 1 }
  const z = 1.96
  const share = right / count
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count)
  const half = (z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count)
  return { mean: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/**
 * How much more often the first of each pair is true than the second, by Newcombe's tenth method. Unlike a bootstrap
 * interval, it is wide if there are few pairs.
 */
export function pairedInterval(pairs: readonly (readonly [boolean, boolean])[]): Interval {
  const count = (first: boolean, second: boolean) => pairs.filter(([a, b]) => a === first && b === second).length
  const [both, one, other, none] = [count(true, true), count(true, false), count(false, true), count(false, false)]
  const [a, b] = [shareInterval(both + one, pairs.length), shareInterval(both + other, pairs.length)]
  const margins = (both + one) * (other + none) * (both + other) * (one + none)
  const product = both * none - one * other
  const corrected = product > 0 ? Math.max(0, product - pairs.length / 2) : product
  const related = margins === 0 ? 0 : corrected / Math.sqrt(margins)
  const reach = (up: number, down: number) => Math.sqrt(up * up - 2 * related * up * down + down * down)
  const gain = a.mean - b.mean
  return {
    mean: gain,
    low: Math.max(-1, gain - reach(a.mean - a.low, b.high - b.mean)),
    high: Math.min(1, gain + reach(a.high - a.mean, b.mean - b.low)),
  }
}

/** Pearson correlation; undefined if either variable is constant. */
export function correlation(pairs: readonly (readonly [number, number])[]): number | undefined {
  const [a, b] = [mean(pairs.map(([one]) => one)), mean(pairs.map(([, other]) => other))]
  const sum = (of: (one: number, other: number) => number) =>
    pairs.reduce((total, [one, other]) => total + of(one - a, other - b), 0)
  const spread = Math.sqrt(sum((one) => one * one) * sum((_, other) => other * other))
  return spread > 0 ? sum((one, other) => one * other) / spread : undefined
}
