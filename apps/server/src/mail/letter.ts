import { oneLine } from './mailbox.ts'

/** What a letter is made of. Written once, read as plain text or as HTML. */
export type Part =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'quote'; text: string }
  | { kind: 'link'; text: string; href: string }

export const paragraph = (text: string): Part => ({ kind: 'paragraph', text })
export const facts = (...facts: [label: string, value: string][]): Part => ({ kind: 'facts', facts })
/** Somebody else's words, set apart so that they cannot pass for ours. */
export const quote = (text: string): Part => ({ kind: 'quote', text })

/** Where to go next. As text, the address stands alone on its line, so that mail programs find it. */
export const link = (text: string, href: string): Part => ({ kind: 'link', text, href })

export function letter(subject: string, parts: Part[]) {
  return { subject: oneLine(subject), text: asText(parts), html: asHtml(subject, parts) }
}

/**
 * Nobody has proved that an address belongs to whoever typed it, so a letter must not carry a stranger's message to it: a name
 * that is long or could become a link is left out.
 */
export function greetableName(fullName: string) {
  const name = oneLine(fullName)
  return name.length <= 80 && !/[/@<>]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(name) ? name : undefined
}

function asText(parts: Part[]) {
  return `${parts.map(partAsText).join('\n\n')}\n`
}

function partAsText(part: Part) {
  if (part.kind === 'facts') return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  if (part.kind === 'quote')
    return linesOf(part.text)
      .map((line) => `> ${line}`.trimEnd())
      .join('\n')
  if (part.kind === 'link') return `${part.text}:\n${part.href}`
  return part.text
}

function asHtml(title: string, parts: Part[]) {
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">',
    ...parts.map(partAsHtml),
    '</div></body></html>',
    '',
  ].join('\n')
}

function partAsHtml(part: Part) {
  if (part.kind === 'facts') {
    const cell = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top'
    const rows = part.facts.map(
      ([label, value]) =>
        `<tr><th scope="row" style="${cell};font-weight:600">${escapeHtml(label)}</th><td style="${cell}">${escapeHtml(value)}</td></tr>`,
    )
    return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`
  }
  if (part.kind === 'quote') {
    const lines = linesOf(part.text).map(escapeHtml).join('<br>')
    return `<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid #c9d0da">${lines}</blockquote>`
  }
  if (part.kind === 'link') {
    const look =
      'display:inline-block;padding:12px 20px;background:#2456e6;color:#ffffff;border-radius:8px;font-weight:600'
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(part.href)}" style="${look};text-decoration:none">${escapeHtml(part.text)}</a></p>`
  }
  return `<p style="margin:0 0 16px">${escapeHtml(part.text)}</p>`
}

function linesOf(text: string) {
  return text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.toWellFormed().replace(/\p{Cc}/gu, ' '))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
