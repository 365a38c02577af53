import { readSession } from '../session/session-storage.ts'
import { readDrafts, removeDraft, writeDraft } from './draft-storage.ts'

/** Text of one draft. The device also keeps the session, which must always have room. */
const MOST_CHARACTERS = 50_000
const MOST_DRAFTS = 20

export type Drafts = Awaited<ReturnType<typeof openDrafts>>

/**
 * What a person has not sent yet, encrypted on their device. The server gives the key of the person after log-in; it is
 * only in the memory of the page. Drafts are deleted when they expire, at log-out, and when somebody else logs in.
 */
export async function openDrafts(user: string, draftKey: string) {
  const key = await crypto.subtle.importKey('raw', bytesOf(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])
  /** The newest version of each: encryption may finish in another order. */
  const newest = new Map<string, object>()
  /** A draft cannot be exchanged for that of another person, or for another one. */
  const about = (id: string, iv: Uint8Array<ArrayBuffer>) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${user} ${id}`),
  })

  return {
    async keep(id: string, content: object, { hours }: { hours: number }) {
      const version = {}
      newest.set(id, version)
      const text = JSON.stringify(content)
      if (text.length > MOST_CHARACTERS) return
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const data = await crypto.subtle.encrypt(about(id, iv), key, new TextEncoder().encode(text))
      // Another tab may have logged out meanwhile.
      if (newest.get(id) !== version || readSession()?.user.id !== user) return
      const others = readDrafts().filter(([other]) => other !== id)
      const oldest = others.sort(([, a], [, b]) => a.until - b.until)[0]?.[0]
      if (oldest && others.length >= MOST_DRAFTS) removeDraft(oldest)
      const until = Date.now() + hours * 3_600_000
      writeDraft(id, { user, until, iv: textOf(iv), data: textOf(new Uint8Array(data)) })
    },

    remove(id: string) {
      newest.delete(id)
      removeDraft(id)
    },

    /** From before the log-in, the newest first. Those of another key are deleted. */
    async offered<Content>(): Promise<{ id: string; content: Content }[]> {
      const mine = readDrafts().filter(([, draft]) => draft.user === user && draft.isOffered)
      const opened = await Promise.all(
        mine
          .sort(([, a], [, b]) => b.until - a.until)
          .map(async ([id, { iv, data }]) => {
            try {
              const text = await crypto.subtle.decrypt(about(id, bytesOf(iv)), key, bytesOf(data))
              return [{ id, content: JSON.parse(new TextDecoder().decode(text)) as Content }]
            } catch {
              removeDraft(id)
              return []
            }
          }),
      )
      return opened.flat()
    },
  }
}

const textOf = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
