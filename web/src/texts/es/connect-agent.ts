import type { ConnectAgentTexts } from "../en/connect-agent.ts"

export const texts: ConnectAgentTexts = {
  open: (name) => `Conectar a ${name}`,
  title: (name) => `Conectar a ${name}`,
  lead: "Un agente externo espera su turno y responde por HTTP o MCP. Estas líneas funcionan en un terminal que llegue a este servidor.",
  wait: "Esperar el turno del asiento y leer lo que se le pregunta",
  answer: "Responder",
  mcp: "O añade este servidor a un cliente MCP; su herramienta es take_turn",
  key: "Crear una clave solo para este asiento",
  keyLead: "La clave permite leer esta discusión y responder por este asiento, nada más. Se muestra aquí una sola vez.",
  copy: (what) => `Copiar: ${what}`,
  copied: "Copiado",
}
