import type { LinkedText } from './linked-text'

/** A numbered section of a legal page. Its `id` is its address: do not change one that is out in the world. */
export type LegalSection = { id: string; title: string; text: readonly LinkedText[] }

export type LegalPage = {
  title: string
  lead: string
  /** ISO date of the last change of substance. */
  lastUpdated: string
  sections: readonly LegalSection[]
}
