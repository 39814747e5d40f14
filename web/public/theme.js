// Runs before the first paint, so that nobody who chose a theme sees the other one flash.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem("conclave.theme")
  } catch {}
  const isDark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
})()
