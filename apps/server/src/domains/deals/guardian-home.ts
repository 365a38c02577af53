import type { Currency } from '@sherpa/contracts/currency'
import { addDays } from '@sherpa/contracts/days'
import { GUARDIAN_DAYS_AHEAD, type GuardianCopies, type GuardianHome } from '@sherpa/contracts/guardian-home'
import type { OrganizationKind } from '@sherpa/contracts/organization'
import { placedIn } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Person } from '../../http/access.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import {
  guardianSigningFor,
  guardiansToNotify,
  loadAthleteFacts,
  publicAssignments,
  signingGuardians,
  viewersOfAthlete,
} from '../athletes/athletes.ts'
import { membersOf, ownersOf, publicOrganizations } from '../organizations/organizations.ts'
import { feesInWords, selectAgreements } from './agreements.ts'
import { copiesAfterMajority, signedCopies } from './guardian-documents.ts'
import { partiesOf } from './parties.ts'

type AthleteKey = { organization: string; athlete: string }

/** What guardians see of a minor beside the deals to sign. */
export function createGuardianHomeService({ database, clock }: { database: Database; clock: () => Date }) {
  return {
    async load(person: Person, guardianship: string): Promise<GuardianHome> {
      const key = await guardianSigningFor(database, person.id, guardianship)
      return inOrganization(key.organization, async () => {
        const { minor, today } = await loadAthleteFacts(database, key.organization, key.athlete, clock())
        if (!minor) throw new Refusal('not-found')
        const { kind, guardians_see_payments, currency } = await oneRowOf(
          database,
          query
            .selectFrom(publicOrganizations.as('o'))
            .select(['o.kind', 'o.guardians_see_payments', 'o.currency'])
            .where('o.id', '=', key.organization)
            .$narrowType<{ kind: OrganizationKind; currency: Currency }>(),
        )
        return {
          kind,
          due: await loadDue(database, key, today),
          payments: guardians_see_payments ? await loadPayments(database, key, today) : null,
          documents: await signedCopies(database, key),
          agreements: await loadAgreementsOf(database, key, { today, currency }),
          access: await loadAccess(database, key, person.id),
          lead: await loadLead(database, key),
        }
      })
    },

    async listCopies(person: Person): Promise<GuardianCopies> {
      const found = await copiesAfterMajority(database, person.id, clock())
      return {
        athletes: found.map(({ organizationId, guardianship, ...copies }) => ({
          ...copies,
          guardianship: placedIn(organizationId, guardianship),
        })),
      }
    },
  }
}
export type GuardianHomes = ReturnType<typeof createGuardianHomeService>

async function loadDue(client: Queryable, { organization, athlete }: AthleteKey, today: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deliverables as l')
      .select(['l.id', 'l.title', 'l.due_on', partiesOf('l').as('parties')])
      .where('l.organization_id', '=', organization)
      .where('l.athlete_id', '=', athlete)
      .where('l.state', 'in', ['planned', 'returned'])
      .where('l.due_on', '<=', addDays(today, GUARDIAN_DAYS_AHEAD))
      .orderBy('l.due_on')
      .orderBy('l.id')
      .limit(100)
      .$narrowType<{ due_on: string }>(),
  )
  return rows.map(({ id, title, due_on, parties }) => ({
    id,
    title,
    deal: parties.deal.title,
    company: parties.company.name,
    dueOn: due_on,
    late: due_on < today,
  }))
}

/** Money due this year: received so far, and still expected. In kind and conditional payments are left out. */
async function loadPayments(client: Queryable, { organization, athlete }: AthleteKey, today: string) {
  const year = Number(today.slice(0, 4))
  const rows = await rowsOf(
    client,
    query
      .selectFrom('payments as p')
      .select([
        'p.currency',
        sql<string>`sum(p.received_minor)`.as('received'),
        sql<string>`coalesce(sum(greatest(p.amount_minor - p.received_minor, 0)) filter (where p.state = 'expected'), 0)`.as(
          'expected',
        ),
      ])
      .where('p.organization_id', '=', organization)
      .where('p.athlete_id', '=', athlete)
      .where('p.in_kind', '=', false)
      .where('p.due_on', '>=', `${year}-01-01`)
      .where('p.due_on', '<=', `${year}-12-31`)
      .groupBy('p.currency')
      .orderBy('p.currency')
      .$narrowType<{ currency: Currency }>(),
  )
  const sums = rows
    .map(({ currency, received, expected }) => ({
      currency,
      receivedMinor: Number(received),
      expectedMinor: Number(expected),
    }))
    .filter(({ receivedMinor, expectedMinor }) => receivedMinor + expectedMinor > 0)
  return { year, sums }
}

async function loadAgreementsOf(
  client: Queryable,
  { organization, athlete }: AthleteKey,
  { today, currency }: { today: string; currency: Currency },
) {
  const rows = await rowsOf(client, selectAgreements(organization).where('g.athlete_id', '=', athlete))
  return rows
    .map(({ endedOn, endsOn, ...row }) => ({ ...row, endsOn: endedOn ?? endsOn }))
    .filter(({ endsOn }) => endsOn === null || endsOn >= today)
    .toSorted((one, other) => one.startsOn.localeCompare(other.startsOn))
    .map(({ id, startsOn, endsOn, scope, fees }) => ({
      id,
      startsOn,
      endsOn,
      fees: feesInWords({ scope, fees, currency }),
    }))
}

async function loadAccess(client: Queryable, { organization, athlete }: AthleteKey, caller: string) {
  const viewers = await viewersOfAthlete(client, organization, athlete)
  const members = (await membersOf(client, organization)).filter(
    ({ id, role, permissions }) =>
      role !== 'athlete' &&
      permissions.includes('athletes.view') &&
      (permissions.includes('athletes.all') || viewers.includes(id)),
  )
  const names = await rowsOf(
    client,
    query
      .selectFrom(publicUsers.as('u'))
      .select(['u.id', 'u.name'])
      .where(sql<boolean>`u.id = any(${members.map(({ id }) => id)}::uuid[])`)
      .where('u.deleted_at', 'is', null)
      .orderBy('u.name')
      .$narrowType<{ name: string }>(),
  )
  const guardians = await guardiansToNotify(client, organization, athlete)
  const ofMembers = names.flatMap(({ id, name }) => {
    const member = members.find((one) => one.id === id)
    if (!member) return []
    const may = (permission: (typeof member.permissions)[number]) => member.permissions.includes(permission)
    return [
      {
        name,
        role: member.role,
        isCaller: false,
        deals: may('deals.view'),
        amounts: may('deals.view') && may('money.view'),
        contacts: may('athletes.sensitive'),
      },
    ]
  })
  const signing = (await signingGuardians(client, organization, athlete)).map(({ id }) => id)
  const ofGuardians = guardians.map(({ id, userId, name }) => {
    // Others see nothing of the record until they are verified with full reach.
    const sees = signing.includes(id)
    return { name: name ?? '', role: null, isCaller: userId === caller, deals: sees, amounts: sees, contacts: sees }
  })
  return [...ofGuardians.toSorted((one, other) => Number(other.isCaller) - Number(one.isCaller)), ...ofMembers]
}

async function loadLead(client: Queryable, { organization, athlete }: AthleteKey): Promise<GuardianHome['lead']> {
  const lead = await rowOf(
    client,
    query
      .selectFrom(publicUsers.as('u'))
      .leftJoin('deals as d', (join) =>
        join
          .onRef('d.lead_id', '=', 'u.id')
          .on('d.organization_id', '=', organization)
          .on('d.athlete_id', '=', athlete)
          .on('d.removed_at', 'is', null)
          .on('d.stage', 'in', ['approved', 'signed', 'active', 'completed']),
      )
      .leftJoin(publicAssignments.as('x'), (join) =>
        join
          .onRef('x.user_id', '=', 'u.id')
          .on('x.organization_id', '=', organization)
          .on('x.athlete_id', '=', athlete),
      )
      .select(['u.name', 'u.email', 'u.phone'])
      .where('u.deleted_at', 'is', null)
      .where(sql<boolean>`(d.id is not null or x.user_id is not null)`)
      .orderBy('d.created_at', (order) => order.desc().nullsLast())
      .orderBy('u.id')
      .limit(1)
      .$narrowType<{ name: string; email: string }>(),
  )
  if (lead) return lead
  const [owner] = await ownersOf(client, organization)
  return owner ? { name: owner.name, email: owner.email, phone: owner.phone } : null
}
