import type { Prompt } from "../../api/squad.ts"

/** What was collected, as Markdown to be pasted elsewhere: the question, then each answer under its agent's name. */
export function collectedText({ requester_agent, prompt_message, collected_context }: Prompt): string {
  const asked = `# ${requester_agent}\n\n${prompt_message.trim()}`
  const answers = collected_context.map(({ agent, message }) => `## ${agent}\n\n${message.trim()}`)
  return `${[asked, ...answers].join("\n\n")}\n`
}
