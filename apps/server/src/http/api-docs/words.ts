import { escapeHtml } from '../../escape-html.ts'

/** Text for the page: what stands between backticks is code. */
export function asHtml(text: string) {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`
