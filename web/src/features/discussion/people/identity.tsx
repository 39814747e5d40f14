import { useState } from "react"
import { invitation } from "../../../api/invitation.ts"
import { Badge } from "../../../components/badge.tsx"
import { Button } from "../../../components/button.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { toast } from "../../../components/toaster.tsx"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts.ts"
import { useSeats } from "../view/view-store.ts"
import { useChosenName, useNamedSeats, useOwnSeat } from "./own-seat.ts"
import { peopleTexts } from "./texts.ts"

/** The reader's identity at this table, by invitation or by choice. */
export function Identity({ id }: { readonly id: string }) {
  const texts = useTexts(peopleTexts)
  const { table } = useTexts(discussionTexts)
  const own = useOwnSeat()
  const seatOf = useSeats()
  const [name, setName] = useChosenName()
  const people = useNamedSeats(id).filter(({ kind }) => kind === "human")
  const invited = invitation()
  if (invited) {
    return (
      <Badge tone="accent">
        {invited.seat === undefined ? texts.readOnly : table.youAre(seatOf(invited.seat).name)}
      </Badge>
    )
  }
  if (people.length === 0) return null
  const isElsewhere = name !== "" && own === undefined
  return (
    <>
      <label className="flex items-center gap-2 text-sm">
        {texts.you}
        <select
          className="h-8 max-w-44 rounded-lg border border-line-strong bg-surface px-2"
          value={own ?? ""}
          onChange={({ target }) => setName(people.find((seat) => seat.id === target.value)?.name ?? "")}
        >
          <option value="">{isElsewhere ? texts.elsewhere(stripUnsafeCharacters(name)) : texts.nobody}</option>
          {people.map((seat) => (
            <option key={seat.id} value={seat.id}>
              {stripUnsafeCharacters(seat.name)}
            </option>
          ))}
        </select>
      </label>
      {own !== undefined && <NotifyButton />}
    </>
  )
}

/** Requests notification permission, only after a click. */
function NotifyButton() {
  const texts = useTexts(peopleTexts)
  const [permission, setPermission] = useState(() => ("Notification" in window ? Notification.permission : "denied"))
  if (permission !== "default") return null
  const ask = async () => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === "granted") toast(texts.notifies)
  }
  return (
    <Button size="small" look="quiet" onClick={ask}>
      {texts.notify}
    </Button>
  )
}
