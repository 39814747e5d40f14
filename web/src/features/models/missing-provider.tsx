import type { Provider } from "../../api/models.ts"
import { stripUnsafeCharacters } from "../../components/strip-unsafe-characters.ts"
import { useTexts } from "../../texts/use-language.ts"
import { CopyName } from "./copy-name.tsx"
import { missingVariable } from "./provider-groups.ts"
import { modelsTexts } from "./texts/index.ts"

/** What an address may look like. A key is never shown, nor known here. */
const examples: Readonly<Record<string, string>> = {
  OLLAMA_HOST: "http://127.0.0.1:11434",
  COMPATIBLE_BASE_URL: "http://127.0.0.1:8080/v1",
}

/** A provider that lacks something, and what to do about it. */
export function MissingProvider({ provider }: { readonly provider: Provider }) {
  const texts = useTexts(modelsTexts)
  const { name, problem, baseUrl } = provider
  const variable = missingVariable(provider)
  const isSilent = problem !== undefined && variable !== undefined && baseUrl !== undefined
  const command = variable && `${variable}=${examples[variable] ?? "…"} npm start`
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-2xl border border-dashed border-line-strong/60 p-5">
      <h3 className="font-medium">{texts.providers[name] ?? stripUnsafeCharacters(name)}</h3>
      {problem !== undefined && (
        <p className="text-sm text-quiet" lang={isSilent ? undefined : "en"}>
          {isSilent ? texts.silent(stripUnsafeCharacters(baseUrl)) : stripUnsafeCharacters(problem)}
        </p>
      )}
      {variable && (
        <>
          <p className="text-sm text-quiet">{problem === undefined ? texts.needs(variable) : texts.silentAdvice}</p>
          <div className="flex items-center justify-between gap-1 rounded-xl bg-sunken py-1 ps-3 pe-1">
            <code className="min-w-0 text-sm">{command}</code>
            <CopyName name={variable} />
          </div>
        </>
      )}
    </li>
  )
}
