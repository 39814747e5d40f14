import type { SettingsTexts } from "../en/settings.ts"

export const texts: SettingsTexts = {
  title: "Ajustes",
  lead: "Cómo se ve y te habla esta página. Se guarda en este navegador.",
  language: { title: "Idioma", lead: "De la página. Las discusiones conservan el idioma en que se mantienen." },
  theme: {
    title: "Tema",
    system: "Como el sistema",
    light: "Claro",
    dark: "Oscuro",
  },
  motion: {
    title: "Movimiento",
    follows: "Como tu sistema, que no pide menos movimiento.",
    reduced: "Tu sistema pide menos movimiento, así que aquí nada se mueve.",
  },
  key: {
    title: "Clave de acceso a este servidor",
    none: "No se usa ninguna clave. Un servidor en tu propio equipo no la necesita; donde haga falta, la página la pide.",
    remembered: "Se usa una clave y este navegador la recuerda.",
    untilClosed: "Se usa una clave hasta que se cierre esta pestaña.",
    forget: "Olvidar la clave",
    forgotten: "Clave olvidada.",
    enter: "Introducir una clave",
  },
  server: {
    title: "Servidor",
    admin: "Administración: claves, gasto, webhooks",
    address: "Dirección",
    state: "Estado",
    ready: "Listo",
    unavailable: "No está listo",
    unreachable: "No se puede acceder a él",
    looking: "Comprobando…",
    checks: { database: "Base de datos", writes: "Escritura en la base de datos", workers: "Procesos de trabajo" },
    works: "funciona",
    failed: "falla",
  },
  learn: {
    title: "Saber más",
    api: "Referencia de la API",
    openapi: "Descripción de la API para programas (OpenAPI)",
    guides: "Guías",
    guide: {
      formats: "Los formatos y cuándo usar cada uno",
      models: "Nombres, claves y direcciones de los modelos",
      deciding: "Votaciones y métodos de voto",
      people: "Participar como persona",
      squad: "Preguntar y esperar: el equipo",
      http: "Llamar al servidor",
    },
  },
}
