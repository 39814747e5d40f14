type Value = string | number | boolean | null

const special = /["\\]/g

/** Values as PostgreSQL reads a row of a composite type. */
export function composite(values: readonly Value[]): string {
  return `(${values.map(field).join(",")})`
}

/** Rows as PostgreSQL reads an array of a composite type. */
export function composites(rows: readonly (readonly Value[])[]): string {
  return `{${rows.map((row) => quoted(composite(row))).join(",")}}`
}

function field(value: Value): string {
  if (value === null) return ""
  return typeof value === "string" ? quoted(value) : String(value)
}

function quoted(text: string): string {
  return `"${text.replace(special, "\\$&")}"`
}
