import type { SettingsTexts } from "../en/settings.ts"

export const texts: SettingsTexts = {
  title: "设置",
  lead: "本页面的外观和语言。只保存在这个浏览器中。",
  language: { title: "语言", lead: "页面的语言。讨论保持其自身的语言。" },
  theme: {
    title: "主题",
    system: "跟随系统",
    light: "浅色",
    dark: "深色",
  },
  motion: {
    title: "动态效果",
    follows: "跟随系统，系统没有要求减少动态效果。",
    reduced: "系统要求减少动态效果，因此这里没有动画。",
  },
  key: {
    title: "此服务器的访问密钥",
    none: "没有使用密钥。自己机器上的服务器不需要；需要时页面会询问。",
    remembered: "正在使用密钥，此浏览器会记住它。",
    untilClosed: "正在使用密钥，直到关闭此标签页。",
    forget: "忘记密钥",
    forgotten: "密钥已忘记。",
    enter: "输入密钥",
  },
  server: {
    title: "服务器",
    admin: "管理：密钥、费用、webhook",
    address: "地址",
    state: "状态",
    ready: "就绪",
    unavailable: "未就绪",
    unreachable: "无法连接",
    looking: "正在检查…",
    checks: { database: "数据库", writes: "写入数据库", workers: "工作进程" },
    works: "正常",
    failed: "失败",
  },
  learn: {
    title: "了解更多",
    api: "API 参考",
    openapi: "供程序使用的 API 描述（OpenAPI）",
    guides: "指南",
    guide: {
      formats: "各种形式，以及何时使用",
      models: "模型的名称、密钥和地址",
      deciding: "投票与计票方法",
      people: "以真人身份参与",
      squad: "提问并等待：小队",
      http: "调用服务器",
    },
  },
}
