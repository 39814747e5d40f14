import type { ExamplesTexts } from "../en/examples.ts"

export const texts: ExamplesTexts = {
  recorded: "Grabada con modelos simulados: no se llamó a ninguna API. No se ha editado nada.",
  table: "La mesa",
  own: "Empezar una discusión propia",
  missing: "No existe esa grabación",
}
