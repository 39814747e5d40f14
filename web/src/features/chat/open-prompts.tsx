import type { Prompt } from "../../api/squad.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { AgentAvatar } from "./agent-avatar.tsx"
import { AnswerCounter } from "./answer-counter.tsx"
import { chatTexts } from "./texts/index.ts"
import { TimeLeft } from "./time-left.tsx"

interface OpenPromptsProps {
  readonly prompts: readonly Prompt[]
  readonly onGo: (id: string) => void
}

const maxShown = 8

/** What waits for answers, the most urgent first. */
export function OpenPrompts({ prompts, onGo }: OpenPromptsProps) {
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
