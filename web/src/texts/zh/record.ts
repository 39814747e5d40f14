import { recordWords } from "../../../../src/core/public/view.ts"
import type { RecordTexts } from "../en/record.ts"

export const texts: RecordTexts = {
  ...recordWords.zh,
  severities: { critical: "严重", major: "重要", minor: "轻微" },
  owner: (name) => `（${name}）`,
  agreedBy: (names) => `同意：${names}`,
  copy: "复制记录",
  copied: "记录已复制。",
  notCopied: "浏览器不允许复制。",
  print: "打印全部",
}
