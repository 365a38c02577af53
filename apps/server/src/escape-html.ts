import { ownValue } from '@sherpa/contracts/own-value'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text between tags and in quoted attributes. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => ownValue(entities, character) ?? '')
}
