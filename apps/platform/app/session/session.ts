import { accountsApi } from '@sherpa/api-client/accounts'
import { auth } from '@sherpa/api-client/auth'
import type { SignedIn } from '@sherpa/contracts/account'
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

/** Takes up the session that this browser has, and keeps it in step with the store and with other tabs from now on. */
export function resumeSession() {
  const stored = readSession()
  if (stored) {
    stay = stored.stay
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
    if (key === SESSION_KEY || key === null) followOtherTab(parseSession(newValue))
  })
}

export function startSession(session: SignedIn, options: { stay: boolean }) {
  stay = options.stay
  writeDevice(session.device)
  store.dispatch(auth.actions.signedIn(session))
}

/** Leaves nothing of the person behind: a fresh page, with nothing in its memory. */
export async function logOut(address?: string) {
  await store.dispatch(accountsApi.endpoints.logOut.initiate())
  forgetSession(address)
}

/** For an account that is gone already. */
export function forgetSession(address = '/login') {
  clearSession()
  window.location.assign(address)
}

/** Logging out in one tab ends the session in all of them, and a renewed token reaches them all. */
function followOtherTab(session: StoredSession | undefined) {
  const { token, user } = store.getState().auth
  if (session?.token === token) return
  stay = session?.stay ?? false
  if (session?.user.id !== user?.id) store.dispatch(auth.actions.signedOut())
  if (session) store.dispatch(auth.actions.signedIn(session))
}
