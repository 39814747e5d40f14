import type { Texts } from "../../../texts/languages.ts"

const en = {
  recorded: "Recorded with simulated models: no API was called. Nothing was edited.",
  table: "The table",
  own: "Start your own discussion",
  missing: "There is no such recording",
}

export const examplesTexts: Texts<typeof en> = {
  en,
  es: {
    recorded: "Grabada con modelos simulados: no se llamó a ninguna API. No se ha editado nada.",
    table: "La mesa",
    own: "Empezar una discusión propia",
    missing: "No existe esa grabación",
  },
  zh: {
    recorded: "由模拟模型录制：没有调用任何 API，内容未经编辑。",
    table: "圆桌",
    own: "开始自己的讨论",
    missing: "没有这个录像",
  },
}
