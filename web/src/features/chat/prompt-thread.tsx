import { memo, useEffect, useRef, useState } from "react"
import type { ChatMessage } from "../../api/squad.ts"
import { RelativeTime } from "../../components/relative-time.tsx"
import { Loading } from "../../components/spinner.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import type { ThreadItem } from "./chat-items.ts"
import { MessageBody } from "./message-body.tsx"
import { PromptCard } from "./prompt-card.tsx"
import { ReplyForm } from "./reply-form.tsx"
import { AgentAvatar, Speaker } from "./speaker.tsx"
import { useSquadTools } from "./squad-context.ts"
import { normalizeName } from "./squad-state.ts"
import { chatTexts } from "./texts.ts"

interface PromptThreadProps {
  readonly thread: ThreadItem
  readonly isExpanded: boolean
  readonly onToggle: (id: string) => void
}

/** A prompt with its answers. Missing parts are fetched when it is first shown. */
export const PromptThread = memo(Thread, arePropsEqual)

function Thread({ thread, isExpanded, onToggle }: PromptThreadProps) {
  const texts = useTexts(chatTexts)
  const { loadThread } = useSquadTools()
  const { id, prompt, replies, isWhole } = thread
  const [isReplying, setReplying] = useState(false)
  const replyButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isWhole) void loadThread(id).catch(() => {})
  }, [isWhole, id, loadThread])

  if (!prompt) return <Loading />
  const [count, needed] = [prompt.collected_context.length, prompt.required_responses]
  const close = () => {
    setReplying(false)
    replyButton.current?.focus()
  }
  return (
    <article
      id={`prompt-${id}`}
      tabIndex={-1}
      aria-label={texts.thread(
        stripUnsafeCharacters(prompt.requester_agent),
        texts.status[prompt.status],
        count,
        needed,
      )}
      className="scroll-mt-20 scroll-mb-48 rounded-2xl"
    >
      <PromptCard
        prompt={prompt}
        replyCount={replies.length}
        isExpanded={isExpanded}
        onToggle={() => onToggle(id)}
        onReply={() => setReplying(true)}
        replyButton={replyButton}
      />
      {(isReplying || (isExpanded && replies.length > 0)) && (
        <div className="ms-4 mt-2 flex flex-col gap-2 sm:ms-10">
          {isExpanded && replies.length > 0 && (
            <ol className="flex flex-col gap-2">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <ThreadReply message={reply} isReplaced={isSuperseded(reply, replies)} />
                </li>
              ))}
            </ol>
          )}
          {isReplying && <ReplyForm prompt={prompt} onClose={close} />}
        </div>
      )}
    </article>
  )
}

/** Items are rebuilt with every chat event; most threads are unchanged. */
function arePropsEqual(before: PromptThreadProps, after: PromptThreadProps): boolean {
  const [one, other] = [before.thread, after.thread]
  return (
    one.prompt === other.prompt &&
    one.isWhole === other.isWhole &&
    one.replies.length === other.replies.length &&
    before.isExpanded === after.isExpanded &&
    before.onToggle === after.onToggle
  )
}

/** If an agent answered several times, its latest answer counts. */
function isSuperseded(reply: ChatMessage, replies: readonly ChatMessage[]): boolean {
  if (reply.message_type !== "discussion_response") return false
  return replies.some(
    ({ seq, message_type, agent_name }) =>
      seq > reply.seq &&
      message_type === "discussion_response" &&
      normalizeName(agent_name) === normalizeName(reply.agent_name),
  )
}

interface ThreadReplyProps {
  readonly message: ChatMessage
  /** A later answer of the same agent counts instead. */
  readonly isReplaced: boolean
}

/** An answer, indented with a blue edge; the asker's own messages have a plain edge. */
const ThreadReply = memo(function ThreadReply({ message, isReplaced }: ThreadReplyProps) {
  const texts = useTexts(chatTexts)
  const isAnswer = message.message_type === "discussion_response"
  const note = !isAnswer ? texts.ownWords : isReplaced ? texts.replaced : undefined
  return (
    <div
      className={`rounded-e-xl border-s-4 bg-surface px-4 py-3 shadow-card ${isAnswer && !isReplaced ? "border-answer-line" : "border-line"}`}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <AgentAvatar name={message.agent_name} isSmall />
        <Speaker name={message.agent_name} isHuman={message.is_human} modelId={message.model_id} />
        <span className="text-quiet">
          <RelativeTime at={message.created_at} />
        </span>
        {note && <span className="text-quiet">· {note}</span>}
      </div>
      <div className="mt-1.5">
        <MessageBody text={message.message} />
      </div>
    </div>
  )
})
