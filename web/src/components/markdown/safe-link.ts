/** The address where a link of a model's text may lead, or undefined: the web and mail, nothing that runs or reads. */
export function safeLink(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined
  const { protocol, username, password } = new URL(href)
  if (username !== "" || password !== "") return undefined
  return ["https:", "http:", "mailto:"].includes(protocol) ? href : undefined
}
