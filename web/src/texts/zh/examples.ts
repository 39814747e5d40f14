import type { ExamplesTexts } from "../en/examples.ts"

export const texts: ExamplesTexts = {
  recorded: "由模拟模型录制：没有调用任何 API，内容未经编辑。",
  table: "圆桌",
  own: "开始自己的讨论",
  missing: "没有这个录像",
}
