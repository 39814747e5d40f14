import { Link } from "@tanstack/react-router"
import type { Panel } from "../../api/projects.ts"
import { Button, buttonClass } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon } from "../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import type { PanelResult as End } from "./live-panel.ts"
import { projectsTexts } from "./texts/index.ts"

interface PanelEndProps {
  readonly panel: Panel
  readonly end: End | undefined
  readonly isBusy: boolean
  readonly onAgain: () => void
}

/** Stands where the reader spoke, once the panel is over. */
export function PanelEnd({ panel, end, isBusy, onAgain }: PanelEndProps) {
  const { panel: texts } = useTexts(projectsTexts)
  const { project, entries } = panel
  const turns = entries.filter(({ turnIndex }) => turnIndex !== null).length
  const isGood = end === undefined || end.kind === "completed"
  const isLimit = end?.kind === "completed" && end.reason === "turn_limit"
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
            {isLimit ? texts.limitReached : texts[end?.kind ?? "completed"]}
          </h2>
          {!isGood && end.reason !== "" && (
            <p className="mt-1 font-medium text-bad">{stripUnsafeCharacters(end.reason)}</p>
          )}
          <p className="mt-1 text-quiet">{texts.completedLead(project.currentRound, turns)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        {project.discussionId !== null && (
          <Link
            to="/discussions/$id"
            params={{ id: project.discussionId }}
            className={buttonClass({ look: "primary" })}
          >
            {texts.discussion}
          </Link>
        )}
        <Button isBusy={isBusy} onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </section>
  )
}
