import type { VotingMethodTexts } from "../en/voting-methods.ts"

export const texts: VotingMethodTexts = {
  consensus: "Consenso",
  plurality: "Mayoría relativa",
  approval: "Aprobación",
  borda: "Orden de preferencia (Borda)",
  "run-off": "Segunda vuelta instantánea",
  score: "Notas de 0 a 10",
  confidence: "Por confianza",
  weighted: "Por peso",
  chair: "Decide quien preside",
}
