import type { AgreementFees } from '@sherpa/contracts/agreement'
import type { FeePayor } from '@sherpa/contracts/compliance/judgment'
import { type DealKind, dealTerms } from '@sherpa/contracts/deal'
import type { DealStage, VersionStage } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { isDealVisible, lockDeal, mayAnswerVersion, newestVisibleVersion, type Viewer } from './deal-access.ts'
import { addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { userJson } from './parties.ts'
import { loadNewestVersion } from './versions.ts'

/** The newest version of each deal of an athlete, and the one in force. */
export async function loadVersionsToJudge(client: Queryable, organization: string, athlete: string) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deals as d')
      .innerJoin('deal_versions as v', (join) =>
        join
          .onRef('v.organization_id', '=', 'd.organization_id')
          .onRef('v.deal_id', '=', 'd.id')
          .on(sql<boolean>`v.number in (d.newest_version, d.version_in_force)`),
      )
      .select([
        'd.id',
        'd.kind',
        'd.stage',
        'v.number',
        'v.stage as versionStage',
        'v.company_id as companyId',
        'v.terms',
      ])
      .select(['v.signed_at as signedAt', sql<string | null>`v.entered->>'signedOn'`.as('enteredOn')])
      .select([
        sql<boolean>`v.number is not distinct from d.version_in_force`.as('isInForce'),
        sql<boolean>`exists (select from deal_signatures s where s.organization_id = v.organization_id
          and s.deal_id = v.deal_id and s.number = v.number and s.side = 'guardian' and s.superseded_at is null)`.as(
          'signedByGuardian',
        ),
        sql<{ signedAt: string; terms: unknown }[]>`(select coalesce(json_agg(json_build_object('signedAt', e.signed_at,
          'terms', e.terms) order by e.number), '[]') from deal_versions e where e.organization_id = v.organization_id
          and e.deal_id = v.deal_id and e.number <= v.number and e.signed_at is not null)`.as('signed'),
      ])
      .where('d.organization_id', '=', organization)
      .where('d.athlete_id', '=', athlete)
      .where('d.removed_at', 'is', null)
      .orderBy('d.id')
      .orderBy('v.number')
      .$narrowType<{ kind: DealKind; stage: DealStage; versionStage: VersionStage }>(),
  )
  return rows.map((row) => ({
    ...row,
    terms: dealTerms.parse(row.terms),
    signed: row.signed.map(({ signedAt, terms }) => ({ signedAt: new Date(signedAt), terms: dealTerms.parse(terms) })),
  }))
}

export async function loadAgreementsToJudge(client: Queryable, organization: string, athlete: string) {
  return rowsOf(
    client,
    query
      .selectFrom('agreements as g')
      .select(['g.id', 'g.signed_at as signedAt', 'g.signed_exactly as isExact', 'g.starts_on as startsOn'])
      .select(['g.last_on as endsOn', 'g.scope', 'g.fees', 'g.fee_payor as feePayor', 'g.next_event_on as nextEventOn'])
      .select([
        sql<boolean>`g.guardian_name is not null`.as('signedByGuardian'),
        sql<boolean>`g.storage_key is not null`.as('hasDocument'),
        sql<{ id: string; name: string }[]>`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
          order by u.id), '[]') from agreement_agents x join ${publicUsers} u on u.id = x.user_id
          where x.organization_id = g.organization_id and x.agreement_id = g.id)`.as('agents'),
      ])
      .where('g.organization_id', '=', organization)
      .where('g.athlete_id', '=', athlete)
      .orderBy('g.starts_on')
      .orderBy('g.id')
      .$narrowType<{ scope: DealKind[]; fees: AgreementFees; feePayor: FeePayor | null }>(),
  )
}

/** Athletes with open deals or agreements, in id order. */
export async function listAthletesToJudge(client: Queryable, organization: string, today: string) {
  const rows = await rowsOf(
    client,
    sql<{
      id: string
    }>`select athlete_id as id from deals where organization_id = ${organization} and removed_at is null
        and stage in ('in-review', 'approved', 'signed', 'active')
      union select athlete_id from agreements where organization_id = ${organization}
        and coalesce(last_on, 'infinity') >= ${today}::date order by id`,
  )
  return rows.map(({ id }) => id)
}

/** The athlete and the requested or newest version, as far as the viewer sees it. */
export async function requireVersionToRead(client: Queryable, viewer: Viewer, deal: string, number?: number) {
  const found = await rowOf(
    client,
    query
      .selectFrom('deals as d')
      .select(['d.athlete_id as athlete', 'd.newest_version as newestVersion', 'd.version_in_force as versionInForce'])
      .select('d.shared')
      .where('d.organization_id', '=', viewer.member.organization)
      .where('d.id', '=', deal)
      .where('d.removed_at', 'is', null)
      .where(isDealVisible(viewer)),
  )
  if (!found) throw new Refusal('not-found')
  const newest = newestVisibleVersion(viewer, found)
  const version = await rowOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .select(['v.number', 'v.stage', 'v.company_id as company', 'v.conflict_reason as conflictReason'])
      .select('v.conflict_allowed_at as conflictAllowedAt')
      .select(userJson('v.conflict_allowed_by').as('conflictAllowedBy'))
      .where('v.organization_id', '=', viewer.member.organization)
      .where('v.deal_id', '=', deal)
      .where('v.number', '=', number ?? newest)
      .$narrowType<{ stage: VersionStage }>(),
  )
  const isShown = viewer.member.role !== 'athlete' || version?.number === newest || version?.stage === 'signed'
  if (!version || !isShown) throw new Refusal('not-found')
  return { ...version, athlete: found.athlete }
}

/** Locks the deal and records on its timeline why a rule does not stop the version in review. */
export async function recordRuleAnswer(
  client: Queryable,
  viewer: Viewer,
  id: string,
  { number, title, reason }: { number: number; title: string; reason: string },
) {
  const deal = await lockDeal(client, viewer, id)
  const { stage } = await loadNewestVersion(client, deal)
  if (deal.newest_version !== number || stage !== 'in-review') throw new Refusal('version-replaced')
  if (!(await mayAnswerVersion(client, viewer, id, number))) throw new Refusal('not-your-turn')
  await addTimelineEntry(client, viewer, id, { kind: 'rule-answered', about: title, text: reason })
  await touchDeal(client, viewer.member.organization, id)
  return deal
}

export async function requireAgreement(client: Queryable, viewer: Viewer, athlete: string, id: string) {
  const found = await rowOf(
    client,
    query
      .selectFrom('agreements as g')
      .select('g.id')
      .where('g.organization_id', '=', viewer.member.organization)
      .where('g.id', '=', id)
      .where('g.athlete_id', '=', athlete)
      .where(isVisibleAthlete(viewer, sql.ref('g.athlete_id'))),
  )
  if (!found) throw new Refusal('not-found')
}
