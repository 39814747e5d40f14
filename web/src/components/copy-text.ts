/** Copies text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // The clipboard API is missing when the page is served to another machine without TLS.
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea")
  const focused = document.activeElement
  area.value = text
  area.className = "sr-only"
  // While a dialog is open, only text inside it can be selected.
  ;(document.querySelector("dialog[open]") ?? document.body).append(area)
  area.select()
  const isCopied = document.execCommand("copy")
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
