const key = "conclave.name"

/** The reader's name as this browser keeps it; empty where it keeps none. */
export function keptName(): string {
  try {
    return localStorage.getItem(key) ?? ""
  } catch {
    return ""
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(key, name)
  } catch {}
}
