import type { DiscussionState } from "../discussion/state.ts"
import { languageFor } from "../languages/index.ts"
import { isRehearsal } from "./discussion-facts.ts"
import { embedMarkdown, inlineMarkdown, plainMarkdown } from "./embed-markdown.ts"
import { recordSections } from "./record-sections.ts"
import { likelihoodText } from "./vote-lines.ts"
import { factParts, itemList, seatNames, writtenBy } from "./write-markdown.ts"

/** The decision as an architecture decision record in the MADR layout, with English headings in every language. */
export function writeAdr(state: DiscussionState): string {
  const language = languageFor(state.table.language)
  const { record, outcome, table } = state
  const name = seatNames(state)
  const sections = record ? recordSections(record, name, language) : []
  const items = (...parts: readonly string[]) =>
    sections.filter(({ part }) => parts.includes(part)).flatMap(({ items: list }) => list)
  const titled = (...parts: readonly string[]) =>
    sections
      .filter(({ part }) => parts.includes(part))
      .flatMap(({ title, items: list }) => [`### ${title}`, itemList(list)])
  const answer = record?.answer ?? outcome?.solution
  const drivers = items("wouldChange")
  const options = table.choices.map((option) => `- ${inlineMarkdown(option)}`)
  const why = items("why")
  const consequences = items("nextSteps")
  const pros = titled("agreedOn", "contradictions", "singlePoints", "dissent")
  const more = titled("findings", "unanswered", "blindSpots", "leftOut")
  const [title = ""] = table.topic.trim().split("\n")
  return [
    frontMatter(state),
    `# ${plainMarkdown(title)}`,
    ...(isRehearsal(state) ? [`*${language.report.rehearsal}*`] : []),
    "## Context and Problem Statement",
    embedMarkdown(table.topic, 3),
    ...(drivers.length > 0 ? ["## Decision Drivers", itemList(drivers)] : []),
    ...(options.length > 0 ? ["## Considered Options", options.join("\n")] : []),
    "## Decision Outcome",
    answer === undefined ? "" : embedMarkdown(answer, 3),
    outcome ? `**${plainMarkdown(outcome.sentence)}**` : "",
    outcome?.likelihood ? `${language.report.likelihood}: ${likelihoodText(outcome.likelihood, language.report)}` : "",
    ...(why.length > 0 ? [itemList(why)] : []),
    ...(consequences.length > 0 ? ["### Consequences", itemList(consequences)] : []),
    ...(pros.length > 0 ? ["## Pros and Cons of the Options", ...pros] : []),
    "## More Information",
    ...more,
    ...factParts(state),
    record ? writtenBy(record, name, language) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n")
}

/** `proposed`: only people can accept a decision for a repository. */
function frontMatter(state: DiscussionState): string {
  const date = new Date(state.updatedAt).toISOString().slice(0, 10)
  const names = state.everyone.map(({ name }) => JSON.stringify(name)).join(", ")
  return ["---", "status: proposed", `date: ${date}`, `decision-makers: [${names}]`, "---"].join("\n")
}
