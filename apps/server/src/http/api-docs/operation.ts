import { escapeHtml } from '../../escape-html.ts'
import type { Operation } from '../openapi.ts'
import { accessInWords } from './access-in-words.ts'
import { curlOf } from './curl.ts'
import { exampleOf } from './example.ts'
import type { JsonSchema } from './json-schema.ts'
import { describeLimits, describeType, renderSchema, requiredOrOptional } from './schema.ts'
import { asHtml, code } from './words.ts'

export type NamedOperation = { method: string; path: string; operation: Operation }

export const anchorOf = ({ operation }: NamedOperation) => `operation-${operation.operationId}`

export const renderMethod = (method: string) => `<span class="method ${method}">${method.toUpperCase()}</span>`

/** Rendered response schemas, with the operation that shows each first. */
export type ShownAnswers = Map<string, NamedOperation>

/** Collapsible section of one operation. */
export function renderOperation(named: NamedOperation, server: string, shown: ShownAnswers) {
  const { method, path, operation } = named
  const { parameters = [], requestBody } = operation
  const access = asHtml(
    accessInWords(operation['x-access'], operation['x-also-needs'], operation['x-not-for-athletes']),
  )
  const body = requestBody?.content['application/json']
  return [
    `<details class="operation" id="${anchorOf(named)}" data-words="${escapeHtml(searchTextOf(named).toLowerCase())}">`,
    `<summary><h3>${renderMethod(method)} <code class="path">${breakable(path)}</code></h3> <span>${asHtml(operation.summary)}</span></summary>`,
    '<div class="about-operation">',
    `<h4>Who can call it</h4><p>${access}</p>`,
    parameters.length > 0 ? `<h4>Parameters</h4>${renderParameters(parameters)}` : '',
    body
      ? `<h4>Body</h4><details class="schema" open><summary>JSON object</summary>${renderSchema(body.schema)}</details>`
      : '',
    requestBody && !body ? `<h4>Body</h4><p>A file: ${Object.keys(requestBody.content).map(code).join(', ')}</p>` : '',
    `<h4>Example</h4>${renderExample(named, server)}`,
    `<h4>Answers</h4>${renderAnswers(named, shown)}`,
    '</div></details>',
  ].join('\n')
}

/** Text that the filter searches. */
function searchTextOf({ method, path, operation }: NamedOperation) {
  return [
    method,
    path,
    operation.operationId,
    operation.summary,
    accessInWords(operation['x-access'], operation['x-also-needs'], operation['x-not-for-athletes']),
  ]
    .join(' ')
    .replaceAll('`', '')
}

/** Allows line breaks after slashes. */
const breakable = (path: string) => escapeHtml(path).replaceAll('/', '/<wbr>')

function renderParameters(parameters: NonNullable<Operation['parameters']>) {
  const rows = parameters.map(({ name, in: place, required = false, schema, description }) => {
    const about = description ? `<p>${asHtml(description)}</p>` : ''
    return `<tr><th scope="row">${code(name)}<br>in the ${place}, ${requiredOrOptional(required)}</th><td><span class="type">${describeType(schema)}</span>${about}${describeLimits(schema)}</td></tr>`
  })
  return `<table><thead><tr><th scope="col">Name</th><th scope="col">Type and meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function renderExample({ method, path, operation }: NamedOperation, server: string) {
  const { parameters = [], requestBody, security, responses } = operation
  const examplePath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema
    return encodeURIComponent(String(exampleOf(schema ?? {}, name)))
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }): [string, string] => [name, String(exampleOf(schema, name))])
  const search = new URLSearchParams(query).toString()
  const command = curlOf({
    method: method.toUpperCase(),
    url: `${server}${examplePath}${search && `?${search}`}`,
    signedIn: security !== undefined,
    body: requestBody?.content['application/json']?.example,
    upload: Object.keys(requestBody?.content ?? {}).find((type) => type !== 'application/json'),
    file: fileIn(responses),
  })
  return `<div class="example"><pre><code>${escapeHtml(command)}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`
}

/** File extension of a response that is not JSON, such as `pdf`. */
function fileIn(responses: Operation['responses']) {
  const [type] = Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {}))
  return type?.includes('json') ? undefined : type?.split('/')[1]
}

/** Success schemas are collapsible. Errors share one schema, so they are only listed. */
function renderAnswers(named: NamedOperation, shown: ShownAnswers) {
  const items = Object.entries(named.operation.responses).map(([status, { description, content = {} }]) => {
    const isError = Number(status) >= 400
    const title = `<strong class="status${isError ? '' : ' success'}">${status}</strong> ${asHtml(description)}`
    const [type, answer] = Object.entries(content)[0] ?? []
    if (isError || !type || !answer) return `<li>${title}</li>`
    return `<li><details class="schema"><summary>${title}</summary><p class="type">${code(type)}</p>${renderAnswer(answer.schema, named, shown)}</details></li>`
  })
  return `<ul class="answers">${items.join('')}</ul><p>Errors are <a href="#errors">problem documents</a>.</p>`
}

/** Larger repeated schemas become links. They would make up a third of the page. */
const MIN_LINKED_LENGTH = 500

function renderAnswer(schema: JsonSchema, named: NamedOperation, shown: ShownAnswers) {
  const rendered = renderSchema(schema)
  const first = shown.get(rendered)
  if (first) {
    return `<p>The same as <a href="#${anchorOf(first)}">${renderMethod(first.method)} <code>${breakable(first.path)}</code></a> answers.</p>`
  }
  if (rendered.length > MIN_LINKED_LENGTH) shown.set(rendered, named)
  return rendered
}
