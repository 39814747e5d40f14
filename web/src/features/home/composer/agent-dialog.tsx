import { Link } from "@tanstack/react-router"
import { type Agent, useAgents } from "../../../api/agents.ts"
import { Dialog } from "../../../components/dialog.tsx"
import { SeatAvatar } from "../../../components/seat-chip.tsx"
import { Loading } from "../../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { homeTexts } from "../texts.ts"
import { emptySeat, type SeatDraft } from "./draft.ts"

interface AgentDialogProps {
  readonly onChoose: (seat: SeatDraft) => void
  readonly onClose: () => void
}

/** Adds a seat from a saved agent. */
export function AgentDialog({ onChoose, onClose }: AgentDialogProps) {
  const { agents: texts } = useTexts(homeTexts)
  const agents = useAgents()
  return (
    <Dialog isOpen onClose={onClose} title={texts.title}>
      {!agents && <Loading />}
      {agents?.length === 0 && (
        <p className="text-quiet">
          {texts.none}{" "}
          <Link to="/agents" className="font-medium text-accent underline underline-offset-4">
            {texts.create}
          </Link>
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {agents?.map((agent, place) => (
          <li key={agent.id}>
            <button
              type="button"
              onClick={() => onChoose(seatOf(agent))}
              className="flex w-full items-center gap-3 rounded-xl border border-line p-3 text-start hover:border-line-strong"
            >
              <SeatAvatar name={agent.name} place={place} />
              <span className="min-w-0">
                <span className="block truncate text-sm font-semibold">{stripUnsafeCharacters(agent.name)}</span>
                <span className="block truncate text-xs text-quiet">
                  {stripUnsafeCharacters(agent.description ?? agent.modelConfig.model)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function seatOf({ name, systemPrompt, modelConfig: { model, temperature, maxTokens } }: Agent): SeatDraft {
  return emptySeat({
    ...{ name, model, persona: systemPrompt },
    temperature: temperature === undefined ? "" : String(temperature),
    maxTokens: maxTokens === undefined ? "" : String(maxTokens),
  })
}
