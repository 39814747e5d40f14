import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { modelsQuery } from "../../../api/models.ts"
import { RehearsalBadge } from "../../../components/badge.tsx"
import { Button } from "../../../components/button.tsx"
import { Icon } from "../../../components/icon.tsx"
import { ProblemNote } from "../../../components/problem-note.tsx"
import { useListFormatter } from "../../../texts/use-formatters.ts"
import { useLanguage, useTexts } from "../../../texts/use-language.ts"
import { FormatPicture, presetOrder } from "../composer/format-picture.tsx"
import { useFormatName } from "../composer/use-format-name.ts"
import { useStartDiscussion } from "../composer/use-start-discussion.ts"
import { homeTexts } from "../texts.ts"

const examples = ["duet", "assembly", "hive"] as const

/** Before the first discussion: three recorded examples, and next steps with the available models. */
export function FirstSteps() {
  const { first } = useTexts(homeTexts)
  const [language] = useLanguage()
  const formatName = useFormatName()
  const start = useStartDiscussion()
  const rehearse = () =>
    start.mutate({
      format: presetOrder[0]!,
      topic: first.rehearsalTopic,
      language,
      seats: [{ model: "rehearsal/steady" }, { model: "rehearsal/curious" }],
    })
  return (
    <section aria-labelledby="first-steps" className="flex flex-col gap-5">
      <div>
        <h2 id="first-steps" className="font-display text-2xl font-medium">
          {first.title}
        </h2>
        <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <RehearsalBadge /> {first.lead}
        </p>
      </div>
      <ul className="flex flex-col gap-2.5">
        {examples.map((name) => (
          <li key={name}>
            <Link
              to="/examples/$name"
              params={{ name }}
              className="flex items-center gap-3 rounded-xl border border-line bg-surface p-3 hover:border-line-strong"
            >
              <FormatPicture format={name} className="h-9 w-16 shrink-0" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-semibold">{first.examples[name]}</span>
                <span className="block text-xs text-quiet">
                  {formatName(name).name} · {formatName(name).line}
                </span>
              </span>
              <Icon name="play" className="size-4 text-accent" />
            </Link>
          </li>
        ))}
      </ul>
      <NextStep />
      <Button className="self-start" isBusy={start.isPending} onClick={rehearse}>
        <Icon name="play" className="size-4" />
        {first.rehearse}
      </Button>
      <ProblemNote error={start.error} />
    </section>
  )
}

/** Models found on this machine, and how to use them. */
function NextStep() {
  const { first } = useTexts(homeTexts)
  const { data } = useQuery(modelsQuery)
  const list = useListFormatter()
  if (!data) return null
  const ready = data.providers.filter(
    ({ name, ready: isReady }) => isReady && data.models.some(({ provider }) => provider === name),
  )
  return (
    <p className="rounded-xl bg-accent-soft px-4 py-3 text-sm">
      {ready.length > 0 ? first.found(list(ready.map(({ title }) => title))) : first.nothingFound}{" "}
      <Link to="/models" className="font-medium text-accent-strong underline underline-offset-4">
        {first.models}
      </Link>
    </p>
  )
}
