const PREFIX = 'sherpa.draft.'

/** What the device holds. Only the text is encrypted: the rest decides who may still see it. */
export type StoredDraft = { user: string; until: number; iv: string; data: string; isOffered?: boolean }

/** Without those that have expired. Empty without storage. */
export function readDrafts(): [id: string, StoredDraft][] {
  try {
    return Object.keys(localStorage).flatMap((key) => {
      if (!key.startsWith(PREFIX)) return []
      const draft = parseDraft(localStorage.getItem(key))
      if (draft && draft.until > Date.now()) return [[key.slice(PREFIX.length), draft]]
      localStorage.removeItem(key)
      return []
    })
  } catch {
    return []
  }
}

/** False if the device has no room. */
export function writeDraft(id: string, draft: StoredDraft) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function removeDraft(id: string) {
  try {
    localStorage.removeItem(PREFIX + id)
  } catch {
    // Without storage there are no drafts.
  }
}

/** At each start. */
export function removeExpiredDrafts() {
  readDrafts()
}

/** At log-out, of everybody; otherwise of everybody else. */
export function removeDrafts({ except }: { except?: string } = {}) {
  for (const [id, { user }] of readDrafts()) if (user !== except) removeDraft(id)
}

/** At log-in. Nobody is writing then, because all tabs share one session. */
export function offerDrafts(user: string) {
  removeDrafts({ except: user })
  for (const [id, draft] of readDrafts()) writeDraft(id, { ...draft, isOffered: true })
}

/** The stored value may be from another release or corrupt. */
function parseDraft(stored: string | null): StoredDraft | undefined {
  try {
    const draft = JSON.parse(stored ?? 'null') as StoredDraft | null
    return typeof draft?.user === 'string' && typeof draft.until === 'number' ? draft : undefined
  } catch {
    return undefined
  }
}
