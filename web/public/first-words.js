// The home page's heading before its code has come. A test keeps these the same as the page's own texts.
;(() => {
  const words = {
    en: [
      "Put several minds at one table",
      "Models, people and agents take turns, hear each other, vote, and leave one answer with its whole record.",
    ],
    es: [
      "Varias mentes en una misma mesa",
      "Modelos, personas y agentes hablan por turnos, se escuchan, votan y dejan una respuesta con todo su registro.",
    ],
    zh: ["让几种思路同桌而谈", "模型、人和智能体轮流发言、互相倾听、投票，最后留下一个答案和完整的记录。"],
  }
  let chosen
  try {
    chosen = localStorage.getItem("conclave.language")
  } catch {
    // Where storage is forbidden, the browser's languages decide.
  }
  const wanted = [chosen, ...navigator.languages].map((code) => code?.toLowerCase().split("-")[0])
  const language = wanted.find((code) => Object.hasOwn(words, code)) ?? "en"
  const main = document.querySelector("[data-first-words]")
  if (!main || location.pathname !== "/") return
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language
  ;[main.children[0].textContent, main.children[1].textContent] = words[language]
  main.classList.remove("hidden")
})()
