import { Link } from "@tanstack/react-router"
import type { Agent } from "../../api/agents.ts"
import type { DiscussionStatus } from "../../api/discussions.ts"
import { isRehearsal } from "../../api/models.ts"
import type { Project } from "../../api/projects.ts"
import { Badge, type Tone } from "../../components/badge.tsx"
import { IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { RehearsalBadge } from "../../components/rehearsal-badge.tsx"
import { RelativeTime } from "../../components/relative-time.tsx"
import { SeatAvatar } from "../../components/seat-chip.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"

interface ProjectCardProps {
  readonly project: Project
  readonly agents: readonly Agent[]
  readonly status: DiscussionStatus | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

const tones: Readonly<Record<DiscussionStatus, Tone>> = {
  queued: "plain",
  running: "accent",
  waiting: "warn",
  paused: "plain",
  completed: "good",
  failed: "bad",
  aborted: "plain",
}

const maxSeatsShown = 6

export function ProjectCard({ project, agents, status, onEdit, onRemove }: ProjectCardProps) {
  const texts = useTexts(projectsTexts)
  const { id, participants, createdAt } = project
  const name = stripUnsafeCharacters(project.name)
  const seats = participants.map(({ id: seatId, role, agentId }) => {
    const agent = agents.find((other) => other.id === agentId)
    return {
      id: seatId,
      name: stripUnsafeCharacters(agent?.name ?? texts.roles[role]),
      model: agent?.modelConfig.model,
    }
  })
  return (
    <li className="relative flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-line-strong sm:p-6">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 font-display text-2xl leading-snug font-medium">
          <Link to="/projects/$id" params={{ id }} className="after:absolute after:inset-0 after:rounded-2xl">
            {name}
          </Link>
        </h2>
        <span className="relative">
          <Menu
            trigger={
              <IconButton label={texts.actionsFor(name)} className="-me-2 -mt-0.5">
                <Icon name="more" />
              </IconButton>
            }
          >
            <MenuItem onSelect={onEdit}>
              <Icon name="edit" className="size-4" />
              {texts.edit}
            </MenuItem>
            <MenuItem onSelect={onRemove} isDanger>
              <Icon name="trash" className="size-4" />
              {texts.remove}
            </MenuItem>
          </Menu>
        </span>
      </div>
      {project.description !== null && (
        <p className="line-clamp-2 text-quiet">{stripUnsafeCharacters(project.description)}</p>
      )}
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-quiet">
        {seats.length > 0 && (
          <span className="flex -space-x-1.5" title={seats.map((seat) => seat.name).join(" → ")}>
            {seats.slice(0, maxSeatsShown).map((seat, place) => (
              <SeatAvatar
                key={seat.id}
                name={seat.name}
                place={place}
                className="size-8 text-[0.7rem] ring-2 ring-surface"
              />
            ))}
          </span>
        )}
        <span>{seats.length === 0 ? texts.nobody : texts.seats(seats.length)}</span>
        <span className="whitespace-nowrap">
          <span aria-hidden="true">· </span>
          <RelativeTime at={createdAt} />
        </span>
        <span className="ms-auto flex flex-wrap gap-2">
          {seats.some(({ model }) => isRehearsal(model)) && <RehearsalBadge />}
          {status && <Badge tone={tones[status]}>{texts.states[status]}</Badge>}
        </span>
      </div>
    </li>
  )
}
