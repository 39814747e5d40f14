import { ApiError } from "../../api/api-error.ts"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useTexts } from "../../texts/use-language.ts"
import type { PanelPhase } from "./panel-phase.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelErrorProps {
  readonly error: unknown
  readonly standing: PanelPhase
}

/** Why a message was not taken, in words of what the panel does now. */
export function PanelError({ error, standing }: PanelErrorProps) {
  const { panel: texts } = useTexts(projectsTexts)
  if (!(error instanceof ApiError) || error.status !== 409) return <ProblemNote error={error} />
  const reasons: { readonly [S in PanelPhase]?: string } = {
    empty: texts.nobodyLead,
    listening: texts.refusedBusy,
    speaking: texts.refusedBusy,
    paused: texts.refusedPaused,
    over: texts.refusedOver,
  }
  return (
    <div role="alert" className="rounded-xl bg-bad-soft px-4 py-3 text-sm text-bad">
      <p className="font-medium">{texts.refused}</p>
      <p>{reasons[standing] ?? error.message}</p>
    </div>
  )
}
