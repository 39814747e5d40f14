import { html } from "hono/html"
import { type Html, htmlPage } from "./html-page.ts"

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly example?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
  readonly description?: string
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** As much of an OpenAPI document as is shown. */
interface Document {
  readonly info: { readonly title: string; readonly description?: string }
  readonly tags?: readonly { readonly name: string; readonly description?: string }[]
  readonly paths?: unknown
  readonly components?: unknown
}

/** An OpenAPI document as a page to read. */
export function writeDocs(document: Document): Html {
  const paths = (document.paths ?? {}) as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const { schemas = {} } = (document.components ?? {}) as { readonly schemas?: Readonly<Record<string, Schema>> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return htmlPage(`${document.info.title}: calls`, [
    html`<h1>${document.info.title}</h1><p>${inlineCode(document.info.description ?? "")}</p>`,
    html`<p>For programs: <a href="openapi.json">openapi.json</a></p>`,
    ...(document.tags ?? []).map(({ name, description = "" }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name))
      return html`<h2>${name}</h2><p class="quiet">${inlineCode(description)}</p>${own.map(writeOperation)}`
    }),
    html`<h2>Shapes</h2>${Object.entries(schemas).map(([name, schema]) => writeSchema(name, schema))}`,
  ])
}

interface ListedOperation {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** What stands between backticks is code. */
function inlineCode(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function writeOperation({ path, method, operation }: ListedOperation): Html {
  const { summary, description, operationId, parameters = [], requestBody, responses } = operation
  const title = html`<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`
  const given = parameters.map(
    (parameter) =>
      html`<tr><th><code>${parameter.name}</code></th><td>${parameter.in}${parameter.required ? ", needed" : ""}</td><td>${inlineCode(
        parameter.description ?? parameter.schema?.description ?? "",
      )}</td></tr>`,
  )
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<tr><th>${status}</th><td>${inlineCode(answer.description ?? "")}</td><td>${writeContent(answer)}</td></tr>`,
  )
  return html`<h3 id="${operationId}">${title}</h3><p><strong>${summary}.</strong> ${inlineCode(description)}</p>${
    given.length > 0 ? html`<table>${given}</table>` : ""
  }${requestBody ? html`<p>Body: ${writeContent(requestBody)}</p>` : ""}<table>${answers}</table>`
}

function writeContent({ content = {} }: Content): Html[] {
  return Object.entries(content).map(
    ([type, { schema }]) => html`<code>${type}</code> ${schema ? writeType(schema) : ""}<br>`,
  )
}

function writeSchema(name: string, schema: Schema): Html {
  const { properties = {}, required = [], description = "", example } = schema
  const rows = Object.entries(properties).map(
    ([field, inner]) =>
      html`<tr><th><code>${field}</code></th><td>${writeType(inner)}${required.includes(field) ? "" : " (optional)"}</td><td>${inlineCode(
        inner.description ?? "",
      )}</td></tr>`,
  )
  return html`<h3 id="shape-${name}">${name}</h3><p>${inlineCode(description)}</p><table>${rows}</table>${
    example === undefined ? "" : html`<pre>${JSON.stringify(example, null, 2)}</pre>`
  }`
}

function writeType(schema: Schema): Html {
  const name = schema.$ref?.split("/").at(-1)
  if (name !== undefined) return html`<a href="#shape-${name}">${name}</a>`
  const union = schema.anyOf ?? schema.oneOf
  if (union) return html`${union.map((one, index) => html`${index > 0 ? " or " : ""}${writeType(one)}`)}`
  if (schema.items) return html`list of ${writeType(schema.items)}`
  if (schema.enum) return html`<code>${schema.enum.map(String).join(" | ")}</code>`
  return html`${[schema.type ?? "anything"].flat().join(" or ")}`
}
