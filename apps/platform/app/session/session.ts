import { accountsApi } from '@sherpa/api-client/accounts'
import { signOut } from '@sherpa/api-client/api'
import { auth } from '@sherpa/api-client/auth'
import type { SignedIn } from '@sherpa/contracts/account'
import { store } from '../store.ts'
import { clearSession, type Keeping, parseSession, readSession, SESSION_KEY, writeSession } from './session-storage.ts'

let keeping: Keeping = 'tab'

/** Takes up the session that this browser kept, and keeps it in step with the store and with other tabs from now on. */
export function resumeSession() {
  const kept = readSession()
  if (kept) {
    keeping = kept.keeping
    store.dispatch(auth.actions.signedIn(kept.session))
  }
  let known = store.getState().auth
  store.subscribe(() => {
    const { auth: current } = store.getState()
    if (current === known) return
    known = current
    if (current.token && current.user) writeSession({ token: current.token, user: current.user }, keeping)
    else clearSession()
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY || key === null) followOtherTab(parseSession(newValue))
  })
}

export function startSession(session: SignedIn, { stay }: { stay: boolean }) {
  keeping = stay ? 'local' : 'tab'
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

/** Only sessions that tabs share follow one another: logging out ends them all, a renewed token reaches them all. */
function followOtherTab(session: SignedIn | undefined) {
  const { token, user } = store.getState().auth
  if (keeping !== 'local' || session?.token === token) return
  if (session?.user.id !== user?.id) signOut(store.dispatch)
  if (session) store.dispatch(auth.actions.signedIn(session))
}
