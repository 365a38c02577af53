import type { SignedIn } from '@sherpa/contracts/account'

export const SESSION_KEY = 'sherpa.session'
const DEVICE_KEY = 'sherpa.device'
const OPEN_MARK = 'sherpa-open'

export type StoredSession = Pick<SignedIn, 'token' | 'user'> & {
  /** Survives closing the browser. */
  stay: boolean
}

/** Without storage, the session lasts as long as the page. */
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

/** The stored value may be from an older release or corrupt. */
export function parseSession(stored: string | null | undefined): StoredSession | undefined {
  if (!stored) return undefined
  try {
    const { token, user, stay = true } = JSON.parse(stored) as Partial<StoredSession>
    return typeof token === 'string' && typeof user?.id === 'string' ? { token, user, stay } : undefined
  } catch {
    return undefined
  }
}

/** The device token. It survives log-out, since it grants no access by itself. */
export function readDevice() {
  return attempt(() => localStorage.getItem(DEVICE_KEY)) ?? undefined
}

export function writeDevice(device: string) {
  attempt(() => localStorage.setItem(DEVICE_KEY, device))
}

/** A session cookie is shared by all tabs and deleted when the browser closes. It only marks the browser as open.
 * Without cookies, sessionStorage does so for the tab.
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
