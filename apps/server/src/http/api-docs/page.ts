import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemCodes } from '@sherpa/contracts/problem'
import { escapeHtml } from '../../escape-html.ts'
import type { openApiDocument } from '../openapi.ts'
import { anchorOf, type NamedOperation, renderMethod, renderOperation, type ShownAnswers } from './operation.ts'
import { renderSchema } from './schema.ts'
import { asHtml, code } from './words.ts'

type Document = ReturnType<typeof openApiDocument>
type Group = { name: string; description: string; anchor: string; operations: NamedOperation[] }

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** Inlined; the Content-Security-Policy allows their hashes only. */
export const style = read('page.css')
export const script = read('page.js')

/** Renders the API reference. The script only adds the filter and copy buttons. */
export function renderPage(document: Document) {
  const { info, servers } = document
  const [{ url: server }] = servers
  const groups = groupsOf(document)
  const operations = groups.flatMap((group) => group.operations)
  const shown: ShownAnswers = new Map()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(info.title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#reference">Skip to content</a>
<header><p class="wordmark">Sherpa<span class="dot"></span></p><p><a href="/api/openapi.json">OpenAPI document</a></p></header>
<div class="columns">
<aside>
<form class="filter" role="search" hidden>
<label for="filter">Filter operations</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="invite, PATCH, invoices…">
<p role="status">${operations.length} operations</p>
</form>
<details class="contents"><summary>Contents</summary>${renderContents(groups)}</details>
</aside>
<main id="reference" tabindex="-1">
<h1>${escapeHtml(info.title)}</h1>
<p>${asHtml(info.description)}</p>
<p>All paths are at ${code(server)}.</p>
${groups.map((group) => renderGroup(group, server, shown)).join('\n')}
${renderErrors(document)}
</main>
</div>
<p class="copied" role="status"></p>
<script>${script}</script>
</body>
</html>
`
}

function groupsOf({ tags, paths }: Document): Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  return tags.map(({ name, description }) => ({
    name,
    description,
    anchor: `area-${name.toLowerCase().replaceAll(/\W+/g, '-')}`,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
}

function renderContents(groups: Group[]) {
  const areas = groups.map(({ name, anchor, operations }) => {
    const links = operations.map(
      (named) =>
        `<li data-operation="${anchorOf(named)}"><a href="#${anchorOf(named)}">${renderMethod(named.method)} ${asHtml(firstSentence(named.operation.summary))}</a></li>`,
    )
    return `<li data-area="${anchor}"><a href="#${anchor}">${escapeHtml(name)}</a><ul>${links.join('')}</ul></li>`
  })
  return `<nav aria-label="Contents"><ul>${areas.join('\n')}<li><a href="#errors">Errors</a></li></ul></nav>`
}

const firstSentence = (text: string) => text.split(/[.:] /)[0] ?? text

function renderGroup({ name, description, anchor, operations }: Group, server: string, shown: ShownAnswers) {
  return `<section id="${anchor}" class="area">
<h2>${escapeHtml(name)}</h2>
<p>${asHtml(description)}</p>
${operations.map((named) => renderOperation(named, server, shown)).join('\n')}
</section>`
}

function renderErrors({ components }: Document) {
  const rows = Object.entries(problemCodes).map(
    ([name, { status, title }]) =>
      `<tr><th scope="row">${code(name)}</th><td><strong class="status">${status}</strong> ${escapeHtml(title)}</td></tr>`,
  )
  return `<section id="errors">
<h2>Errors</h2>
<p>Every error is a problem document (RFC 9457). Its ${code('code')} never changes, so programs can depend on it.</p>
<h3>Problem document</h3>
${renderSchema(components.schemas.Problem)}
<h3>Codes</h3>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status and title</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</section>`
}
