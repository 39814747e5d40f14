import type { placeholders } from "../discussion/format.ts"

type Values = { readonly [P in (typeof placeholders)[number]]?: string }

/** A table file's words with what stands in braces filled in; braces that mean nothing to us stay. */
export function fillPlaceholders(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key as keyof Values]! : whole,
  )
}
