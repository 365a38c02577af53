import { escapeHtml } from '../../escape-html.ts'

/** Escapes HTML and renders backticks as code. */
export function asHtml(text: string) {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`
