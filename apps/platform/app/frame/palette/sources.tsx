import { filesApi } from '@sherpa/api-client/files'
import { programsApi } from '@sherpa/api-client/programs'
import { readOnce } from '@sherpa/api-client/read-once'
import { searchApi } from '@sherpa/api-client/search'
import type { AccountOrganization } from '@sherpa/contracts/account'
import { athleteName } from '@sherpa/contracts/athlete'
import { companyKinds } from '@sherpa/contracts/company'
import { dealKinds } from '@sherpa/contracts/deal'
import { type DealStage, dealStages } from '@sherpa/contracts/deal-stage'
import { labels } from '@sherpa/contracts/labels'
import type { Permission } from '@sherpa/contracts/organization'
import type { FoundRecords } from '@sherpa/contracts/search-operations'
import type { ToolIconName } from '@sherpa/ui/tool-icon'
import type { ReactNode } from 'react'
import { moneyInWords } from '../../data/money.ts'
import { athleteInWords } from '../../features/athletes/athlete-in-words.ts'
import { pictureAddress } from '../../features/athletes/picture/picture-address.ts'
import { StageSign, UNKNOWN_STAGE } from '../../features/athletes/stage-badge.tsx'
import { namesOf } from '../../features/deals/deal-names.ts'
import { DealStageIcon } from '../../features/deals/deal-stage-badge.tsx'
import { OPEN } from '../../list/list-address.ts'
import { logOut } from '../../session/session.ts'
import type { store } from '../../store.ts'
import type { NavigationLink } from '../navigation-links.ts'
import { newThingsFor } from '../new-things.ts'
import { commandsHere, type PaletteCommand, type PaletteTarget } from './commands.ts'
import { type Match, matchOf, ranked } from './match.ts'
import { sonarSources } from './sonar-sources.tsx'

export type PaletteResult = {
  /** Unique within the source. */
  id: string
  title: string
  about?: string
  /** An icon, a drawing, a picture or initials. */
  picture:
    | { icon: ToolIconName }
    | { drawing: ReactNode }
    | { person: string; address?: string | undefined }
    | { organization: string }
  open: PaletteTarget
  /** Opens it beside its list. */
  beside?: string
  /** At the right. */
  amount?: string | undefined
  state?: ReactNode
  /** In a second line. */
  below?: ReactNode
  /** Offered for the best match. */
  actions?: PaletteCommand[]
  match: Match
}

/** The context of a search. */
export type PaletteScope = {
  organization: AccountOrganization | undefined
  /** The reader's other organizations. */
  otherOrganizations: AccountOrganization[]
  /** All reachable screens. */
  screens: NavigationLink[]
  dispatch: typeof store.dispatch
}

export type PaletteSource = {
  /** The heading of its results. */
  name: string
  /** Best first; without a text, suggestions. The signal aborts obsolete searches. */
  search: (text: string, scope: PaletteScope, signal: AbortSignal) => PaletteResult[] | Promise<PaletteResult[]>
}

/** A longer text is a question. */
const MOST_SEARCHED = 100
/** Maximum results per source. */
export const SHOWN = 6
export const ACTIONS = 'Actions'

const screens: PaletteSource = {
  name: 'Screens',
  search: (text, scope) =>
    ranked(
      text,
      scope.screens.map(({ to, label, about, icon }) => ({ id: to, title: label, about, picture: { icon }, open: to })),
    ),
}

/** Requests of the running searches, by text. */
const asked = new WeakMap<AbortSignal, Map<string, Promise<FoundRecords>>>()

/** One request for all lists, which the sources of a search share. */
function recordsOf(organization: string, text: string, dispatch: PaletteScope['dispatch'], signal: AbortSignal) {
  const ofSearch = asked.get(signal) ?? new Map<string, Promise<FoundRecords>>()
  asked.set(signal, ofSearch)
  const known = ofSearch.get(text)
  if (known) return known
  const question = { organization, query: { search: text.slice(0, MOST_SEARCHED) } }
  const found = readOnce(dispatch, searchApi.endpoints.findRecords, question, { fresh: true })
  ofSearch.set(text, found)
  return found
}

const athletes: PaletteSource = {
  name: 'Athletes',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization?.permissions.includes('athletes.view')) return []
    const { athletes: rows } = await recordsOf(organization.id, text, dispatch, signal)
    const addressOf = rows.some(({ picture }) => picture)
      ? await pictureAddresses(organization.id, dispatch)
      : undefined
    const all = `/organizations/${organization.id}/athletes`
    return rows.map((athlete, index) => {
      const name = athleteName(athlete)
      return {
        id: athlete.id,
        title: name,
        about: athleteInWords(athlete),
        picture: { person: name, address: athlete.picture ? addressOf?.(athlete.picture) : undefined },
        state: (
          <State sign={<StageSign stage={athlete.stage} />}>
            {athlete.stage ? labels[organization.kind].stages[athlete.stage] : UNKNOWN_STAGE}
          </State>
        ),
        open: `${all}/${athlete.id}`,
        beside: `${all}?${OPEN}=${athlete.id}`,
        actions: permitted(organization, [
          {
            title: `New deal for ${name}`,
            icon: 'plus',
            run: { to: `/organizations/${organization.id}/deals#new`, state: { athlete: { id: athlete.id, name } } },
            needs: 'deals.edit',
          },
          {
            title: `Log a call with ${name}`,
            icon: 'phone',
            run: `${all}/${athlete.id}#log-call`,
            needs: 'athletes.log',
          },
        ]),
        match: matchOf(text, name) ?? { rank: 10 + index, ranges: [] },
      }
    })
  },
}

function State({ sign, children }: { sign: ReactNode; children: string }) {
  return (
    <span className="flex items-center gap-1.5 text-ink">
      {sign}
      {children}
    </span>
  )
}

function permitted(
  { permissions, role }: AccountOrganization,
  actions: (PaletteCommand & { needs: Permission })[],
): PaletteCommand[] {
  return role === 'athlete' ? [] : actions.filter(({ needs }) => permissions.includes(needs))
}

/** Actions on the athletes found, such as "log call kaia". */
const logging: PaletteSource = {
  name: 'Log',
  async search(text, scope, signal) {
    const [, name = ''] = /^(?:log|call)(?: an?)?(?: call)?(?: with)? +(.+)$/i.exec(text) ?? []
    if (!name || !scope.organization?.permissions.includes('athletes.log')) return []
    const found = await athletes.search(name, scope, signal)
    return found.slice(0, 3).map(({ id, title, about, open, match }) => ({
      id,
      title: `Log a call with ${title}`,
      ...(about && { about }),
      picture: { icon: 'phone' },
      open: `${open}#log-call`,
      match: { rank: match.rank, ranges: [] },
    }))
  },
}

const programs: PaletteSource = {
  name: 'Programs',
  async search(text, { organization, dispatch }) {
    if (!text || !organization?.permissions.includes('athletes.view')) return []
    const question = { organization: organization.id }
    const { programs: all } = await readOnce(dispatch, programsApi.endpoints.programs, question)
    const found = all
      .filter(({ archived }) => !archived)
      .map(({ id, name }) => ({
        id,
        title: name,
        about: 'Athletes of this program',
        picture: { icon: 'people' as const },
        open: `/organizations/${organization.id}/athletes?program=${id}`,
      }))
    return ranked(text, found).slice(0, SHOWN)
  },
}

/** Falls back to initials. */
async function pictureAddresses(organization: string, dispatch: PaletteScope['dispatch']) {
  const found = await readOnce(dispatch, filesApi.endpoints.pictureKey, { organization }).catch(() => undefined)
  return found && ((picture: string) => pictureAddress(organization, picture, found.key))
}

/** Only signed deals have payments. */
const isPayable = (stage: DealStage) => ['signed', 'active', 'completed', 'terminated'].includes(stage)

const deals: PaletteSource = {
  name: 'Deals',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization?.permissions.includes('deals.view')) return []
    const found = await recordsOf(organization.id, text, dispatch, signal)
    const all = `/organizations/${organization.id}/deals`
    return found.deals.map((deal, index) => {
      const { id, title, kind, stage, company, amount } = deal
      const { name, ownTitle } = namesOf(deal)
      return {
        id,
        title: name,
        about: [ownTitle, dealKinds[kind]].filter(Boolean).join(', '),
        picture: { organization: company.name },
        amount: amount ? moneyInWords(amount.minor, amount.currency) : undefined,
        state: <State sign={<DealStageIcon stage={stage} />}>{dealStages[stage]}</State>,
        open: `${all}/${id}`,
        beside: `${all}?${OPEN}=${id}`,
        actions: isPayable(stage)
          ? permitted(organization, [
              {
                title: `Record payment for ${name}`,
                icon: 'billing',
                run: {
                  to: `/organizations/${organization.id}/finances/receipts#book`,
                  state: { deal: { id, title } },
                },
                needs: 'money.edit',
              },
            ])
          : [],
        match: matchOf(text, name) ?? { rank: matchOf(text, title)?.rank ?? 10 + index, ranges: [] },
      }
    })
  },
}

const companies: PaletteSource = {
  name: 'Companies',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization?.permissions.includes('deals.view')) return []
    const found = await recordsOf(organization.id, text, dispatch, signal)
    return found.companies.map(({ id, name, kind, deals: count }, index) => ({
      id,
      title: name,
      about: `${companyKinds[kind]}, ${count === 0 ? 'no deals yet' : count === 1 ? '1 deal' : `${count} deals`}`,
      picture: { organization: name },
      open: `/organizations/${organization.id}/companies/${id}`,
      actions: permitted(organization, [logCallWith(organization, { id, name })]),
      match: matchOf(text, name) ?? { rank: 10 + index, ranges: [] },
    }))
  },
}

const logCallWith = (organization: AccountOrganization, { id, name }: { id: string; name: string }) => ({
  title: `Log a call with ${name}`,
  icon: 'phone' as const,
  run: `/organizations/${organization.id}/companies/${id}#log-call`,
  needs: 'athletes.log' as const,
})

const contacts: PaletteSource = {
  name: 'Contacts',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization?.permissions.includes('deals.view') || organization.role === 'athlete') return []
    const found = await recordsOf(organization.id, text, dispatch, signal)
    return found.contacts.map(({ id, name, title, company }, index) => ({
      id,
      title: name,
      about: title ? `${title}, ${company.name}` : company.name,
      picture: { person: name },
      open: `/organizations/${organization.id}/companies/${company.id}`,
      actions: permitted(organization, [logCallWith(organization, company)]),
      match: matchOf(text, name) ?? { rank: 10 + index, ranges: [] },
    }))
  },
}

const tasks: PaletteSource = {
  name: 'Tasks',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization) return []
    const found = await recordsOf(organization.id, text, dispatch, signal)
    return found.tasks.map(({ id, title, about }, index) => ({
      id,
      title,
      ...(about && { about: about.name }),
      picture: { icon: 'check' },
      open: `/organizations/${organization.id}/tasks#task-${id}`,
      match: matchOf(text, title) ?? { rank: 10 + index, ranges: [] },
    }))
  },
}

const people: PaletteSource = {
  name: 'People',
  async search(text, { organization, dispatch }, signal) {
    if (!text || !organization?.permissions.includes('people.view')) return []
    const found = await recordsOf(organization.id, text, dispatch, signal)
    // The server does the fuzzy search; this only highlights.
    return found.people.map(({ id, name, email, role }, index) => ({
      id,
      title: name,
      about: `${labels[organization.kind].roles[role]}, ${email}`,
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
          otherOrganizations.map(({ id, name, kind, role }) => {
            return {
              id,
              title: name,
              about: labels[kind].roles[role],
              picture: { organization: name },
              open: `/organizations/${id}`,
            }
          }),
        ).slice(0, SHOWN)
      : [],
}

const here: PaletteSource = {
  name: 'On this screen',
  search: (text) =>
    ranked(
      text,
      commandsHere().map(({ title, icon, run }) => ({ id: title, title, picture: { icon }, open: run })),
    ),
}

const actions: PaletteSource = {
  name: ACTIONS,
  search(text, { organization }) {
    // Avoids duplicates of the screen's own commands.
    const offered = new Set(commandsHere().map(({ run }) => run))
    const elsewhere = newThingsFor(organization).filter(({ to }) => !offered.has(to))
    const toMake = elsewhere.map(({ to, label, about, icon }) => {
      return { id: to, title: label, about, picture: { icon }, open: to }
    })
    return ranked(text, [
      ...toMake,
      { id: 'keys', title: 'Keyboard shortcuts', picture: { icon: 'more' }, open: '#keys' } as const,
      { id: 'log-out', title: 'Log out', picture: { icon: 'leave' }, open: () => void logOut() } as const,
    ])
  },
}

/** In display order for equal ranks. */
export const sources: PaletteSource[] = [
  here,
  logging,
  athletes,
  programs,
  deals,
  companies,
  contacts,
  tasks,
  people,
  screens,
  organizations,
  actions,
  ...sonarSources,
]
