import type { ConnectAgentTexts } from "../en/connect-agent.ts"

export const texts: ConnectAgentTexts = {
  open: (name) => `连接${name}`,
  title: (name) => `连接${name}`,
  lead: "外部智能体等待轮到它，然后通过 HTTP 或 MCP 作答。这些命令可在能访问此服务器的终端中使用。",
  wait: "等待轮到该席位，并读取提问",
  answer: "作答",
  mcp: "或将此服务器添加到 MCP 客户端，其工具为 take_turn",
  key: "创建仅用于此席位的密钥",
  keyLead: "此密钥只能读取这场讨论并代表此席位作答。密钥在这里只显示一次。",
  copy: (what) => `复制：${what}`,
  copied: "已复制",
}
