import type { Ballot } from "../../../api/discussions.ts"
import { Icon } from "../../../components/icon.tsx"
import { stripUnsafeCharacters } from "../../../components/strip-unsafe-characters.ts"
import { useFormatters } from "../../../texts/use-formatters.ts"
import { useTexts } from "../../../texts/use-language.ts"
import { discussionTexts } from "../texts/index.ts"

interface TallyBarsProps {
  readonly ballot: Ballot
  readonly tally: readonly { readonly option: string; readonly score: number }[]
}

/** What each option got. */
export function TallyBars({ ballot, tally }: TallyBarsProps) {
  const texts = useTexts(discussionTexts)
  const format = useFormatters()
  const most = Math.max(1e-9, ...tally.map(({ score }) => score))
  const { choice, protocol } = ballot.result ?? {}
  return (
    <figure className="mb-4">
      <figcaption className="mb-1.5 text-xs text-quiet">
        {texts.ballot.tally}
        {protocol && ` · ${texts.outcome.protocols[protocol]}`}
      </figcaption>
      <dl className="flex flex-col gap-1.5">
        {tally.map(({ option, score }) => (
          <div key={option} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
            <dt className="relative overflow-hidden rounded-md bg-sunken px-2 py-1">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 start-0 bg-accent-soft"
                style={{ width: `${(score / most) * 100}%` }}
              />
              <span
                dir="auto"
                className={`relative flex items-center gap-1.5 ${option === choice ? "font-semibold" : ""}`}
              >
                {option === choice && <Icon name="check" className="size-3.5 text-accent" />}
                {stripUnsafeCharacters(option)}
              </span>
            </dt>
            <dd className="text-end tabular-nums">{format.number(Math.round(score * 100) / 100)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}
