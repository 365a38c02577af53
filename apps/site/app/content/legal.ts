import type { LinkedText } from './linked-text'

/** Numbered section of a legal page. Its `id` is part of published URLs: never change it. */
export type LegalSection = { id: string; title: string; text: readonly LinkedText[] }

export type LegalPage = {
  title: string
  lead: string
  /** ISO date of the last change of substance. */
  lastUpdated: string
  sections: readonly LegalSection[]
}
