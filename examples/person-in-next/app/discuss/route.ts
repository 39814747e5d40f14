/**
 * A visitor takes part in a discussion, in a Next.js app: POST starts one and streams its events, PUT answers for the
 * visitor's seat. Discussions are stored, so they survive a restart.
 */
import { ConclaveError, conclave, type StoredConclave } from "conclave"

/** Streams must not be cached or generated at build time. */
export const dynamic = "force-dynamic"

/** Opened only once, although hot reload loads this file again. */
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

/** Returns input errors to the visitor as JSON, field by field. */
async function answer(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    return Response.json({ error }, { status: error.code === "NOT_FOUND" ? 404 : 400 })
  }
}
