import { ageOn } from '@sherpa/contracts/age'
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
import type { AthleteProgram } from '@sherpa/contracts/program'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { publicInvitations, todayIn } from '../organizations/organizations.ts'
import { may, seesSensitive, type Viewer } from './athlete-access.ts'
import { isChangeable } from './athlete-details.ts'
import { athleteRows, toAthleteRow } from './athletes.ts'
import { getVerifyingState } from './guardians.ts'
import { isNotMember } from './guardianship.ts'
import { athleteProgramsColumn } from './program-days.ts'

type StoredContact = Omit<Contact, 'masked' | 'guardian'>
type Details = {
  hometown: string | null
  country: string | null
  email: string | null
  phone: string | null
  contacts: StoredContact[]
  eligibility: Eligibility[]
  measurements: (Omit<Measurement, 'changeable'> & { added_by: string | null })[]
  social: SocialAccount[]
  programDays: AthleteProgram[]
  guardians: StoredGuardian[]
  account: AthleteAccount
}

/** The full record, limited to the viewer's permissions. */
export async function loadAthlete(database: Queryable, viewer: Viewer, id: string, now: Date): Promise<Athlete> {
  const found = await rowOf(
    database,
    athleteRows(viewer)
      .select([
        'a.hometown',
        'a.country',
        'a.email',
        'a.phone',
        jsonArrayFrom(
          selectChildren('athlete_contacts')
            .select(['c.id', 'c.name', 'c.relation', 'c.title', 'c.reach', 'c.email', 'c.phone'])
            .orderBy('c.created_at')
            .orderBy('c.id'),
        ).as('contacts'),
        jsonArrayFrom(
          selectChildren('athlete_eligibility')
            .select(['c.id', 'c.season', 'c.status', 'c.reason', 'c.checked_on as checkedOn'])
            .orderBy('c.checked_on', 'desc')
            .orderBy('c.id'),
        ).as('eligibility'),
        jsonArrayFrom(
          selectChildren('athlete_measurements')
            .select(['c.id', 'c.kind', 'c.value', 'c.measured_on as measuredOn', 'c.source', 'c.added_by'])
            .orderBy('c.measured_on')
            .orderBy('c.id'),
        ).as('measurements'),
        jsonArrayFrom(
          selectChildren('athlete_social_accounts')
            .select(['c.platform', 'c.handle', 'c.followers'])
            .orderBy('c.platform'),
        ).as('social'),
        athleteProgramsColumn(viewer).as('programDays'),
        jsonArrayFrom(selectGuardians).as('guardians'),
        accountState.as('account'),
      ])
      .where('a.id', '=', id),
  )
  if (!found) throw new Refusal('not-found')
  const {
    hometown,
    country,
    email,
    phone,
    contacts,
    eligibility,
    measurements,
    social,
    programDays,
    guardians,
    account,
    ...row
  } = found as typeof found & Details
  const sensitive = seesSensitive(viewer)
  const today = await todayIn(database, viewer.member.organization, now)
  const visibleRow = toAthleteRow(row, today, viewer)
  // Athletes see their own data unmasked.
  const isMaskedForViewer = visibleRow.minor && viewer.member.role !== 'athlete'
  const { masked: reachMasked, ...reach } = maskReach({ email, phone }, isMaskedForViewer)
  // Adults have no guardians, even if some were confirmed before.
  const activeGuardians = visibleRow.minor && sensitive ? await toGuardians(database, viewer, id, guardians) : []
  return {
    ...visibleRow,
    hometown,
    country,
    measurements: (measurements as Details['measurements']).map(({ added_by, ...one }) => ({
      ...one,
      changeable: isChangeable(viewer, added_by),
    })),
    social,
    programDays,
    sensitive,
    editable: may(viewer, 'athletes.edit'),
    birthDate: sensitive ? row.birthDate : null,
    age: sensitive ? ageOn(today, row.birthDate) : null,
    ...(sensitive ? reach : { email: null, phone: null }),
    reachMasked: sensitive && reachMasked,
    contacts: sensitive
      ? (contacts as StoredContact[]).map((one) => ({
          ...maskReach(one, isMaskedForViewer),
          guardian: activeGuardians.find(({ contact }) => contact === one.id)?.state ?? null,
        }))
      : null,
    guardians: sensitive ? activeGuardians : null,
    account: may(viewer, 'athletes.edit') ? (account as AthleteAccount) : null,
    eligibility: sensitive ? eligibility : null,
  }
}

type StoredGuardian = Omit<Guardian, 'verifying'> & { invitedBy: string | null }

async function toGuardians(
  database: Queryable,
  viewer: Viewer,
  athlete: string,
  guardians: StoredGuardian[],
): Promise<Guardian[]> {
  const result: Guardian[] = []
  for (const { invitedBy, ...guardian } of guardians) {
    result.push({ ...guardian, verifying: await getVerifyingState(database, viewer, athlete, invitedBy) })
  }
  return result
}

const formatUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const selectGuardians = query
  .selectFrom('guardianships as g')
  .leftJoin('athlete_contacts as c', (join) =>
    join.onRef('c.organization_id', '=', 'g.organization_id').onRef('c.id', '=', 'g.contact_id'),
  )
  .leftJoin(publicUsers.as('u'), 'u.id', 'g.user_id')
  .leftJoin(publicUsers.as('verifier'), 'verifier.id', 'g.verified_by')
  .select([
    'g.id',
    'g.contact_id as contact',
    sql<string>`coalesce(c.name, u.name, '')`.as('name'),
    sql<string>`case when g.verified_at is not null then 'verified' when g.confirmed_at is not null then 'confirmed'
      else 'invited' end`.as('state'),
    'g.reach',
    'g.consents_to_account as consentsToAccount',
    formatUtc('g.invited_at').as('invitedAt'),
    formatUtc('g.confirmed_at').as('confirmedAt'),
    sql<unknown>`case when g.verified_at is not null then json_build_object('at', ${formatUtc('g.verified_at')},
      'by', case when verifier.deleted_at is null then verifier.name end, 'how', g.verified_how,
      'selfVerificationReason', g.self_verification_reason) end`.as('verified'),
    sql<boolean>`g.user_id is not null and not (${isNotMember})`.as('isMember'),
    'g.invited_by as invitedBy',
  ])
  .where(sql<boolean>`g.organization_id = a.organization_id and g.athlete_id = a.id and g.ended_at is null
    and (g.confirmed_at is not null or g.expires_at > now())`)
  .orderBy('g.invited_at')
  .orderBy('g.id')

/** Invitations to a former address are ignored. */
const accountState = sql<AthleteAccount>`case when a.user_id is not null then 'linked'
  when exists (select from ${publicInvitations} i where i.organization_id = a.organization_id and i.athlete_id = a.id
    and i.email = a.email and i.expires_at > now()) then 'invited' else 'none' end`

const selectChildren = (
  table: 'athlete_contacts' | 'athlete_eligibility' | 'athlete_measurements' | 'athlete_social_accounts',
  // biome-ignore lint/suspicious/noExplicitAny: child tables have different columns.
): any =>
  query
    .selectFrom(`${table} as c` as 'athlete_contacts as c')
    .where(sql<boolean>`c.organization_id = a.organization_id and c.athlete_id = a.id`)

/** Email and phone of minors and their contacts are masked until shown on request. */
function maskReach<Reach extends { email: string | null; phone: string | null }>(reach: Reach, shouldMask: boolean) {
  const { email, phone } = reach
  const isMasked = shouldMask && (email !== null || phone !== null)
  if (!isMasked) return { ...reach, masked: false }
  return {
    ...reach,
    masked: true,
    email: email?.replace(/^[^@]*@.*(\.[^.]*)$/, '•••••@•••••$1') ?? null,
    phone: phone && `${'•'.repeat(7)}${phone.slice(-2)}`,
  }
}
