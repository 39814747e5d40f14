import { Link } from "@tanstack/react-router"
import { Button, buttonClass } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { useView } from "../discussion/view/view-store.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelEndProps {
  /** The discussion's. */
  readonly id: string
  /** Sets up the same panel once more. */
  readonly again: { readonly isPending: boolean; readonly error: unknown; mutate(): void }
}

/** Stands after the last turn, once the panel is over. */
export function PanelEnd({ id, again }: PanelEndProps) {
  const { panel: texts } = useTexts(projectsTexts)
  const status = useView((view) => view.status)
  const reason = useView((view) => view.error?.message ?? view.abortReason)
  const round = useView((view) => view.round?.number ?? 0)
  const isLimit = useView((view) => view.outcome?.stoppingReason === "turn_limit")
  const turns = useView((view) => view.items.filter((item) => item.kind === "turn" && item.turn).length)
  const isGood = status === "completed"
  const title = status === "failed" ? texts.failed : status === "aborted" ? texts.stopped : texts.completed
  return (
    <section className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <div className="flex items-start gap-4">
        <span
          className={classNames(
            "flex size-10 shrink-0 items-center justify-center rounded-full",
            isGood ? "bg-good-soft text-good" : "bg-bad-soft text-bad",
          )}
        >
          <Icon name={isGood ? "check" : "alert"} />
        </span>
        <div className="min-w-0">
          <h2 className="font-display text-2xl leading-tight font-medium">
            {isGood && isLimit ? texts.limitReached : title}
          </h2>
          {reason && <p className="mt-1 font-medium text-bad">{stripUnsafeCharacters(reason)}</p>}
          <p className="mt-1 text-quiet">{texts.completedLead(round, turns)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to="/discussions/$id" params={{ id }} className={buttonClass({ look: "primary" })}>
          {texts.discussion}
        </Link>
        <Button isBusy={again.isPending} onClick={() => again.mutate()}>
          {texts.again}
        </Button>
      </div>
      <ProblemNote error={again.error} />
    </section>
  )
}
