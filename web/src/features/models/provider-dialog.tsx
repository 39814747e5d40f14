import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { fieldProblem } from "../../api/api-error.ts"
import { modelsQuery } from "../../api/models.ts"
import { type ProviderSetup, providersQuery, setProvider, testProvider } from "../../api/providers.ts"
import { Button } from "../../components/button.tsx"
import { Dialog } from "../../components/dialog.tsx"
import { TextField } from "../../components/field.tsx"
import { ProblemNote } from "../../components/problem-note.tsx"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { toast } from "../../components/toaster.tsx"
import { useTexts } from "../../texts/use-language.ts"
import { modelsTexts } from "./texts.ts"

interface ProviderDialogProps {
  /** undefined: a new OpenAI-compatible server, which needs a name. */
  readonly setup: ProviderSetup | undefined
  readonly keepsFile: boolean
  readonly onClose: () => void
}

type Keep = "memory" | "file"

/** Sets a provider's key or the base URL of a server. */
export function ProviderDialog({ setup, keepsFile, onClose }: ProviderDialogProps) {
  const { setUp: texts } = useTexts(modelsTexts)
  const queries = useQueryClient()
  const [serverName, setServerName] = useState("")
  const [baseUrl, setBaseUrl] = useState(setup?.baseUrl ?? "")
  const [apiKey, setApiKey] = useState("")
  const [keep, setKeep] = useState<Keep>("memory")
  const { takesKey = true, takesAddress = true, testable = true } = setup ?? {}
  const name = setup?.name ?? `compatible:${serverName}`
  const connection = {
    ...(apiKey.trim() !== "" && { apiKey }),
    ...(takesAddress && baseUrl.trim() !== "" && { baseUrl }),
  }
  const save = useMutation({
    mutationFn: () => setProvider(name, { ...connection, keep: connection.apiKey === undefined ? "memory" : keep }),
    async onSuccess({ title }) {
      toast(texts.saved(title))
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: modelsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: providersQuery.queryKey }),
      ])
    },
  })
  const tried = useMutation({ mutationFn: () => testProvider(name, connection) })
  const problem = (field: string) => fieldProblem(save.error ?? tried.error, field)
  const isShown = ["name", "baseUrl", "key", "apiKey"].some((field) => problem(field) !== undefined)
  return (
    <Dialog isOpen onClose={onClose} title={setup ? texts.title(setup.title) : texts.newServer}>
      <form
        noValidate
        className="flex flex-col gap-4"
        // The last test result does not apply to changed values.
        onChange={() => {
          save.reset()
          tried.reset()
        }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        {!setup && (
          <TextField
            label={texts.name}
            hint={texts.nameHint(serverName || "lab")}
            problem={problem("name") && texts.nameProblem}
            value={serverName}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setServerName(target.value.toLowerCase())}
          />
        )}
        {takesAddress && (
          <TextField
            label={texts.address}
            hint={texts.addressHint}
            problem={problem("baseUrl") && texts.addressProblem}
            placeholder={setup?.exampleUrl ?? "http://127.0.0.1:8080/v1"}
            value={baseUrl}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setBaseUrl(target.value)}
          />
        )}
        {takesKey && (
          <TextField
            label={setup && !takesAddress ? texts.key : texts.keyIfAny}
            type="password"
            problem={(problem("key") ?? problem("apiKey")) && texts.keyProblem}
            value={apiKey}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setApiKey(target.value)}
          />
        )}
        {takesKey && (
          <KeepChoice value={keep} onChange={setKeep} offersFile={keepsFile && setup?.key !== "environment"} />
        )}
        {testable && (
          <div className="flex flex-wrap items-center gap-3">
            <Button isBusy={tried.isPending} onClick={() => tried.mutate()}>
              {texts.test}
            </Button>
            <p role="status" className="min-w-0 text-sm text-quiet">
              {tried.data &&
                (tried.data.ok
                  ? texts.works(
                      tried.data.models.length,
                      stripUnsafeCharacters(tried.data.models.slice(0, 3).join(", ")),
                    )
                  : texts.reasons[tried.data.reason ?? "other"])}
            </p>
          </div>
        )}
        {!isShown && <ProblemNote error={save.error ?? tried.error} />}
        <Button type="submit" look="primary" isBusy={save.isPending} className="self-end">
          {texts.save}
        </Button>
      </form>
    </Dialog>
  )
}

interface KeepChoiceProps {
  readonly value: Keep
  readonly onChange: (keep: Keep) => void
  readonly offersFile: boolean
}

/** Says where the key will be stored before it is saved. */
function KeepChoice({ value, onChange, offersFile }: KeepChoiceProps) {
  const { setUp: texts } = useTexts(modelsTexts)
  return (
    <fieldset className="flex flex-col gap-2 text-sm">
      <legend className="mb-1.5 font-medium">{texts.keep}</legend>
      {(offersFile ? (["memory", "file"] as const) : (["memory"] as const)).map((keep) => (
        <label key={keep} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="keep"
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
            checked={value === keep}
            onChange={() => onChange(keep)}
          />
          <span>{texts.keeps[keep]}</span>
        </label>
      ))}
    </fieldset>
  )
}
