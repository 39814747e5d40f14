import { ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server"
import { readError } from "../client/api-error.ts"
import type { PublicDiscussion } from "../core/public/types.ts"
import { type ApiFetch, callApi, fallbackIfRefused } from "./api.ts"
import { discussionUri, recordUri, transcriptUri } from "./present.ts"
import type { ToolContext } from "./tool.ts"
import { pathOf } from "./wait-for-discussion.ts"

interface Listed {
  readonly discussions: readonly { readonly id: string; readonly topic: string; readonly status: string }[]
}

export function addResources({ server, fetch }: ToolContext): void {
  const list = async () => {
    const { discussions } = await callApi<Listed>(fetch, "GET", "/api/v1/discussions?limit=50").catch(
      fallbackIfRefused<Listed>({ discussions: [] }),
    )
    return discussions
  }
  const discussion = new ResourceTemplate("conclave://discussions/{id}", {
    list: async () => ({
      resources: (await list()).map(({ id, topic, status }) => ({
        uri: discussionUri(id),
        name: topic.slice(0, 100),
        description: status,
        mimeType: "application/json",
      })),
    }),
  })
  server.registerResource(
    "discussion",
    discussion,
    { title: "A whole discussion", mimeType: "application/json" },
    async (uri, { id }) => resource(uri.href, "application/json", await read(fetch, uri, pathOf(String(id)))),
  )
  server.registerResource(
    "record",
    new ResourceTemplate("conclave://discussions/{id}/record", { list: undefined }),
    { title: "A discussion's decision record", mimeType: "application/json" },
    async (uri, { id }) => {
      const found = JSON.parse(await read(fetch, uri, pathOf(String(id)))) as { discussion: PublicDiscussion }
      if (!found.discussion.record) throw new ResourceNotFoundError(uri.href)
      return resource(recordUri(String(id)), "application/json", JSON.stringify(found.discussion.record))
    },
  )
  server.registerResource(
    "transcript",
    new ResourceTemplate("conclave://discussions/{id}/transcript", { list: undefined }),
    { title: "A discussion's transcript", mimeType: "text/markdown" },
    async (uri, { id }) => {
      const text = await read(fetch, uri, `${pathOf(String(id))}/export?as=md`)
      return resource(transcriptUri(String(id)), "text/markdown", text)
    },
  )
}

function resource(uri: string, mimeType: string, text: string) {
  return { contents: [{ uri, mimeType, text }] }
}

async function read(fetch: ApiFetch, uri: URL, path: string): Promise<string> {
  const response = await fetch(path)
  if (response.status === 404) throw new ResourceNotFoundError(uri.href)
  if (!response.ok) throw await readError(response)
  return response.text()
}
