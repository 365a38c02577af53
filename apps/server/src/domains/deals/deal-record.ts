import type {
  Approval,
  Clash,
  Deal,
  DealAction,
  DealMove,
  DealTerms,
  DealVersion,
  Signature,
} from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import { hasBeenSigned, isOpen, isPossible } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { signingGuardians } from '../athletes/athletes.ts'
import { companyFacts } from '../companies/companies.ts'
import { approvesAlone, submissionOf } from './approval-chains.ts'
import { findClashes } from './clashes.ts'
import { newestSeenBy, seesMoney, type Viewer } from './deal-access.ts'
import { dealRowOf, dealRows, type Row } from './deal-list.ts'
import { versionNames } from './frozen-names.ts'
import { lacksGuardian } from './missing-guardians.ts'
import { correctionsOf } from './obligations.ts'
import { judgeSigners, sidesOf } from './signatures-asked.ts'
import { type FrozenAge, termsSeenBy } from './terms.ts'

type Someone = { id: string; name: string } | null

/** Everything about a deal that the viewer may see. */
export async function wholeDeal(client: Queryable, viewer: Viewer, id: string, now: Date): Promise<Deal> {
  const { organization } = viewer.member
  const row = await rowOf(client, dealRows(viewer).where('d.id', '=', id))
  if (!row) throw new Refusal('not-found')
  const { createdAt, createdBy } = await oneRowOf(
    client,
    query
      .selectFrom('deals as d')
      .leftJoin(userFacts.as('u'), 'u.id', 'd.created_by')
      .select(['d.created_at as createdAt', personOf('u').as('createdBy')])
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', id),
  )
  const number = newestSeenBy(viewer, row)
  const isColleague = viewer.member.role !== 'athlete'
  const versions = (await versionsOf(client, viewer, id)).filter(
    (version) => isColleague || version.number === number || version.stage === 'signed',
  )
  const [newest] = versions
  if (!newest) throw new Error('A deal has a version.')
  const approvals = await approvalsOf(client, viewer, id, number)
  const signatures = await signaturesOf(client, viewer, id)
  const ofDeal = { organization_id: organization, athlete_id: row.athleteId }
  const { athlete, minor, reviewAgain } = await judgeSigners(client, ofDeal, newest.frozen, now)
  const found = isColleague ? await clashesWith(client, organization, row, newest) : []
  const sides = sidesOf(minor)
  const own = approvals.find((one) => one.person?.id === viewer.person.id && one.askedAt && !one.decision)
  const signed = signatures.filter((one) => one.number === number).map(({ side }) => side)
  const deal: Omit<Deal, 'actions'> = {
    ...dealRowOf(row, viewer),
    minor,
    reviewAgain: reviewAgain && isOpen(newest.stage),
    guardianMissing: await lacksGuardian(client, { ...ofDeal, id, stage: row.stage, in_force: row.inForce }, athlete),
    ageCorrection: isColleague ? correctionSeenBy(viewer, newest) : null,
    createdAt: createdAt.toISOString(),
    createdBy,
    newest: number,
    inForce: row.inForce,
    versions: versions.map(
      ({ whole: _, frozen: _facts, corrector: _corrector, clashReason: _reason, clashAcceptedBy: _by, ...version }) =>
        version,
    ),
    approvals,
    signatures: latest(signatures),
    sides,
    guardians:
      minor && viewer.member.permissions.includes('athletes.sensitive')
        ? (await signingGuardians(client, organization, row.athleteId)).map(({ name }) => name)
        : [],
    clashes: found,
    corrections: await correctionsOf(client, organization),
    clashAccepted:
      isColleague && newest.clashReason ? { by: newest.clashAcceptedBy, reason: newest.clashReason } : null,
    selfApproval: await maySelfApprove(client, viewer, row, newest),
    shared: row.shared,
    money: seesMoney(viewer),
  }
  const mySide = viewer.member.role === 'athlete' && athlete.userId === viewer.person.id && !signed.includes('athlete')
  return {
    ...deal,
    actions: actionsOf(viewer, deal, newest, {
      decides: own !== undefined,
      signs: mySide,
      isSigned: signatures.length > 0,
    }),
  }
}

/** What the viewer may do with it at this moment. */
function actionsOf(
  { member }: Viewer,
  deal: Pick<Deal, 'stage' | 'shared' | 'clashes' | 'clashAccepted' | 'reviewAgain' | 'guardianMissing'>,
  newest: { stage: DealVersion['stage'] },
  { decides, signs, isSigned }: { decides: boolean; signs: boolean; isSigned: boolean },
): DealAction[] {
  const { stage, shared, clashes, clashAccepted, reviewAgain, guardianMissing } = deal
  const can = (permission: (typeof member.permissions)[number]) => member.permissions.includes(permission)
  const is = (move: DealMove) => isPossible({ stage, version: newest.stage }, move)
  const edits = can('deals.edit')
  const possible: Record<DealAction, boolean> = {
    edit: edits && is('edit'),
    submit: edits && is('submit'),
    withdraw: edits && is('revise'),
    discard: edits && is('discard'),
    decide: decides && is('approve'),
    share: edits && !shared && isOpen(newest.stage),
    sign: signs && is('sign') && !reviewAgain,
    'add-paper': edits && can('money.view') && (guardianMissing || (is('sign') && !reviewAgain)),
    remind: edits && is('remind') && !reviewAgain,
    'accept-clash': can('deals.approve') && clashes.length > 0 && !clashAccepted && isOpen(newest.stage),
    start: edits && is('start'),
    complete: edits && is('complete'),
    terminate: edits && is('terminate'),
    expire: edits && is('expire'),
    decline: edits && is('decline'),
    reopen: edits && is('reopen'),
    remove: edits && !hasBeenSigned(stage) && !isSigned,
  }
  return (Object.keys(possible) as DealAction[]).filter((action) => possible[action])
}

/** Which steps a deal goes through depends on its amount: nothing of it is said to those who may not see that. */
async function maySelfApprove(
  client: Queryable,
  viewer: Viewer,
  { id, kind }: Pick<Row, 'id' | 'kind'>,
  { number, stage, whole }: Whole,
) {
  if (stage !== 'draft' || !viewer.member.permissions.includes('deals.edit') || !seesMoney(viewer)) return false
  const { organization } = viewer.member
  const deal = { organization_id: organization, id, kind }
  const submission = await submissionOf(client, deal, { number, terms: whole }, viewer.person.id)
  return approvesAlone(client, organization, submission)
}

type Whole = DealVersion & {
  whole: DealTerms
  frozen: Parameters<typeof judgeSigners>[2]
  /** Who corrected the athlete's age, by the frozen facts. */
  corrector: Someone
  clashReason: string | null
  clashAcceptedBy: Someone
}

/** The newest first. */
async function versionsOf(client: Queryable, viewer: Viewer, deal: string): Promise<Whole[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .leftJoin(userFacts.as('creator'), 'creator.id', 'v.created_by')
      .leftJoin(userFacts.as('freezer'), 'freezer.id', 'v.frozen_by')
      .leftJoin(userFacts.as('accepter'), 'accepter.id', 'v.clash_accepted_by')
      .leftJoin(userFacts.as('corrector'), (join) =>
        join.on(
          sql<boolean>`corrector.id = (v.athlete_facts->'correction'->>'by')::uuid and corrector.deleted_at is null`,
        ),
      )
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.deal_id'),
      )
      .innerJoin(companyFacts.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(['v.number', 'v.stage', 'v.created_at', 'v.frozen_at', 'v.hash', 'v.terms', 'v.clash_reason'])
      .select(['v.signed_at', 'v.company_id', 'v.athlete_facts'])
      .select([
        versionNames.as('names'),
        personOf('creator').as('createdBy'),
        personOf('freezer').as('frozenBy'),
        personOf('accepter').as('accepter'),
        personOf('corrector').as('corrector'),
      ])
      .where('v.organization_id', '=', viewer.member.organization)
      .where('v.deal_id', '=', deal)
      .orderBy('v.number', 'desc')
      .$narrowType<{ stage: DealVersion['stage'] }>(),
  )
  // Whoever knows everything else could find the amounts by trying which ones give the hash. Athletes sign it.
  const seesHash = seesMoney(viewer) || viewer.member.role === 'athlete'
  return rows.map((row) => {
    const terms = dealTerms.parse(row.terms)
    return {
      number: row.number,
      stage: row.stage,
      createdAt: row.created_at.toISOString(),
      createdBy: row.createdBy,
      frozenAt: row.frozen_at?.toISOString() ?? null,
      frozenBy: row.frozenBy,
      hash: seesHash ? row.hash : null,
      signedAt: row.signed_at?.toISOString() ?? null,
      title: row.names.title,
      athlete: row.names.athlete,
      company: { id: row.company_id, name: row.names.company },
      terms: termsSeenBy(viewer, terms),
      whole: terms,
      frozen: { frozen_at: row.frozen_at, athlete_facts: row.athlete_facts },
      corrector: row.corrector,
      clashReason: row.clash_reason,
      clashAcceptedBy: row.accepter,
    }
  })
}

/** Which steps a deal goes through depends on its amount: whoever may not see that sees only their own. */
async function approvalsOf(client: Queryable, viewer: Viewer, deal: string, number: number): Promise<Approval[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals as p')
      .leftJoin(userFacts.as('u'), (join) => join.onRef('u.id', '=', 'p.user_id').on('u.deleted_at', 'is', null))
      .select(['p.id', 'p.step', 'p.step_name', 'p.needs', 'p.asked_at', 'p.decision', 'p.word', 'p.decided_at'])
      .select('p.mark')
      .select(['p.user_id', personOf('u').as('person')])
      .where('p.organization_id', '=', viewer.member.organization)
      .where('p.deal_id', '=', deal)
      .where('p.number', '=', number)
      .orderBy('p.step')
      .orderBy('p.decided_at')
      .orderBy('p.id')
      .$narrowType<{ needs: Approval['needs']; decision: Approval['decision']; mark: Approval['mark'] }>(),
  )
  return rows
    .filter(({ user_id }) => seesMoney(viewer) || user_id === viewer.person.id)
    .map((row) => ({
      id: row.id,
      step: row.step,
      stepName: row.step_name,
      needs: row.needs,
      person: row.person,
      askedAt: row.asked_at?.toISOString() ?? null,
      decision: row.decision,
      // What colleagues say to each other about it is theirs.
      word: viewer.member.role === 'athlete' ? null : row.word,
      decidedAt: row.decided_at?.toISOString() ?? null,
      mark: row.mark,
    }))
}

function correctionSeenBy({ member }: Viewer, { frozen, corrector }: Whole): Deal['ageCorrection'] {
  const { correction } = (frozen.athlete_facts ?? {}) as Partial<FrozenAge>
  if (!correction) return null
  const { at, reason } = correction
  return { at, by: corrector, reason: member.permissions.includes('athletes.sensitive') ? reason : null }
}

/** Of all versions, the newest one's first; without superseded ones. */
export async function signaturesOf(client: Queryable, { member }: Viewer, deal: string): Promise<Signature[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_signatures')
      .select(['number', 'side', 'method', 'signer_name as name', 'signed_at', 'reason'])
      .where('organization_id', '=', member.organization)
      .where('deal_id', '=', deal)
      .where('superseded_at', 'is', null)
      .orderBy('number', 'desc')
      .orderBy('signed_at')
      .$narrowType<{ side: Signature['side']; method: Signature['method'] }>(),
  )
  // What colleagues say to each other about it is theirs.
  const isColleague = member.role !== 'athlete'
  return rows.map(({ signed_at, reason, ...row }) => ({
    ...row,
    signedAt: signed_at.toISOString(),
    reason: isColleague ? reason : null,
  }))
}

function latest(signatures: Signature[]): Signature[] {
  return signatures.filter(({ number }) => number === signatures[0]?.number)
}

function clashesWith(
  client: Queryable,
  organization: string,
  row: { id: string; athleteId: string },
  { company, whole: { startsOn, endsOn, category, exclusivity, territory } }: Whole,
): Promise<Clash[]> {
  return findClashes(client, organization, {
    athleteId: row.athleteId,
    companyId: company.id,
    dealId: row.id,
    terms: { startsOn, endsOn, category, exclusivity, territory },
  })
}

function personOf(user: string) {
  return sql<Someone>`case when ${sql.ref(`${user}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${sql.ref(`${user}.name`)}) end`
}
