import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { boundKeysQuery, invite, revokeBoundKey, shareForReading } from "../../../api/invitation.ts"
import { Button, type ButtonLook } from "../../../components/button.tsx"
import { Dialog } from "../../../components/dialog.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote, useErrorText } from "../../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import { useTimeFormatter } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { useCopy } from "../actions/use-discussion-action.ts"
import { discussionTexts } from "../texts.ts"
import { peopleTexts } from "./texts.ts"

/** Creates read-only links to the discussion. */
export function ShareButton({ id, size }: { readonly id: string; readonly size?: ButtonLook["size"] }) {
  const { share } = useTexts(peopleTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...(size && { size })} onClick={() => setOpen(true)}>
        <Icon name="link" className="size-4" />
        {share}
      </Button>
      {isOpen && <KeyDialog id={id} onClose={() => setOpen(false)} />}
    </>
  )
}

interface KeyDialogProps {
  readonly id: string
  /** The seat to invite to; without one, read-only links. */
  readonly seat?: { readonly id: string; readonly name: string } | undefined
  readonly onClose: () => void
}

/** Creates and revokes links to this discussion. */
export function KeyDialog({ id, seat, onClose }: KeyDialogProps) {
  const texts = useTexts(peopleTexts)
  const { table, actions } = useTexts(discussionTexts)
  const queries = useQueryClient()
  const time = useTimeFormatter()
  const copy = useCopy()
  const errorText = useErrorText()
  const [busy, setBusy] = useState("")
  const query = boundKeysQuery(id, seat?.id)
  const { data: keys = [], error } = useQuery(query)
  const valid = keys.filter(({ revokedAt }) => revokedAt === null)
  const name = stripUnsafeCharacters(seat?.name ?? "")
  const change = async (what: string, work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch (problem) {
      toast(errorText(problem), "bad")
    }
    setBusy("")
    void queries.invalidateQueries({ queryKey: query.queryKey })
  }
  const create = () =>
    change("create", async () =>
      seat ? copy(await invite(id, seat.id), table.invited(name)) : copy(await shareForReading(id), texts.shareCopied),
    )
  const revoke = (key: string) =>
    change(key, async () => {
      await revokeBoundKey(id, seat?.id, key)
      toast(texts.revoked)
    })
  return (
    <Dialog isOpen onClose={onClose} title={seat ? texts.invitations(name) : texts.shareTitle}>
      <p className="mb-4 text-quiet">{seat ? texts.invitationsLead : texts.shareLead}</p>
      <ProblemNote error={error} />
      {valid.length === 0 ? (
        <p className="mb-4 text-sm">{seat ? texts.noInvitations : texts.noShares}</p>
      ) : (
        <ul className="mb-4 flex flex-col gap-2">
          {valid.map(({ id: key, prefix, createdAt, lastUsedAt }) => (
            <li key={key} className="flex items-center gap-3 rounded-lg border border-line px-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <code>{prefix}…</code>
                <span className="block text-xs text-quiet">
                  {texts.created(time(createdAt))} · {lastUsedAt === null ? texts.unused : texts.used(time(lastUsedAt))}
                </span>
              </span>
              <Button size="small" look="danger" isBusy={busy === key} onClick={() => revoke(key)}>
                {texts.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {!seat && (
          <Button onClick={() => copy(`${location.origin}${location.pathname}`, actions.linkCopied)}>
            {texts.plainLink}
          </Button>
        )}
        <Button look="primary" isBusy={busy === "create"} onClick={create}>
          <Icon name="link" className="size-4" />
          {seat ? texts.newInvitation : texts.newShare}
        </Button>
      </div>
    </Dialog>
  )
}
