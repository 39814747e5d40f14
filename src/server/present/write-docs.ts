import { html } from "hono/html"
import { errorStatus, statusDescriptions } from "../http/http-error.ts"
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse, OpenApiSchema } from "../openapi-document.ts"
import { type Html, htmlPage } from "./html-page.ts"

export function writeDocs({ info, tags, paths, components }: OpenApiDocument): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return htmlPage(`${info.title}: API reference`, [
    html`<h1>${info.title}: API reference</h1><p>${inlineCode(info.description)}</p>
      <p><a href="/docs/index.html">Guides and decision records</a></p>`,
    html`<p>Machine-readable: <a href="openapi.json">openapi.json</a></p>`,
    ...tags.map(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name))
      return html`<h2>${name}</h2><p class="muted">${inlineCode(description)}</p>${own.map(writeOperation)}`
    }),
    html`<h2>Errors</h2><table>${Object.entries(errorStatus).map(
      ([code, status]) =>
        html`<tr id="${code}"><th><code>${code}</code></th><td>${status}</td><td>${inlineCode(statusDescriptions[status])}</td></tr>`,
    )}</table>`,
    html`<h2>Schemas</h2>${Object.entries(components.schemas).map(([name, schema]) => writeSchema(name, schema))}`,
  ])
}

/** Renders `code` in backticks. */
function inlineCode(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

function writeOperation({ path, method, operation }: { path: string; method: string; operation: OpenApiOperation }) {
  const { summary, description, operationId, parameters = [], requestBody, responses } = operation
  const title = html`<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`
  const given = parameters.map(
    (parameter) =>
      html`<tr><th><code>${parameter.name}</code></th><td>${parameter.in}${parameter.required ? ", required" : ""}</td><td>${inlineCode(
        parameter.description ?? "",
      )}</td></tr>`,
  )
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      html`<tr><th>${status}</th><td>${inlineCode(answer.description)}</td><td>${writeContent(answer)}</td></tr>`,
  )
  return html`<h3 id="${operationId}">${title}</h3><p><strong>${summary}.</strong> ${inlineCode(description)}</p>${
    given.length > 0 ? html`<table>${given}</table>` : ""
  }${requestBody ? html`<p>Body: ${writeContent(requestBody)}</p>` : ""}<table>${answers}</table>`
}

function writeContent({ content = {} }: Pick<OpenApiResponse, "content">): Html[] {
  return Object.entries(content).map(([type, { schema }]) => html`<code>${type}</code> ${writeType(schema)}<br>`)
}

function writeSchema(name: string, schema: OpenApiSchema): Html {
  const { properties = {}, required = [], description = "", example } = schema
  const rows = Object.entries(properties).map(
    ([field, inner]) =>
      html`<tr><th><code>${field}</code></th><td>${writeType(inner)}${required.includes(field) ? "" : " (optional)"}</td><td>${inlineCode(
        inner.description ?? "",
      )}</td></tr>`,
  )
  return html`<h3 id="schema-${name}">${name}</h3><p>${inlineCode(description)}</p><table>${rows}</table>${
    example === undefined ? "" : html`<pre>${JSON.stringify(example, null, 2)}</pre>`
  }`
}

function writeType(schema: OpenApiSchema): Html {
  const name = schema.$ref?.split("/").at(-1)
  if (name !== undefined) return html`<a href="#schema-${name}">${name}</a>`
  const union = schema.anyOf ?? schema.oneOf
  if (union) return html`${union.map((one, index) => html`${index > 0 ? " or " : ""}${writeType(one)}`)}`
  if (schema.items) return html`list of ${writeType(schema.items)}`
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
  if (schema.enum) return html`<code>${schema.enum.map(String).join(" | ")}</code>`
  return html`${[schema.type ?? "anything"].flat().join(" or ")}`
}
