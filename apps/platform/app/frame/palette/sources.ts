import { organizationsApi } from '@sherpa/api-client/organizations'
import type { AccountOrganization } from '@sherpa/contracts/account'
import { roles } from '@sherpa/contracts/organization'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import { logOut } from '../../session/session.ts'
import type { store } from '../../store.ts'
import { newThingsFor } from '../new-things.ts'
import type { NavigationLink } from '../organization-sections.ts'
import { type Match, matchOf, ranked } from './match.ts'

export type PaletteResult = {
  /** Its own within the source. */
  id: string
  title: string
  about?: string
  /** A sign, or the initials of whom it is about. */
  picture: { icon: ToolIconName } | { person: string } | { organization: string }
  /** An address to go to, or what is to be done. */
  open: string | (() => void)
  match: Match
}

/** What is searched, and for whom. */
export type PaletteScope = {
  organization: AccountOrganization | undefined
  /** Others that someone belongs to. */
  otherOrganizations: AccountOrganization[]
  /** All screens that someone can go to from where they work. */
  screens: NavigationLink[]
  dispatch: typeof store.dispatch
}

export type PaletteSource = {
  /** The heading above its results. */
  name: string
  /** Best first. Without a text, what is worth showing before anything is typed. The signal ends a search that nobody waits for any more. */
  search: (text: string, scope: PaletteScope, signal: AbortSignal) => PaletteResult[] | Promise<PaletteResult[]>
}

/** More than these are better found by typing one more letter. */
const SHOWN = 6

const screens: PaletteSource = {
  name: 'Screens',
  search: (text, scope) =>
    ranked(
      text,
      scope.screens.map(({ to, label, about, icon }) => ({ id: to, title: label, about, picture: { icon }, open: to })),
    ),
}

const people: PaletteSource = {
  name: 'People',
  async search(text, { organization, dispatch }) {
    if (!text || !organization?.permissions.includes('people.view')) return []
    const asked = organizationsApi.endpoints.members.initiate(
      { organization: organization.id, query: { search: text, limit: String(SHOWN) } },
      { subscribe: false, forceRefetch: true },
    )
    const { pages } = await dispatch(asked).unwrap()
    // The server has found them, also by a misspelled name: here it is only said which letters match.
    return (pages[0]?.rows ?? []).map(({ id, name, email, role }, index) => ({
      id,
      title: name,
      about: `${roles[role]}, ${email}`,
      picture: { person: name },
      open: `/organizations/${organization.id}/people?search=${encodeURIComponent(email)}`,
      match: matchOf(text, name) ?? { rank: 10 + index, ranges: [] },
    }))
  },
}

const organizations: PaletteSource = {
  name: 'Organizations',
  search: (text, { otherOrganizations }) =>
    text
      ? ranked(
          text,
          otherOrganizations.map(({ id, name, role }) => {
            return {
              id,
              title: name,
              about: roles[role],
              picture: { organization: name },
              open: `/organizations/${id}`,
            }
          }),
        ).slice(0, SHOWN)
      : [],
}

const actions: PaletteSource = {
  name: 'Actions',
  search(text, { organization }) {
    const toMake = newThingsFor(organization).map(({ to, label, about, icon }) => {
      return { id: to, title: label, about, picture: { icon }, open: to }
    })
    return ranked(text, [
      ...toMake,
      { id: 'log-out', title: 'Log out', picture: { icon: 'leave' }, open: () => void logOut() } as const,
    ])
  },
}

/** In the order in which they are shown, where they fit equally well. A module adds its own. */
export const sources: PaletteSource[] = [people, screens, organizations, actions]
