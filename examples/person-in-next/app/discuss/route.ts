/**
 * A discussion with the visitor in it, in a Next.js app: POST starts one and streams its events, PUT says something for
 * the visitor, whose seat the discussion waits for. Discussions are kept, so that a restart loses none.
 */
import { ConclaveError, conclave, type StoredConclave } from "conclave"

/** Streams must neither be cached nor made at build time. */
export const dynamic = "force-dynamic"

/** In development this file is loaded again at every change; there is one database all the same. */
const kept = globalThis as { conclave?: StoredConclave }
kept.conclave ??= conclave({ data: process.env.CONCLAVE_DATA ?? ".conclave" })
const table = kept.conclave

export async function POST(request: Request): Promise<Response> {
  const { topic } = (await request.json()) as { topic: string }
  return answer(async () =>
    table
      .discuss({
        format: "panel",
        topic,
        seats: [{ role: "user", name: "Visitor" }, { role: "manager" }, { role: "specialist" }],
        options: { rounds: 1 },
      })
      .toResponse(),
  )
}

export async function PUT(request: Request): Promise<Response> {
  const { id, content } = (await request.json()) as { id: string; content: string }
  return answer(async () => {
    await (await table.open(id)).say(content)
    return new Response(null, { status: 204 })
  })
}

/** What was asked for wrongly is the visitor's to mend: field by field, as JSON. */
async function answer(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    return Response.json({ error }, { status: error.code === "NOT_FOUND" ? 404 : 400 })
  }
}
