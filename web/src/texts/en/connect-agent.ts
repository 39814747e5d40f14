export const texts = {
  open: (name: string) => `Connect ${name}`,
  title: (name: string) => `Connect ${name}`,
  lead: "An outside agent waits for its turn and answers over HTTP or MCP. These lines work from a terminal that reaches this server.",
  wait: "Wait for the seat's turn, and read what it is asked",
  answer: "Answer",
  mcp: "Or add this server to an MCP client, whose tool is take_turn",
  key: "Create a key for this seat alone",
  keyLead: "The key may read this discussion and answer for this seat, and nothing else. It is shown here once.",
  copy: (what: string) => `Copy: ${what}`,
  copied: "Copied",
}

export type ConnectAgentTexts = typeof texts
