import { accountsApi } from '@sherpa/api-client/accounts'
import { auth } from '@sherpa/api-client/auth'
import type { SignedIn } from '@sherpa/contracts/account'
import { offerDrafts, removeDrafts, removeExpiredDrafts } from '../drafts/draft-storage.ts'
import { store } from '../store.ts'
import {
  clearSession,
  parseSession,
  readSession,
  SESSION_KEY,
  type StoredSession,
  writeDevice,
  writeSession,
} from './session-storage.ts'

let stay = false

/** Restores the stored session and syncs it with the store and other tabs. */
export function resumeSession() {
  removeExpiredDrafts()
  const stored = readSession()
  if (stored) {
    stay = stored.stay
    removeDrafts({ except: stored.user.id })
    store.dispatch(auth.actions.signedIn(stored))
  }
  let known = store.getState().auth
  store.subscribe(() => {
    const { auth: current } = store.getState()
    if (current === known) return
    known = current
    if (current.token && current.user) writeSession({ token: current.token, user: current.user, stay })
    else clearSession()
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY || key === null) syncFromOtherTab(parseSession(newValue))
  })
}

export function startSession(session: SignedIn, options: { stay: boolean }) {
  stay = options.stay
  writeDevice(session.device)
  offerDrafts(session.user.id)
  store.dispatch(auth.actions.signedIn(session))
}

/** Ends the session with a page load, which clears memory. */
export async function logOut(address?: string) {
  await store.dispatch(accountsApi.endpoints.logOut.initiate())
  forgetSession(address)
}

/** For a deleted account. */
export function forgetSession(address = '/login') {
  removeDrafts()
  clearSession()
  window.location.assign(address)
}

/** Syncs log-out and renewed tokens across tabs. */
function syncFromOtherTab(session: StoredSession | undefined) {
  const { token, user } = store.getState().auth
  if (session?.token === token) return
  stay = session?.stay ?? false
  if (session?.user.id !== user?.id) store.dispatch(auth.actions.signedOut())
  if (session) store.dispatch(auth.actions.signedIn(session))
}
