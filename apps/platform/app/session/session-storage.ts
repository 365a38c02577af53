import type { SignedIn } from '@sherpa/contracts/account'

export const SESSION_KEY = 'sherpa.session'

/** For good, or until the tab is closed. */
export type Keeping = 'local' | 'tab'

const places = {
  local: () => window.localStorage,
  tab: () => window.sessionStorage,
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

export function readSession(): { session: SignedIn; keeping: Keeping } | undefined {
  for (const keeping of ['tab', 'local'] as const) {
    const session = parseSession(attempt(() => places[keeping]().getItem(SESSION_KEY)))
    if (session) return { session, keeping }
  }
  return undefined
}

export function writeSession(session: SignedIn, keeping: Keeping) {
  attempt(() => places[keeping]().setItem(SESSION_KEY, JSON.stringify(session)))
}

export function clearSession() {
  for (const place of Object.values(places)) attempt(() => place().removeItem(SESSION_KEY))
}

/** Anything could lie under the key: an older release's session, or something half written. */
export function parseSession(stored: string | null | undefined): SignedIn | undefined {
  if (!stored) return undefined
  try {
    const { token, user } = JSON.parse(stored) as Partial<SignedIn>
    return typeof token === 'string' && typeof user?.id === 'string' ? { token, user } : undefined
  } catch {
    return undefined
  }
}
