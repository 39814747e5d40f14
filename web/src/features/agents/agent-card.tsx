import type { Agent } from "../../api/agents.ts"
import { isRehearsal } from "../../api/models.ts"
import { Badge } from "../../components/badge.tsx"
import { IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { agentsTexts } from "./texts/index.ts"

interface AgentCardProps {
  readonly agent: Agent
  readonly place: number
  readonly onEdit: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

export function AgentCard({ agent, place, onEdit, onDuplicate, onRemove }: AgentCardProps) {
  const texts = useTexts(agentsTexts)
  const name = stripUnsafeCharacters(agent.name)
  const { model } = agent.modelConfig
  return (
    <li className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card">
      <div className="flex items-start gap-3">
        <SeatAvatar name={name} place={place} className="size-11 text-sm" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-display text-xl leading-snug font-medium">
            <button type="button" onClick={onEdit} className="max-w-full truncate rounded text-start hover:underline">
              {name}
            </button>
          </h2>
          <p className="truncate text-sm text-quiet" title={model}>
            {model}
          </p>
        </div>
        <Menu
          trigger={
            <IconButton label={texts.actionsFor(name)} className="-me-2 -mt-1">
              <Icon name="more" />
            </IconButton>
          }
        >
          <MenuItem onSelect={onEdit}>
            <Icon name="edit" className="size-4" />
            {texts.edit}
          </MenuItem>
          <MenuItem onSelect={onDuplicate}>
            <Icon name="copy" className="size-4" />
            {texts.duplicate}
          </MenuItem>
          <MenuItem onSelect={onRemove} isDanger>
            <Icon name="trash" className="size-4" />
            {texts.remove}
          </MenuItem>
        </Menu>
      </div>
      <div className="flex grow flex-col gap-2 text-sm">
        {agent.description !== null && <p className="line-clamp-2">{stripUnsafeCharacters(agent.description)}</p>}
        <p className="line-clamp-3 text-quiet">{stripUnsafeCharacters(agent.systemPrompt)}</p>
      </div>
      {(isRehearsal(model) || agent.squadMember) && (
        <div className="flex flex-wrap gap-2">
          {isRehearsal(model) && <RehearsalBadge />}
          {agent.squadMember && <Badge tone="accent">{texts.squadMember}</Badge>}
        </div>
      )}
    </li>
  )
}
