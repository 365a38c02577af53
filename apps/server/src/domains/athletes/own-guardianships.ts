import type { NewAccount } from '@sherpa/contracts/account'
import { athleteName, levels } from '@sherpa/contracts/athlete'
import type { GuardianInvitation, Guardianship } from '@sherpa/contracts/guardian'
import { labels } from '@sherpa/contracts/labels'
import { placedIn } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import { type SportId, sportNames } from '@sherpa/contracts/sports'
import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { hashOfLinkToken, refuseLink } from '../../mail/link-token.ts'
import { enterOrganization, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { notify } from '../notifications/notifications.ts'
import { lockOrganization, publicOrganizationsOfAll, roleOf } from '../organizations/organizations.ts'
import type { Author, LockedAthlete } from './athlete-access.ts'
import { type GuardianParts, requireGuardianAddress } from './guardians.ts'
import {
  closeAccountWithoutConsent,
  endGuardianship,
  formatContact,
  isMinorNow,
  recordGuardianEvent,
  shortName,
} from './guardianship.ts'

export type OwnGuardianshipParts = GuardianParts & {
  lockPerson: (client: Queryable, person: string) => Promise<void>
  preparePassword: (password: string, field: string, personal: string[]) => Promise<string>
  /** Whether people can register here. In other cells they do so first, and log in. */
  keepsAccounts: boolean
  insertAccount: (
    client: Queryable,
    account: { name: string; email: string; passwordHash: string },
  ) => Promise<string | undefined>
}

type Guardian = Pick<Person, 'id' | 'email'>
type StoredGuardianship = {
  id: string
  confirmed: boolean
  about: string | null
  consents: boolean
  invitedBy: string | null
}

/** Across tenants: guardians are not members. */
const openGuardianships = query
  .selectFrom('all_guardianships as g')
  .innerJoin(publicOrganizationsOfAll.as('o'), 'o.id', 'g.organization_id')
  .where('o.closed_at', 'is', null)
  .where('g.ended_at', 'is', null)
  .where((eb) => eb.or([eb('g.confirmed_at', 'is not', null), eb('g.expires_at', '>', sql<Date>`now()`)]))

/** Actions of guardians. */
export function createOwnGuardianshipService(parts: OwnGuardianshipParts) {
  const { database, clock, closeAccount, lockPerson, preparePassword, insertAccount, keepsAccounts } = parts

  /** Runs in the tenant of the guardianship, with the athlete locked. */
  function withOwnGuardianship(
    person: Guardian,
    id: string,
    state: 'asked' | 'confirmed',
    work: (client: Queryable, author: Author, athlete: LockedAthlete, own: StoredGuardianship) => Promise<void>,
  ) {
    return inTransaction(database, async (client) => {
      await lockPerson(client, person.id)
      const located = await rowOf(
        client,
        selectOwn(person).select('g.organization_id as organization').where('g.id', '=', id),
      )
      const found = located && (await lockGuardianship(client, located.organization, id))
      const isOpen =
        found &&
        found.own.confirmed === (state === 'confirmed') &&
        !found.athlete.removed_at &&
        (await isMinorNow(client, found.athlete, clock()))
      if (!isOpen) throw new Refusal('link-expired')
      await work(client, { person, member: { organization: located.organization } }, found.athlete, found.own)
    })
  }

  async function findInvitation(token: string) {
    const open = await rowOf(
      database,
      openGuardianships
        .leftJoin(publicUsers.as('u'), 'u.id', 'g.invited_by')
        .select([
          'g.id',
          'g.organization_id as organizationId',
          'g.athlete_id as athleteId',
          'o.name as organization',
          'o.kind',
          'g.email',
          'u.name as invitedBy',
          sql<boolean>`(${!keepsAccounts} or exists (select from ${publicUsers} known where known.email = g.email))`.as(
            'hasAccount',
          ),
          sql`require_here(g.organization_id)`.as('here'),
        ])
        .where('g.token_hash', '=', hashOfLinkToken(token)),
    )
    if (!open) return refuseLink(database, token)
    const athlete = await findMinor(open.organizationId, open.athleteId)
    if (!open.email || !athlete) throw new Refusal('link-expired')
    return { ...open, email: open.email, athlete: shortName(athlete) }
  }

  /** Undefined for adults and removed records. */
  async function findMinor(organization: string, id: string) {
    return inOrganization(organization, async () => {
      const athlete = await rowOf(
        database,
        query
          .selectFrom('athletes')
          .selectAll()
          .where('organization_id', '=', organization)
          .where('id', '=', id)
          .where('removed_at', 'is', null),
      )
      return athlete && (await isMinorNow(database, athlete, clock())) ? athlete : undefined
    })
  }

  return {
    lookUp: (token: string): Promise<GuardianInvitation> => findInvitation(token),

    /** The link verifies the address and creates the account, but does not confirm the guardianship. */
    async register({ token, name, password }: NewAccount): Promise<string> {
      const { email } = await findInvitation(token)
      const passwordHash = await preparePassword(password, 'password', [name, email])
      return inTransaction(database, async (client) => {
        const person = keepsAccounts && (await insertAccount(client, { name, email, passwordHash }))
        if (!person) throw new Refusal('account-exists')
        await recordEvent(client, { event: 'registered', actor: person })
        return person
      })
    },

    async list(person: Guardian): Promise<Guardianship[]> {
      const rows = await rowsOf(
        database,
        selectOwn(person)
          .select([
            'g.id',
            'g.organization_id',
            'g.athlete_id',
            'o.name as organization',
            'o.kind',
            'g.confirmed_at',
            'g.verified_at',
            'g.reach',
            'g.consents_to_account',
          ])
          .orderBy('g.invited_at'),
      )
      const guardianships: Guardianship[] = []
      for (const row of rows) {
        const athlete = await findMinor(row.organization_id, row.athlete_id)
        if (athlete) guardianships.push(toGuardianship(row, athlete))
      }
      return guardianships
    },

    async confirm(person: Guardian, id: string, consents: boolean) {
      await withOwnGuardianship(person, id, 'asked', async (client, author, athlete, { about, invitedBy }) => {
        const { organization } = author.member
        await requireGuardianAddress(client, organization, athlete, person.email)
        await run(
          client,
          query
            .updateTable('guardianships')
            .set({
              user_id: person.id,
              confirmed_at: clock(),
              consents_to_account: consents,
              email: null,
              token_hash: null,
              expires_at: null,
            })
            .where('organization_id', '=', organization)
            .where('id', '=', id),
        )
        await recordGuardianEvent(client, author, athlete.id, 'guardian-confirmed', about)
        if (consents) await recordGuardianEvent(client, author, athlete.id, 'guardian-consented', about)
        if (invitedBy && (await roleOf(client, organization, invitedBy))) {
          await notify(client, {
            organization,
            person: invitedBy,
            kind: 'guardian-confirmed',
            actor: person.id,
            details: { athlete: athlete.id },
          })
        }
      })
    },

    async decline(person: Guardian, id: string) {
      await withOwnGuardianship(person, id, 'asked', async (client, author, athlete, { about }) => {
        await run(
          client,
          query
            .deleteFrom('guardianships')
            .where('organization_id', '=', author.member.organization)
            .where('id', '=', id),
        )
        await recordGuardianEvent(client, author, athlete.id, 'guardian-declined', about)
      })
    },

    async changeConsent(person: Guardian, id: string, consents: boolean) {
      await withOwnGuardianship(person, id, 'confirmed', async (client, author, athlete, own) => {
        if (own.consents === consents) return
        await run(
          client,
          query
            .updateTable('guardianships')
            .set({ consents_to_account: consents })
            .where('organization_id', '=', author.member.organization)
            .where('id', '=', id),
        )
        const event = consents ? 'guardian-consented' : 'guardian-withdrew-consent'
        await recordGuardianEvent(client, author, athlete.id, event, own.about)
        await closeAccountWithoutConsent(client, author, athlete, clock(), closeAccount)
      })
    },

    async end(person: Guardian, id: string) {
      await withOwnGuardianship(person, id, 'confirmed', (client, author, athlete, own) =>
        endGuardianship(client, author, athlete, own, clock(), parts),
      )
    },

    /** Part of account deletion: ends guardianships and withdraws open invitations. */
    async endAll(client: Queryable, person: Guardian) {
      const rows = await rowsOf(
        client,
        query
          .selectFrom('all_guardianships')
          .select(['id', 'organization_id as organization'])
          .where('ended_at', 'is', null)
          .where((eb) => eb.or([eb('user_id', '=', person.id), eb('email', '=', person.email)]))
          .orderBy('organization_id'),
      )
      for (const { id, organization } of rows) {
        const found = await lockGuardianship(client, organization, id)
        if (!found) continue
        const author = { person, member: { organization } }
        await endGuardianship(client, author, found.athlete, found.own, clock(), parts)
      }
    },
  }

  function toGuardianship(
    row: {
      id: string
      organization_id: string
      organization: string
      kind: Guardianship['kind']
      confirmed_at: Date | null
      verified_at: Date | null
      reach: string
      consents_to_account: boolean
    },
    athlete: LockedAthlete,
  ): Guardianship {
    const { id, organization_id, organization, kind, confirmed_at, verified_at, reach, consents_to_account } = row
    const { given_name: givenName, family_name: familyName, preferred_name: preferredName } = athlete
    return {
      id: placedIn(organization_id, id),
      organization,
      kind,
      athlete: confirmed_at ? athleteName({ givenName, familyName, preferredName }) : shortName(athlete),
      confirmedAt: confirmed_at?.toISOString() ?? null,
      verified: verified_at !== null,
      consentsToAccount: consents_to_account,
      hasAccount: confirmed_at !== null && athlete.user_id !== null,
      facts:
        confirmed_at && reach === 'full'
          ? {
              sport: athlete.sport && sportNames[athlete.sport as SportId],
              level: athlete.level && levels[athlete.level],
              school: athlete.school,
              classYear: athlete.class_year,
              stage: athlete.stage && labels[kind].stages[athlete.stage],
            }
          : null,
    }
  }
}
export type OwnGuardianships = ReturnType<typeof createOwnGuardianshipService>

/** Lock order: organization, then athlete. */
async function lockGuardianship(client: Queryable, organization: string, id: string) {
  await enterOrganization(client, organization)
  await lockOrganization(client, organization)
  const row = await rowOf(
    client,
    query
      .selectFrom('guardianships as g')
      .leftJoin('athlete_contacts as c', (join) =>
        join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.contact_id'),
      )
      .select(['g.athlete_id', 'g.confirmed_at', 'g.consents_to_account', 'g.invited_by', 'c.name', 'c.relation'])
      .where('g.organization_id', '=', organization)
      .where('g.id', '=', id)
      .where('g.ended_at', 'is', null),
  )
  if (!row) return undefined
  const { name, relation } = row
  const athlete = await oneRowOf(
    client,
    query
      .selectFrom('athletes')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('id', '=', row.athlete_id)
      .forUpdate(),
  )
  const own: StoredGuardianship = {
    id,
    confirmed: row.confirmed_at !== null,
    about: name && relation ? formatContact({ name, relation }) : null,
    consents: row.consents_to_account,
    invitedBy: row.invited_by,
  }
  return { athlete, own }
}

/** Confirmed guardianships of a person, and open invitations to their address. */
const selectOwn = ({ id, email }: Guardian) =>
  openGuardianships.where((eb) => eb.or([eb('g.user_id', '=', id), eb('g.email', '=', email)]))
