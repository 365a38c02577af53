import type { AccountOrganisation } from '@sherpa/contracts/account'

const KEY = 'sherpa.organisation'

/** Where someone worked last, in this browser. Only a convenience: a browser that stores nothing shows the first. */
export function rememberOrganisation(id: string) {
  try {
    window.localStorage.setItem(KEY, id)
  } catch (error) {
    console.warn('The organization cannot be remembered in this browser.', error)
  }
}

export function lastOrganisation(organisations: readonly AccountOrganisation[]) {
  return organisations.find(({ id }) => id === remembered()) ?? organisations[0]
}

function remembered() {
  try {
    return window.localStorage.getItem(KEY)
  } catch {
    return null
  }
}
