import type { ModelsTexts } from "./en.ts"

export const es: ModelsTexts = {
  title: "Modelos",
  lead: "Lo que puede ocupar un asiento aquí y lo que falta para tener más.",
  refresh: "Mirar de nuevo",
  refreshed: (count) => (count === 1 ? "1 modelo encontrado" : `${count} modelos encontrados`),
  ready: "Listos",
  search: "Buscar un modelo",
  searchPlaceholder: "Parte de un nombre",
  nothing: "Ningún modelo tiene eso en su nombre.",
  notSetUp: "Sin configurar",
  notSetUpLead:
    "Las claves se leen del entorno al arrancar el servidor. Pon la variable donde lo arrancas y vuelve a arrancarlo; la clave nunca llega a esta página.",
  local: "Servidores propios",
  localLead: "Modelos en tu equipo o en tu red. Se buscan cada vez que esta página pregunta.",
  rehearsalLead:
    "Actores incorporados para probar. No piensan: todo lo que dicen es inventado y va marcado como ensayo.",
  suggestedLead: "Algunos para empezar. Cualquier otro modelo suyo también puede sentarse por su nombre.",
  needs: (variable) => `Necesita ${variable}`,
  silent: (address) => `Nada responde en ${address}.`,
  silentAdvice: "Arráncalo o di dónde está:",
  found: (count) => (count === 1 ? "1 modelo" : `${count} modelos`),
  context: (tokens) => `${tokens} tokens de contexto`,
  price: (input, output) => `${input} entrada · ${output} salida`,
  priceHint: "por un millón de tokens",
  free: "Sin coste: corre en tu equipo",
  reasoning: "piensa antes",
  copy: (name) => `Copiar ${name}`,
  copied: (name) => `Copiado ${name}`,
  notCopied: "El navegador no ha permitido copiar",
  start: "Empezar con él",
  showAll: (count) => `Mostrar los ${count}`,
}
