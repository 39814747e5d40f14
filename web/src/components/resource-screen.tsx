import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { otherProblems } from "../api/api-error.ts"
import { shellTexts } from "../shell/texts.ts"
import { useTexts } from "../texts/use-language.ts"
import { RehearsalBadge } from "./badge.tsx"
import { Button, IconButton } from "./button.tsx"
import { Dialog } from "./dialog.tsx"
import { EmptyState } from "./empty-state.tsx"
import { Icon, type IconName } from "./icon.tsx"
import { Menu, MenuItem } from "./menu.tsx"
import { PageHeader } from "./page-header.tsx"
import { ProblemNote } from "./problem-note.tsx"
import { Loading } from "./spinner.tsx"
import { stripUnsafeCharacters } from "./strip-unsafe-characters.ts"
import { toast } from "./toaster.tsx"

/** A resource that users create, edit and delete, such as an agent or a project. */
interface Resource {
  readonly id: string
  readonly name: string
}

interface ResourceTexts {
  readonly title: string
  readonly lead: string
  readonly create: string
  readonly more: string
  readonly form: { readonly create: string; readonly edit: (name: string) => string; readonly unsaved: string }
  readonly removed: (name: string) => string
  readonly removal: { readonly title: (name: string) => string; readonly lead: string; readonly confirm: string }
}

/** What the form edits: a new item, an existing one, or a copy. */
export type Editing<Item> = { readonly kind: "new" } | { readonly kind: "change" | "copy"; readonly item: Item }

export interface CardActions {
  readonly edit: () => void
  readonly copy: () => void
  readonly remove: () => void
}

interface ResourceScreenProps<Item extends Resource> {
  readonly texts: ResourceTexts
  /** undefined while loading. */
  readonly items: readonly Item[] | undefined
  readonly list: {
    readonly error: unknown
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
  readonly grid: string
  readonly card: (item: Item, place: number, actions: CardActions) => ReactNode
  readonly empty: (create: () => void) => ReactNode
  readonly form: (editing: Editing<Item>, close: () => void) => ReactNode
  readonly removal: Removal<Item>
}

/** All items as cards, a dialog with the form, and a confirmation before deletion. */
export function ResourceScreen<Item extends Resource>(props: ResourceScreenProps<Item>) {
  const { texts, items, list, grid, card, empty, form, removal } = props
  const [editing, setEditing] = useState<Editing<Item>>()
  const [removing, setRemoving] = useState<Item>()
  const create = () => setEditing({ kind: "new" })
  const hasItems = items !== undefined && items.length > 0
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          hasItems && (
            <Button look="primary" onClick={create}>
              <Icon name="add" />
              {texts.create}
            </Button>
          )
        }
      />
      <ProblemNote error={list.error} />
      {!items && !list.error && <Loading />}
      {items?.length === 0 && empty(create)}
      {hasItems && (
        <ul className={`grid gap-4 ${grid}`}>
          {items.map((item, place) =>
            card(item, place, {
              edit: () => setEditing({ kind: "change", item }),
              copy: () => setEditing({ kind: "copy", item }),
              remove: () => setRemoving(item),
            }),
          )}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="mx-auto mt-6 flex"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
      <EditDialog texts={texts} editing={editing} form={form} onClose={() => setEditing(undefined)} />
      <RemoveDialog {...removal} texts={texts} item={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

interface EditDialogProps<Item extends Resource> extends Pick<ResourceScreenProps<Item>, "texts" | "form"> {
  readonly editing: Editing<Item> | undefined
  readonly onClose: () => void
}

export function EditDialog<Item extends Resource>({ texts, editing, form, onClose }: EditDialogProps<Item>) {
  const title = editing?.kind === "change" ? texts.form.edit(editing.item.name) : texts.form.create
  return (
    <Dialog isOpen={editing !== undefined} onClose={onClose} title={title} isWide>
      {editing && form(editing, onClose)}
    </Dialog>
  )
}

interface FormActionsProps {
  readonly texts: ResourceTexts
  readonly error: unknown
  /** Whether the form shows this field's problems beside it. */
  readonly isShown: (field: string) => boolean
  readonly isSaving: boolean
  readonly onCancel: () => void
}

/** A form's footer: problems that belong to no field, and the buttons. */
export function FormActions({ texts, error, isShown, isSaving, onCancel }: FormActionsProps) {
  const shell = useTexts(shellTexts)
  const isAllShown = otherProblems(error, () => false).length > 0 && otherProblems(error, isShown).length === 0
  return (
    <>
      {isAllShown ? (
        <p role="alert" className="text-sm font-medium text-bad">
          {texts.form.unsaved}
        </p>
      ) : (
        <ProblemNote error={error} />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onCancel}>{shell.cancel}</Button>
        <Button type="submit" look="primary" isBusy={isSaving}>
          {shell.save}
        </Button>
      </div>
    </>
  )
}

interface Removal<Item extends Resource> {
  readonly remove: (id: string) => Promise<void>
  /** Queries to invalidate. */
  readonly keys: readonly QueryKey[]
  readonly problem?: (error: unknown) => ReactNode
  readonly onRemoved?: (item: Item) => void
}

interface RemoveDialogProps<Item extends Resource> extends Removal<Item> {
  readonly texts: ResourceTexts
  readonly item: Item | undefined
  readonly onClose: () => void
}

export function RemoveDialog<Item extends Resource>({ texts, item, onClose, ...removal }: RemoveDialogProps<Item>) {
  const { remove, keys, problem = (error) => <ProblemNote error={error} />, onRemoved } = removal
  const shell = useTexts(shellTexts)
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: ({ id }: Item) => remove(id),
    onSuccess(_, removed) {
      toast(texts.removed(stripUnsafeCharacters(removed.name)))
      close()
      onRemoved?.(removed)
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    },
  })
  const close = () => {
    removing.reset()
    onClose()
  }
  const title = texts.removal.title(stripUnsafeCharacters(item?.name ?? ""))
  return (
    <Dialog isOpen={item !== undefined} onClose={close} title={title}>
      <div className="flex flex-col gap-4">
        <p className="text-quiet">{texts.removal.lead}</p>
        {problem(removing.error)}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={close}>{shell.cancel}</Button>
          <Button look="danger" isBusy={removing.isPending} onClick={() => item && removing.mutate(item)}>
            {texts.removal.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ActionsMenuProps {
  readonly label: string
  readonly className?: string
  readonly actions: readonly {
    readonly icon: IconName
    readonly label: string
    readonly isDanger?: boolean
    readonly onSelect: () => void
  }[]
}

export function ActionsMenu({ label, className = "", actions }: ActionsMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={label} className={className}>
          <Icon name="more" />
        </IconButton>
      }
    >
      {actions.map(({ icon, label: text, isDanger = false, onSelect }) => (
        <MenuItem key={icon} onSelect={onSelect} isDanger={isDanger}>
          <Icon name={icon} className="size-4" />
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface EmptyResourcesProps {
  readonly texts: { readonly title: string; readonly lead: string; readonly rehearsal: string }
  readonly picture: ReactNode
  readonly sample: {
    readonly label: string
    readonly isBusy: boolean
    readonly error: unknown
    readonly make: () => void
  }
  readonly create: { readonly label: string; readonly onClick: () => void }
}

/** Shown while the list is empty: an explanation, and samples that work at once. */
export function EmptyResources({ texts, picture, sample, create }: EmptyResourcesProps) {
  return (
    <EmptyState
      title={texts.title}
      picture={picture}
      action={
        <>
          <Button look="primary" size="large" isBusy={sample.isBusy} onClick={sample.make}>
            {sample.label}
          </Button>
          <Button size="large" onClick={create.onClick}>
            {create.label}
          </Button>
        </>
      }
    >
      <p>{texts.lead}</p>
      <p>
        {texts.rehearsal} <RehearsalBadge />
      </p>
      <ProblemNote error={sample.error} />
    </EmptyState>
  )
}
