import type { AccountOrganization } from '@sherpa/contracts/account'

const KEY = 'sherpa.organization'

/** Remembers the last organization in this browser. Without storage, the first one is used. */
export function rememberOrganization(id: string) {
  try {
    window.localStorage.setItem(KEY, id)
  } catch (error) {
    console.warn('The organization cannot be remembered in this browser.', error)
  }
}

export function lastOrganization(organizations: readonly AccountOrganization[]) {
  return organizations.find(({ id }) => id === remembered()) ?? organizations[0]
}

function remembered() {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}
