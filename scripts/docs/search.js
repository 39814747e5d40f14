// Finds sections that contain every typed word; matches in titles come first.
const search = document.querySelector("search")
const input = search.querySelector("input")
const list = search.querySelector("ul")
const indexUrl = new URL(search.dataset.index, location.href)
let sections

input.addEventListener("focus", load, { once: true })
input.addEventListener("input", show)
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") list.hidden = true
  if (event.key === "ArrowDown") list.querySelector("a")?.focus()
})
list.addEventListener("keydown", (event) => {
  const row = document.activeElement?.closest("li")
  const next =
    event.key === "ArrowDown" ? row?.nextElementSibling : event.key === "ArrowUp" && row?.previousElementSibling
  next?.querySelector("a")?.focus()
  if (event.key === "Escape") {
    list.hidden = true
    input.focus()
  }
})

async function load() {
  sections ??= fetch(indexUrl).then((answer) => answer.json())
  return sections
}

async function show() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : rank(await load(), words)
  list.replaceChildren(...found.slice(0, 12).map((section) => toRow(section, words)))
  if (words.length > 0 && found.length === 0) {
    const nothing = document.createElement("li")
    nothing.textContent = "No section contains all of these words."
    list.append(nothing)
  }
  list.hidden = words.length === 0
}

function rank(all, words) {
  const score = ({ title, text, url }) => {
    const [head, body] = [title.toLowerCase(), text.toLowerCase()]
    if (!words.every((word) => head.includes(word) || body.includes(word))) return 0
    const inTitle = words.filter((word) => head.includes(word)).length
    return 1 + 3 * inTitle + (url.startsWith("adr/") ? 0 : 1)
  }
  const scored = all.map((section) => ({ section, points: score(section) })).filter(({ points }) => points > 0)
  return scored.sort((a, b) => b.points - a.points).map(({ section }) => section)
}

function toRow({ url, title, text }, words) {
  const row = document.createElement("li")
  const link = document.createElement("a")
  link.href = new URL(url, indexUrl)
  const head = document.createElement("strong")
  head.textContent = title
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40)
  link.append(head, ` ${at > 0 ? "…" : ""}${text.slice(at, at + 120)}`)
  row.append(link)
  return row
}
