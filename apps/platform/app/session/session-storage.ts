import type { SignedIn } from '@sherpa/contracts/account'

export const SESSION_KEY = 'sherpa.session'
const DEVICE_KEY = 'sherpa.device'
const OPEN_MARK = 'sherpa-open'

export type StoredSession = Pick<SignedIn, 'token' | 'user'> & {
  /** Also after the browser has been closed. */
  stay: boolean
}

/** Browsers that refuse to store anything keep the session as long as the page stays. */
function attempt<Result>(act: () => Result) {
  try {
    return act()
  } catch (error) {
    console.warn('The session cannot be stored in this browser.', error)
    return undefined
  }
}

/** All tabs of a browser share one session (decision 0007). */
export function readSession(): StoredSession | undefined {
  const session = parseSession(attempt(() => localStorage.getItem(SESSION_KEY)))
  if (!session || session.stay || isBrowserStillOpen()) return session
  clearSession()
  return undefined
}

export function writeSession(session: StoredSession) {
  attempt(() => localStorage.setItem(SESSION_KEY, JSON.stringify(session)))
  if (!session.stay) markBrowserAsOpen()
}

export function clearSession() {
  attempt(() => localStorage.removeItem(SESSION_KEY))
}

/** Anything could lie under the key: an older release's session, or something half written. */
export function parseSession(stored: string | null | undefined): StoredSession | undefined {
  if (!stored) return undefined
  try {
    const { token, user, stay = true } = JSON.parse(stored) as Partial<StoredSession>
    return typeof token === 'string' && typeof user?.id === 'string' ? { token, user, stay } : undefined
  } catch {
    return undefined
  }
}

/** What this browser got when someone logged in with it. It stays when they log out: it opens nothing by itself. */
export function readDevice() {
  return attempt(() => localStorage.getItem(DEVICE_KEY)) ?? undefined
}

export function writeDevice(device: string) {
  attempt(() => localStorage.setItem(DEVICE_KEY, device))
}

/**
 * A cookie without an end is gone when the browser is closed, and all tabs see it: no other storage is like that. It says nothing
 * but that the browser has not been closed. Where cookies are refused, the tab at least knows of itself.
 */
function markBrowserAsOpen() {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${OPEN_MARK}=1; Path=/; SameSite=Strict${secure}`
  attempt(() => sessionStorage.setItem(OPEN_MARK, '1'))
}

function isBrowserStillOpen() {
  const cookies = document.cookie.split('; ')
  return cookies.includes(`${OPEN_MARK}=1`) || attempt(() => sessionStorage.getItem(OPEN_MARK)) === '1'
}
