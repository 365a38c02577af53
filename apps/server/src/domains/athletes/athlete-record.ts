import type {
  Athlete,
  AthleteAccount,
  Contact,
  Eligibility,
  Measurement,
  SocialAccount,
} from '@sherpa/contracts/athlete'
import type { Guardian } from '@sherpa/contracts/guardian'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { invitationFacts, todayIn } from '../organizations/organizations.ts'
import { may, seesSensitive, type Viewer } from './athlete-access.ts'
import { athleteRowOf, athleteRows } from './athletes.ts'
import { verifyingBy } from './guardians.ts'
import { ofNoMember } from './guardianship.ts'
import { ageOn } from './minors.ts'

type StoredContact = Omit<Contact, 'masked' | 'guardian'>
type Details = {
  hometown: string | null
  email: string | null
  phone: string | null
  contacts: StoredContact[]
  eligibility: Eligibility[]
  measurements: Measurement[]
  social: SocialAccount[]
  guardians: StoredGuardian[]
  account: AthleteAccount
}

/** Everything about an athlete that the viewer may see. */
export async function wholeAthlete(database: Queryable, viewer: Viewer, id: string, now: Date): Promise<Athlete> {
  const found = await rowOf(
    database,
    athleteRows(viewer)
      .select([
        'a.hometown',
        'a.email',
        'a.phone',
        jsonArrayFrom(
          ofAthlete('athlete_contacts')
            .select(['c.id', 'c.name', 'c.relation', 'c.title', 'c.reach', 'c.email', 'c.phone'])
            .orderBy('c.created_at')
            .orderBy('c.id'),
        ).as('contacts'),
        jsonArrayFrom(
          ofAthlete('athlete_eligibility')
            .select(['c.id', 'c.season', 'c.status', 'c.reason', 'c.checked_on as checkedOn'])
            .orderBy('c.checked_on', 'desc')
            .orderBy('c.id'),
        ).as('eligibility'),
        jsonArrayFrom(
          ofAthlete('athlete_measurements')
            .select(['c.id', 'c.kind', 'c.value', 'c.measured_on as measuredOn', 'c.source'])
            .orderBy('c.measured_on')
            .orderBy('c.id'),
        ).as('measurements'),
        jsonArrayFrom(
          ofAthlete('athlete_social_accounts').select(['c.platform', 'c.handle', 'c.followers']).orderBy('c.platform'),
        ).as('social'),
        jsonArrayFrom(guardiansOfAthlete).as('guardians'),
        accountState.as('account'),
      ])
      .where('a.id', '=', id),
  )
  if (!found) throw new Refusal('not-found')
  const { hometown, email, phone, contacts, eligibility, measurements, social, guardians, account, ...row } =
    found as typeof found & Details
  const sensitive = seesSensitive(viewer)
  const today = await todayIn(database, viewer.member.organization, now)
  const shown = athleteRowOf(row, today, viewer)
  // Their own data, and their own contacts, are no secret to anyone.
  const hides = shown.minor && viewer.member.role !== 'athlete'
  const { masked: reachMasked, ...reach } = masked({ email, phone }, hides)
  // Whoever is of age has no guardian, whatever was confirmed before.
  const answering = shown.minor && sensitive ? await guardiansSeenBy(database, viewer, id, guardians) : []
  return {
    ...shown,
    hometown,
    measurements,
    social,
    sensitive,
    editable: may(viewer, 'athletes.edit'),
    birthDate: sensitive ? row.birthDate : null,
    age: sensitive ? ageOn(today, row.birthDate) : null,
    ...(sensitive ? reach : { email: null, phone: null }),
    reachMasked: sensitive && reachMasked,
    contacts: sensitive
      ? (contacts as StoredContact[]).map((one) => ({
          ...masked(one, hides),
          guardian: answering.find(({ contact }) => contact === one.id)?.state ?? null,
        }))
      : null,
    guardians: sensitive ? answering : null,
    account: may(viewer, 'athletes.edit') ? (account as AthleteAccount) : null,
    eligibility: sensitive ? eligibility : null,
  }
}

type StoredGuardian = Omit<Guardian, 'verifying'> & { invitedBy: string | null }

async function guardiansSeenBy(
  database: Queryable,
  viewer: Viewer,
  athlete: string,
  guardians: StoredGuardian[],
): Promise<Guardian[]> {
  const seen: Guardian[] = []
  for (const { invitedBy, ...guardian } of guardians) {
    seen.push({ ...guardian, verifying: await verifyingBy(database, viewer, athlete, invitedBy) })
  }
  return seen
}

const utc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const guardiansOfAthlete = query
  .selectFrom('guardianships as g')
  .leftJoin('athlete_contacts as c', (join) =>
    join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.contact_id'),
  )
  .leftJoin(userFacts.as('u'), 'u.id', 'g.user_id')
  .leftJoin(userFacts.as('verifier'), 'verifier.id', 'g.verified_by')
  .select([
    'g.id',
    'g.contact_id as contact',
    sql<string>`coalesce(c.name, u.name, '')`.as('name'),
    sql<string>`case when g.verified_at is not null then 'verified' when g.confirmed_at is not null then 'confirmed'
      else 'invited' end`.as('state'),
    'g.reach',
    'g.consents_to_account as consentsToAccount',
    utc('g.invited_at').as('invitedAt'),
    utc('g.confirmed_at').as('confirmedAt'),
    sql<unknown>`case when g.verified_at is not null then json_build_object('at', ${utc('g.verified_at')},
      'by', case when verifier.deleted_at is null then verifier.name end, 'how', g.verified_how,
      'selfVerifiedBecause', g.self_verified_because) end`.as('verified'),
    sql<boolean>`g.user_id is not null and not (${ofNoMember})`.as('isMember'),
    'g.invited_by as invitedBy',
  ])
  .where(sql<boolean>`g.organization_id = a.organization_id and g.athlete_id = a.id and g.ended_at is null
    and (g.confirmed_at is not null or g.expires_at > now())`)
  .orderBy('g.invited_at')
  .orderBy('g.id')

/** An invitation to another address than the athlete has now leads nowhere. */
const accountState = sql<AthleteAccount>`case when a.user_id is not null then 'linked'
  when exists (select from ${invitationFacts} i where i.organization_id = a.organization_id and i.athlete_id = a.id
    and i.email = a.email and i.expires_at > now()) then 'invited' else 'none' end`

const ofAthlete = (
  table: 'athlete_contacts' | 'athlete_eligibility' | 'athlete_measurements' | 'athlete_social_accounts',
  // biome-ignore lint/suspicious/noExplicitAny: the children are read in the same way, whatever their columns are.
): any =>
  query
    .selectFrom(`${table} as c` as 'athlete_contacts as c')
    .where(sql<boolean>`c.organization_id = a.organization_id and c.athlete_id = a.id`)

/** Of minors and their contacts everyone sees who they are, and only who asks for it how to reach them. */
function masked<Reach extends { email: string | null; phone: string | null }>(reach: Reach, hides: boolean) {
  const { email, phone } = reach
  const isMasked = hides && (email !== null || phone !== null)
  if (!isMasked) return { ...reach, masked: false }
  return {
    ...reach,
    masked: true,
    email: email?.replace(/^[^@]*@.*(\.[^.]*)$/, '•••••@•••••$1') ?? null,
    phone: phone && `${'•'.repeat(7)}${phone.slice(-2)}`,
  }
}
