import { TextField } from "../../components/field.tsx"
import { useOwnName } from "../../preferences/own-name.ts"
import { useTexts } from "../../texts/use-language.ts"
import { chatTexts } from "./texts.ts"

/** The reader's name, shared by all forms of the chat. */
export function OwnNameField({
  problem,
  className,
}: {
  readonly problem?: string | undefined
  readonly className?: string
}) {
  const texts = useTexts(chatTexts)
  const [name, setName] = useOwnName()
  return (
    <TextField
      label={texts.composer.name}
      value={name}
      onChange={({ target }) => setName(target.value)}
      autoComplete="nickname"
      maxLength={100}
      problem={problem}
      {...(className && { className })}
    />
  )
}
