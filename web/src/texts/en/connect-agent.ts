export const texts = {
  open: (name: string) => `Connect ${name}`,
  title: (name: string) => `Connect ${name}`,
  lead: "An outside agent waits for its turn and answers over HTTP or MCP. These commands work in any terminal that can reach this server.",
  wait: "Wait for the seat's turn, and read its prompt",
  answer: "Answer",
  mcp: "Or add this server to an MCP client and call its tool take_turn",
  key: "Create a key for this seat only",
  keyLead: "The key may read this discussion and answer for this seat, and nothing else. It is shown here once.",
  copy: (what: string) => `Copy: ${what}`,
  copied: "Copied",
}

export type ConnectAgentTexts = typeof texts
