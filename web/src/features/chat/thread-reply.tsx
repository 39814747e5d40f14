import { memo } from "react"
import type { ChatMessage } from "../../api/squad.ts"
import { RelativeTime } from "../../components/relative-time.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { AgentAvatar } from "./agent-avatar.tsx"
import { MessageBody } from "./message-body.tsx"
import { Speaker } from "./speaker.tsx"
import { chatTexts } from "./texts/index.ts"

interface ThreadReplyProps {
  readonly message: ChatMessage
  /** The same agent answered again, and that counts instead. */
  readonly isReplaced: boolean
}

/** An answer, indented with a blue edge; the asker's own words have a plain one. */
export const ThreadReply = memo(function ThreadReply({ message, isReplaced }: ThreadReplyProps) {
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
