import { Link, useNavigate } from "@tanstack/react-router"
import type { Panel } from "../../api/projects.ts"
import { Button, IconButton } from "../../components/button.tsx"
import { Icon } from "../../components/icon.tsx"
import { Menu, MenuItem } from "../../components/menu.tsx"
import { PageHeader } from "../../components/page-header.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { projectsTexts } from "./texts/index.ts"

interface ProjectHeaderProps {
  readonly project: Panel["project"]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function ProjectHeader({ project, onEdit, onRemove }: ProjectHeaderProps) {
  const texts = useTexts(projectsTexts)
  const navigate = useNavigate()
  const { discussionId } = project
  return (
    <>
      <Link
        to="/projects"
        className="mb-3 inline-flex items-center gap-1.5 text-sm font-medium text-quiet hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {texts.panel.back}
      </Link>
      <PageHeader
        title={stripUnsafeCharacters(project.name)}
        lead={project.description === null ? undefined : stripUnsafeCharacters(project.description)}
        actions={
          <>
            <Button onClick={onEdit}>
              <Icon name="edit" className="size-4" />
              {texts.edit}
            </Button>
            <Menu
              trigger={
                <IconButton label={texts.panel.more} className="size-10 border border-line bg-surface">
                  <Icon name="more" />
                </IconButton>
              }
            >
              {discussionId !== null && (
                <MenuItem onSelect={() => void navigate({ to: "/discussions/$id", params: { id: discussionId } })}>
                  <Icon name="link" className="size-4" />
                  {texts.panel.asDiscussion}
                </MenuItem>
              )}
              <MenuItem onSelect={onRemove} isDanger>
                <Icon name="trash" className="size-4" />
                {texts.remove}
              </MenuItem>
            </Menu>
          </>
        }
      />
    </>
  )
}
