import { useState } from "react"
import type { SquadPrompt } from "../../api/squad.ts"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Checkbox, Select, TextField } from "../../components/field.tsx"
import { Icon } from "../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { AnswerCounter } from "./answer-counter.tsx"
import { type ChatItemFilter, emptyFilter, isFiltering, type StatusFilter, statusFilters } from "./filter-items.ts"
import { AgentAvatar } from "./speaker.tsx"
import { useSquadTools } from "./squad-context.ts"
import type { SquadState } from "./squad-state.ts"
import { isPromptOpen } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"
import { TimeLeft } from "./time-left.tsx"

interface ChatSideProps {
  readonly squad: SquadState
  readonly filter: ChatItemFilter
  readonly onFilter: (filter: ChatItemFilter) => void
}

/** Sidebar with open prompts and filters; collapsed above the conversation on narrow screens. */
export function ChatSide({ squad, filter, onFilter }: ChatSideProps) {
  const texts = useTexts(chatTexts)
  const [isShown, setShown] = useState(false)
  const open = [...squad.prompts.values()]
    .filter(isPromptOpen)
    .sort((a, b) => Date.parse(a.expires_at) - Date.parse(b.expires_at))

  const go = (id: string) => {
    setShown(false)
    if (!document.getElementById(`prompt-${id}`)) onFilter({ ...emptyFilter, status: "open" })
    requestAnimationFrame(() => {
      const thread = document.getElementById(`prompt-${id}`)
      thread?.scrollIntoView({ block: "center" })
      thread?.focus({ preventScroll: true })
    })
  }

  return (
    <aside aria-label={texts.filter.toggle} className="min-w-0">
      <Button
        size="small"
        className="lg:hidden"
        aria-expanded={isShown}
        aria-controls="chat-side"
        onClick={() => setShown(!isShown)}
      >
        <Icon name="filter" className="size-4" />
        {texts.filter.toggle}
        {open.length > 0 && <span className="text-quiet">· {open.length}</span>}
      </Button>
      <div
        id="chat-side"
        className={classNames(
          "flex-col gap-8 max-lg:mt-4 lg:sticky lg:top-24 lg:flex lg:max-h-[calc(100dvh-7rem)] lg:-mx-2 lg:overflow-y-auto lg:px-2 lg:pb-2",
          isShown ? "flex" : "hidden",
        )}
      >
        <OpenPrompts prompts={open} onGo={go} />
        <section aria-label={texts.filter.title}>
          <h2 className="mb-3 flex items-center justify-between text-sm font-semibold">
            {texts.filter.title}
            {isFiltering(filter) && (
              <Button look="quiet" size="small" onClick={() => onFilter(emptyFilter)}>
                {texts.filter.clear}
              </Button>
            )}
          </h2>
          <ChatFilters filter={filter} onChange={onFilter} />
        </section>
      </div>
    </aside>
  )
}

interface ChatFiltersProps {
  readonly filter: ChatItemFilter
  readonly onChange: (filter: ChatItemFilter) => void
}

function ChatFilters({ filter, onChange }: ChatFiltersProps) {
  const texts = useTexts(chatTexts).filter
  const { names } = useSquadTools()
  const [own] = useOwnName()
  const name = own.trim()
  return (
    <search className="flex flex-col gap-4">
      <TextField
        label={texts.text}
        type="search"
        placeholder={texts.textPlaceholder}
        value={filter.text}
        onChange={({ target }) => onChange({ ...filter, text: target.value })}
      />
      <Select
        label={texts.status}
        value={filter.status}
        onChange={({ target }) => onChange({ ...filter, status: target.value as StatusFilter })}
      >
        {statusFilters.map((status) => (
          <option key={status} value={status}>
            {texts.statuses[status]}
          </option>
        ))}
      </Select>
      <Select
        label={texts.agent}
        value={filter.agent}
        onChange={({ target }) => onChange({ ...filter, agent: target.value })}
      >
        <option value="">{texts.anyone}</option>
        {names.map((agent) => (
          <option key={agent} value={agent}>
            {stripUnsafeCharacters(agent)}
          </option>
        ))}
      </Select>
      <div>
        <Checkbox
          label={texts.mine}
          checked={filter.mine !== ""}
          disabled={name === ""}
          onChange={({ target }) => onChange({ ...filter, mine: target.checked ? name : "" })}
        />
        <p className="mt-1 ps-7 text-sm text-quiet">{name === "" ? texts.mineNeedsName : texts.mineHint(name)}</p>
      </div>
    </search>
  )
}

interface OpenPromptsProps {
  readonly prompts: readonly SquadPrompt[]
  readonly onGo: (id: string) => void
}

const maxShown = 8

/** Open prompts, the most urgent first. */
function OpenPrompts({ prompts, onGo }: OpenPromptsProps) {
  const texts = useTexts(chatTexts).waiting
  return (
    <section aria-label={texts.title}>
      <h2 className="mb-2 text-sm font-semibold">
        {texts.title} {prompts.length > 0 && <span className="text-quiet">· {prompts.length}</span>}
      </h2>
      {prompts.length === 0 && <p className="text-sm text-quiet">{texts.none}</p>}
      <ul className="flex flex-col gap-1">
        {prompts.slice(0, maxShown).map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              onClick={() => onGo(prompt.id)}
              className="-mx-2 flex w-[calc(100%+1rem)] items-start gap-2.5 rounded-xl px-2 py-2 text-start hover:bg-sunken"
            >
              <AgentAvatar name={prompt.requester_agent} isSmall />
              <span className="min-w-0 grow">
                <span className="sr-only">{texts.go(stripUnsafeCharacters(prompt.requester_agent))}</span>
                <span className="line-clamp-2 text-sm">
                  {stripUnsafeCharacters(prompt.prompt_message.slice(0, 200))}
                </span>
                <span className="mt-1 flex flex-wrap items-center gap-x-3">
                  <AnswerCounter prompt={prompt} />
                  <TimeLeft prompt={prompt} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
