import { memo } from "react"
import type { ChatMessage } from "../../api/squad.ts"
import { RelativeTime } from "../../components/relative-time.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { AgentAvatar } from "./agent-avatar.tsx"
import { MessageBody } from "./message-body.tsx"
import { Speaker } from "./speaker.tsx"
import { TaskBadge } from "./task-badge.tsx"

/** A message that neither asks nor answers. What the system says is quieter still. */
export const PlainMessage = memo(function PlainMessage({ message }: { readonly message: ChatMessage }) {
  if (message.message_type === "system") {
    return <p className="px-2 text-center text-sm text-quiet">{stripUnsafeCharacters(message.message)}</p>
  }
  return (
    <article className="flex gap-3 px-1 sm:px-2">
      <AgentAvatar name={message.agent_name} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Speaker name={message.agent_name} isHuman={message.is_human} modelId={message.model_id} />
          <span className="text-sm text-quiet">
            <RelativeTime at={message.created_at} />
          </span>
          {message.task_ref !== null && <TaskBadge id={message.task_ref} />}
        </div>
        <MessageBody text={message.message} />
      </div>
    </article>
  )
})
