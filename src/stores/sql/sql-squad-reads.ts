import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type {
  ChatEvent,
  ChatFilter,
  ChatMessage,
  PromptFilter,
  PromptWithAnswers,
  SquadMember,
  SquadPrompt,
} from "../../ports/squad-store.ts"
import {
  fromRow,
  OrganisationSql,
  type Rows,
  type SqlDatabase,
  type SqlStatement,
  type SqlStep,
} from "./sql-database.ts"

/** SQL that differs between the databases, about a prompt `p` and a message `c`. */
export interface SquadSql {
  readonly promptJson: string
  readonly chatJson: string
  /** Whether the prompt is stored as open although its time is up. */
  readonly isExpired: string
  /** Closes the expired prompts. */
  readonly closeExpired: string
  /** Value whose selection locks the prompt's organisation until the transaction ends. */
  readonly lock: string
  readonly newestFirst: string
  /** Key under which equal names are found. */
  nameKey(name: string): string
  /** Whether a prompt mentions no agent, or the one with this key. */
  mayAnswer(key: string): string
}

const defaultPage = 100

export const isOpen = "p.status IN ('pending', 'collecting')"

/** Reads of one organisation's squad. Expired prompts are closed first. */
export abstract class SqlSquadReads extends OrganisationSql {
  protected readonly squad: SquadSql

  constructor(sql: SqlDatabase, organisationId: string, squad: SquadSql) {
    super(sql, organisationId)
    this.squad = squad
  }

  /** One statement, so that the state and the answers come from the same snapshot. */
  async get(promptId: string): Promise<PromptWithAnswers> {
    if (!isUuid(promptId)) throw noPrompt(promptId)
    const { timeText, ago } = this.sql
    const { promptJson, chatJson } = this.squad
    const text = `SELECT ${promptJson} AS prompt, c.id AS answer_id, ${chatJson} AS chat, ${timeText(`(${ago(0)})`)} AS now
      FROM discussion_prompts p LEFT JOIN squad_chat c
        ON c.discussion_prompt_id = p.id AND c.message_type = 'discussion_response'
      WHERE p.organisation_id = $1 AND p.id = $2 ORDER BY c.seq`
    const values = [this.organisationId, promptId]
    const [found] = await this.#fresh([{ text, values, otherwise: () => noPrompt(promptId) }])
    const rows = found as unknown as readonly {
      prompt: SquadPrompt
      answer_id: string
      chat: ChatMessage
      now: string
    }[]
    const { prompt, now } = rows[0]!
    const isOver = !["pending", "collecting"].includes(prompt.status)
    return {
      prompt,
      responses: rows.flatMap(({ answer_id, chat }) => (answer_id === null ? [] : [chat])),
      closesInMs: isOver ? 0 : Math.max(1, Date.parse(prompt.expires_at) - Date.parse(now)),
    }
  }

  async list({ status, task_id, requester, agent, limit = defaultPage }: PromptFilter = {}) {
    const { promptJson, nameKey, newestFirst } = this.squad
    const { where, values } = this.#filter("p", limit, [
      [status, (placeholder) => `p.status = ${placeholder}`],
      [task_id, (placeholder) => `p.task_id = ${placeholder}`],
      [requester, (placeholder) => `p.requester_key = ${nameKey(placeholder)}`],
      [agent, (placeholder) => this.#mayStillAnswer(nameKey(placeholder))],
    ])
    const text = `SELECT ${promptJson} AS prompt FROM discussion_prompts p WHERE ${where}
      ORDER BY ${newestFirst} LIMIT $2`
    const [found = []] = await this.#fresh([{ text, values }])
    return found.map(({ prompt }) => prompt as SquadPrompt)
  }

  async chat(filter: ChatFilter = {}): Promise<readonly ChatMessage[]> {
    const { task_ref, discussion_prompt_id, before, after, limit = defaultPage } = filter
    if (discussion_prompt_id !== undefined && !isUuid(discussion_prompt_id)) return []
    const { where, values } = this.#filter("c", limit, [
      [task_ref, (placeholder) => `c.task_ref = ${placeholder}`],
      [discussion_prompt_id, (placeholder) => `c.discussion_prompt_id = ${placeholder}`],
      [before, (placeholder) => `c.seq < ${placeholder}`],
      [after, (placeholder) => `c.seq > ${placeholder}`],
    ])
    const order = after !== undefined && before === undefined ? "" : "DESC"
    const text = `SELECT chat FROM (SELECT ${this.squad.chatJson} AS chat, c.seq FROM squad_chat c WHERE ${where}
      ORDER BY c.seq ${order} LIMIT $2) AS page ORDER BY seq`
    const [found = []] = await this.sql.run(this.organisationId, [{ text, values }])
    return found.map(({ chat }) => chat as ChatMessage)
  }

  /** One statement, so that both parts come from the same snapshot. */
  async events(after: number, limit = defaultPage): Promise<readonly ChatEvent[]> {
    const { promptJson, chatJson } = this.squad
    const select = (kind: string, json: string, from: string) =>
      `SELECT * FROM (SELECT ${from}.seq, '${kind}' AS kind, ${json} AS chat FROM ${from === "c" ? "squad_chat" : "discussion_prompts"} ${from}
        WHERE ${from}.organisation_id = $1 AND ${from}.seq > $2 ORDER BY ${from}.seq LIMIT $3) AS ${kind}s`
    const text = `${select("message", chatJson, "c")} UNION ALL ${select("prompt", promptJson, "p")} ORDER BY seq LIMIT $3`
    const [found = []] = await this.#fresh([{ text, values: [this.organisationId, after, limit] }])
    return found.map(({ kind, seq, chat }) => ({ type: kind, seq, [String(kind)]: chat })) as unknown as ChatEvent[]
  }

  async lastSeq(): Promise<number> {
    const [row] = await this.rows<{ seq: number }>("SELECT seq FROM squad_counters WHERE organisation_id = $1")
    return row?.seq ?? 0
  }

  async membersFor(promptId: string): Promise<readonly SquadMember[]> {
    const text = `SELECT a.id AS agent_id, a.name, a.system_prompt, a.model_config FROM agent_templates a
      JOIN discussion_prompts p ON p.id = $2 AND p.organisation_id = a.organisation_id
      WHERE a.organisation_id = $1 AND a.squad_member AND ${this.#mayStillAnswer(this.squad.nameKey("a.name"))}
      ORDER BY a.name, a.id`
    const known = this.selectPrompt(promptId, "1")
    const [, members = []] = await this.#fresh([known, { text, values: known.values }])
    return members.map(fromRow<SquadMember>)
  }

  /** Selects something about a prompt. Throws NOT_FOUND. */
  protected selectPrompt(promptId: string, selected: string): SqlStatement {
    if (!isUuid(promptId)) throw noPrompt(promptId)
    const text = `SELECT ${selected} FROM discussion_prompts p WHERE p.organisation_id = $1 AND p.id = $2`
    return { text, values: [this.organisationId, promptId], otherwise: () => noPrompt(promptId) }
  }

  /** Runs statements that change the squad. */
  protected write(steps: readonly SqlStep[]): Promise<readonly Rows[]> {
    return this.sql.run(this.organisationId, steps)
  }

  #mayStillAnswer(key: string): string {
    return `${isOpen} AND p.requester_key <> ${key} AND ${this.squad.mayAnswer(key)}
      AND NOT EXISTS (SELECT 1 FROM squad_chat c WHERE c.discussion_prompt_id = p.id AND c.agent_key = ${key}
                      AND c.message_type = 'discussion_response')`
  }

  /** `$1` is the organisation and `$2` the limit; filters that are not given are left out. */
  #filter(alias: string, limit: number, filters: readonly [unknown, (placeholder: string) => string][]) {
    const values: unknown[] = [this.organisationId, limit]
    const conditions = filters.flatMap(([value, text]) =>
      value === undefined ? [] : [`(${text(`$${values.push(value)}`)})`],
    )
    return { where: [`${alias}.organisation_id = $1`, ...conditions].join(" AND "), values }
  }

  /** Reads; if an expired prompt is found, closes it and reads again. */
  async #fresh(statements: readonly SqlStatement[]): Promise<readonly Rows[]> {
    const text = `SELECT 1 FROM discussion_prompts p WHERE p.organisation_id = $1 AND ${this.squad.isExpired} LIMIT 1`
    for (;;) {
      const found = await this.sql.run(this.organisationId, [...statements, { text, values: [this.organisationId] }])
      if (found.at(-1)!.length === 0) return found
      await this.write([{ text: this.squad.closeExpired, values: [] }])
    }
  }
}

export function noPrompt(promptId: string): ConclaveError {
  return new ConclaveError("NOT_FOUND", `there is no prompt "${promptId.slice(0, 60)}"`)
}
