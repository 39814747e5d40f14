import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type FormEvent, useId, useState } from "react"
import { useAgents } from "../../api/agents.ts"
import { fieldProblem, otherProblems } from "../../api/api-error.ts"
import { postMessage, postPrompt } from "../../api/squad.ts"
import { useIdempotencyKey } from "../../api/use-idempotency-key.ts"
import { announce } from "../../components/announcer.tsx"
import { Button } from "../../components/button.tsx"
import { classNames } from "../../components/class-names.ts"
import { Icon } from "../../components/icon.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { MentionArea } from "./mention-area.tsx"
import { OwnNameField } from "./own-name-field.tsx"
import { defaultTerms, PromptTerms, timeoutMinutes } from "./prompt-terms.tsx"
import { useSquadTools } from "./squad-context.ts"
import { chatTexts } from "./texts.ts"

const shownFields = [
  "requester_agent",
  "agent_name",
  "prompt_message",
  "message",
  "required_responses",
  "timeout_minutes",
]

/** Posts a prompt or a message in the reader's name. Collapsed to one line until focused. */
export function ChatComposer({ onPosted }: { readonly onPosted: () => void }) {
  const texts = useTexts(chatTexts).composer
  const { takeIn } = useSquadTools()
  const [name] = useOwnName()
  const [kind, setKind] = useState<PostKind>("prompt")
  const [text, setText] = useState("")
  const [terms, setTerms] = useState(defaultTerms)
  const [isUsed, setUsed] = useState(false)
  const [isTried, setTried] = useState(false)
  const keyOf = useIdempotencyKey()

  const post = useMutation({
    async mutationFn() {
      const own = name.trim()
      if (kind === "message") {
        const body = { agent_name: own, message: text, is_human: true }
        return { messages: [await postMessage(body, keyOf(body))] }
      }
      const body = {
        requester_agent: own,
        prompt_message: text,
        required_responses: Number(terms.required),
        timeout_minutes: timeoutMinutes(terms),
      }
      const { prompt, chat } = await postPrompt(body, keyOf(body))
      return { prompt, messages: [chat] }
    },
    onSuccess(posted) {
      takeIn(posted)
      setText("")
      setTried(false)
      announce(kind === "prompt" ? texts.posted : texts.sent)
      onPosted()
    },
  })

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (name.trim() !== "" && text.trim() !== "" && !post.isPending) post.mutate()
  }
  const problem = (...fields: readonly string[]) =>
    fields.map((field) => fieldProblem(post.error, field)).find((message) => message !== undefined)
  const isUnshown =
    post.error &&
    (otherProblems(post.error, (field) => shownFields.includes(field)).length > 0 || !problem(...shownFields))
  const isPrompt = kind === "prompt"

  return (
    <form
      onSubmit={submit}
      onFocus={() => setUsed(true)}
      aria-label={texts.label}
      className={classNames(
        "sticky bottom-3 z-10 -mx-1 group-has-data-reply/chat:static mt-8 -mb-14 flex flex-col gap-3 rounded-2xl border bg-surface p-3 shadow-card sm:mx-0 sm:p-4",
        isPrompt ? "border-prompt-line" : "border-line-strong",
      )}
    >
      <div className="flex flex-wrap items-end gap-3">
        <ComposerKind value={kind} onChange={setKind} />
        {isUsed && <span className="ms-auto text-xs text-quiet max-sm:hidden">{texts.keys}</span>}
      </div>
      <MentionArea
        label={texts.text[kind]}
        isLabelHidden
        rows={isUsed ? 3 : 1}
        placeholder={isPrompt ? texts.promptPlaceholder : texts.messagePlaceholder}
        value={text}
        onChange={setText}
        onSubmit={submit}
        problem={problem("prompt_message", "message") ?? (isTried && text.trim() === "" ? texts.textNeeded : undefined)}
      />
      {isUsed && (
        <div className="flex flex-wrap items-start gap-3">
          <OwnNameField
            className="min-w-36 grow basis-36"
            problem={
              problem("requester_agent", "agent_name") ?? (isTried && name.trim() === "" ? texts.nameNeeded : undefined)
            }
          />
          {isPrompt && (
            <PromptTerms
              terms={terms}
              onChange={setTerms}
              requiredProblem={problem("required_responses")}
              timeoutProblem={problem("timeout_minutes")}
            />
          )}
          <Button type="submit" look="primary" isBusy={post.isPending} className="ms-auto self-end">
            <Icon name="send" className="size-4" />
            {texts.post[kind]}
          </Button>
        </div>
      )}
      {isUsed && isPrompt && <NobodyNote />}
      {isUnshown && <ProblemNote error={post.error} />}
    </form>
  )
}

/** Warns before posting that nobody answers automatically, so the prompt would wait until its timeout. */
function NobodyNote() {
  const texts = useTexts(chatTexts).composer
  const agents = useAgents()
  if (!agents || agents.some(({ squadMember }) => squadMember)) return null
  return (
    <p role="status" className="text-sm text-warn">
      {texts.nobody}{" "}
      <Link to="/agents" className="font-medium underline underline-offset-4">
        {texts.nobodyLink}
      </Link>
    </p>
  )
}

const kinds = ["prompt", "message"] as const
type PostKind = (typeof kinds)[number]

interface ComposerKindProps {
  readonly value: PostKind
  readonly onChange: (kind: PostKind) => void
}

/** Radio buttons that look like a switch; arrow keys move between them. */
function ComposerKind({ value, onChange }: ComposerKindProps) {
  const texts = useTexts(chatTexts).composer
  const name = useId()
  return (
    <fieldset className="inline-flex rounded-xl bg-sunken p-1">
      <legend className="sr-only">{texts.kind}</legend>
      {kinds.map((kind) => (
        <label
          key={kind}
          className="relative rounded-lg px-3 py-1 text-sm font-medium text-quiet has-checked:bg-surface has-checked:text-ink has-checked:shadow-card"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none rounded-lg"
            checked={value === kind}
            onChange={() => onChange(kind)}
          />
          {texts[kind]}
        </label>
      ))}
    </fieldset>
  )
}
