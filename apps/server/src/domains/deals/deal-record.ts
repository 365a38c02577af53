import type {
  Approval,
  Conflict,
  Deal,
  DealAction,
  DealMove,
  DealTerms,
  DealVersion,
  Signature,
} from '@sherpa/contracts/deal'
import { dealTerms, signingPause } from '@sherpa/contracts/deal'
import { hasBeenSigned, isOpen, isPossible } from '@sherpa/contracts/deal-stage'
import { Refusal } from '@sherpa/contracts/problem'
import { isSameName } from '@sherpa/contracts/signer-name'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { findGuardianStep, signingGuardians } from '../athletes/athletes.ts'
import { publicCompanies } from '../companies/companies.ts'
import { loadSubmission, previewApprovers } from './approval-chains.ts'
import { type Reported, toAthleteReport } from './athlete-report.ts'
import { findConflicts } from './conflicts.ts'
import { maySignForOrganization, newestVisibleVersion, seesMoney, type Viewer } from './deal-access.ts'
import { type Row, selectDeals, toDealRow } from './deal-list.ts'
import type { Entered } from './entered-deal.ts'
import { contractOfVersion, versionNames } from './frozen-names.ts'
import { loadLinks } from './link-rows.ts'
import { lacksGuardian } from './missing-guardians.ts'
import type { StoredObjection } from './objections.ts'
import { loadCorrections } from './obligations.ts'
import { determineSigners, requiredSides } from './request-signatures.ts'
import { type FrozenAge, redactTerms } from './terms.ts'

type PersonRef = { id: string; name: string } | null

/** Loads a deal with everything the viewer may see. */
export async function loadDeal(client: Queryable, viewer: Viewer, id: string, now: Date): Promise<Deal> {
  const { organization } = viewer.member
  const row = await rowOf(client, selectDeals(viewer).where('d.id', '=', id))
  if (!row) throw new Refusal('not-found')
  const { createdAt, createdBy, objection, reported } = await oneRowOf(
    client,
    query
      .selectFrom('deals as d')
      .leftJoin(publicUsers.as('u'), 'u.id', 'd.created_by')
      .select(['d.created_at as createdAt', personJson('u').as('createdBy'), 'd.objection', 'd.reported'])
      .where('d.organization_id', '=', organization)
      .where('d.id', '=', id),
  )
  const number = newestVisibleVersion(viewer, row)
  const isColleague = viewer.member.role !== 'athlete'
  const versions = (await loadVersions(client, viewer, id)).filter(
    (version) => isColleague || version.number === number || version.stage === 'signed',
  )
  const [newest] = versions
  if (!newest) throw new Error('A deal has a version.')
  const approvals = await loadApprovals(client, viewer, id, number)
  const signatures = await loadSignatures(client, viewer, id)
  const dealKey = { organization_id: organization, athlete_id: row.athleteId }
  const { athlete, minor, reviewAgain } = await determineSigners(client, dealKey, newest.frozen, now)
  const foundConflicts = isColleague ? await findConflictsOf(client, organization, row, newest) : []
  const sides = requiredSides(minor)
  const ownApproval = approvals.find((one) => one.person?.id === viewer.person.id && one.askedAt && !one.decision)
  const signed = signatures.filter((one) => one.number === number).map(({ side }) => side)
  const guardianMissing = await lacksGuardian(
    client,
    { ...dealKey, id, stage: row.stage, version_in_force: row.versionInForce },
    athlete,
  )
  const needsGuardian = guardianMissing || (minor && isOpen(newest.stage) && !newest.entered)
  const deal: Omit<Deal, 'actions'> = {
    ...toDealRow(row, viewer),
    minor,
    reviewAgain: reviewAgain && isOpen(newest.stage),
    guardianMissing,
    guardianStep: needsGuardian ? await findGuardianStep(client, viewer, row.athleteId) : null,
    athleteUnreachable:
      newest.stage === 'approved' &&
      !signed.includes('athlete') &&
      !athlete.userId &&
      viewer.member.permissions.includes('athletes.edit'),
    objection: toObjection(objection as StoredObjection | null, isColleague),
    ageCorrection: isColleague ? redactCorrection(viewer, newest) : null,
    createdAt: createdAt.toISOString(),
    createdBy,
    newestVersion: number,
    versionInForce: row.versionInForce,
    versions: versions.map(
      ({
        allTerms: _,
        frozen: _facts,
        corrector: _corrector,
        conflictReason: _reason,
        conflictAllowedBy: _by,
        isOwnCompany: _own,
        ...version
      }) => version,
    ),
    approvals,
    signatures: filterNewestVersion(signatures),
    sides,
    guardians:
      minor && viewer.member.permissions.includes('athletes.sensitive')
        ? (await signingGuardians(client, organization, row.athleteId)).map(({ name }) => name)
        : [],
    conflicts: foundConflicts,
    links: isColleague && seesMoney(viewer) ? await loadLinks(client, organization, { deal: id, number, now }) : [],
    corrections: await loadCorrections(client, organization),
    conflictAllowed:
      isColleague && newest.conflictReason ? { by: newest.conflictAllowedBy, reason: newest.conflictReason } : null,
    ...(await loadApprovers(client, viewer, row, newest)),
    shared: row.shared,
    report: reported ? toAthleteReport(viewer, reported as Reported, row.currency) : null,
    money: seesMoney(viewer),
  }
  const signsAsAthlete =
    viewer.member.role === 'athlete' && athlete.userId === viewer.person.id && !signed.includes('athlete')
  const signsAsCompany = newest.isOwnCompany && maySignForOrganization(viewer) && !signed.includes('company')
  return {
    ...deal,
    actions: listActions(viewer, deal, newest, {
      decides: ownApproval !== undefined,
      // The guardian of a minor signs first.
      signs: signsAsCompany || (signsAsAthlete && (!minor || signed.includes('guardian'))),
      companySigns: !signed.includes('company'),
      isSigned: signatures.length > 0,
    }),
  }
}

/** Actions that the viewer may take right now. */
function listActions(
  { member }: Viewer,
  deal: Pick<
    Deal,
    | 'stage'
    | 'shared'
    | 'conflicts'
    | 'conflictAllowed'
    | 'reviewAgain'
    | 'guardianMissing'
    | 'guardianStep'
    | 'objection'
    | 'versionInForce'
  >,
  newest: Pick<FullVersion, 'stage' | 'isOwnCompany'>,
  {
    decides,
    signs,
    companySigns,
    isSigned,
  }: { decides: boolean; signs: boolean; companySigns: boolean; isSigned: boolean },
): DealAction[] {
  const { stage, shared, conflicts, conflictAllowed, reviewAgain, guardianMissing, objection, versionInForce } = deal
  const pause = signingPause(deal)
  const isPaused = pause !== null
  const hasPermission = (permission: (typeof member.permissions)[number]) => member.permissions.includes(permission)
  const allows = (move: DealMove) => isPossible({ stage, version: newest.stage }, move)
  const edits = hasPermission('deals.edit')
  const mayLink = edits && hasPermission('money.view') && !newest.isOwnCompany
  const possible: Record<DealAction, boolean> = {
    edit: edits && allows('edit'),
    submit: edits && allows('submit'),
    withdraw: edits && allows('revise'),
    discard: edits && allows('discard'),
    decide: decides && allows('approve'),
    share: edits && !shared && isOpen(newest.stage),
    sign: signs && allows('sign') && !isPaused,
    'add-paper':
      edits &&
      hasPermission('money.view') &&
      !objection &&
      !deal.guardianStep &&
      (guardianMissing || (allows('sign') && !reviewAgain)),
    'add-contract': edits && hasPermission('money.view') && newest.stage === 'draft',
    'send-link': mayLink && allows('sign') && !isPaused && companySigns,
    'send-page': mayLink && versionInForce !== null,
    remind: edits && allows('remind') && (!isPaused || (pause === 'guardian' && newest.stage === 'in-review')),
    'lift-objection': hasPermission('deals.approve') && objection !== null,
    'allow-conflict':
      (decides || hasPermission('deals.approve')) && conflicts.length > 0 && !conflictAllowed && isOpen(newest.stage),
    start: edits && allows('start'),
    complete: edits && allows('complete'),
    terminate: edits && allows('terminate'),
    expire: edits && allows('expire'),
    decline: edits && allows('decline'),
    reopen: edits && allows('reopen'),
    remove: edits && !hasBeenSigned(stage) && !isSigned,
  }
  return (Object.keys(possible) as DealAction[]).filter((action) => possible[action])
}

/** Both false without `money.view`: the approval chain depends on the amount. */
async function loadApprovers(
  client: Queryable,
  viewer: Viewer,
  { id, kind, athleteId }: Pick<Row, 'id' | 'kind' | 'athleteId'>,
  { number, stage, allTerms }: FullVersion,
) {
  if (stage !== 'draft' || !viewer.member.permissions.includes('deals.edit') || !seesMoney(viewer)) {
    return { selfApproval: false, nobodyApproves: false }
  }
  const { organization } = viewer.member
  const deal = { organization_id: organization, id, kind, athlete_id: athleteId }
  const submission = await loadSubmission(client, deal, { number, terms: allTerms }, viewer.person.id)
  return previewApprovers(client, organization, submission)
}

type FullVersion = DealVersion & {
  allTerms: DealTerms
  frozen: Parameters<typeof determineSigners>[2]
  /** Member who corrected the athlete's age, from the frozen facts. */
  corrector: PersonRef
  conflictReason: string | null
  conflictAllowedBy: PersonRef
  /** The organization is the company. */
  isOwnCompany: boolean
}

/** Newest first. */
async function loadVersions(client: Queryable, viewer: Viewer, deal: string): Promise<FullVersion[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_versions as v')
      .leftJoin(publicUsers.as('creator'), 'creator.id', 'v.created_by')
      .leftJoin(publicUsers.as('freezer'), 'freezer.id', 'v.frozen_by')
      .leftJoin(publicUsers.as('accepter'), 'accepter.id', 'v.conflict_allowed_by')
      .leftJoin(publicUsers.as('corrector'), (join) =>
        join.on(
          sql<boolean>`corrector.id = (v.athlete_facts->'correction'->>'by')::uuid and corrector.deleted_at is null`,
        ),
      )
      .innerJoin('deals as d', (join) =>
        join.onRef('d.organization_id', '=', 'v.organization_id').onRef('d.id', '=', 'v.deal_id'),
      )
      .innerJoin(publicCompanies.as('c'), (join) =>
        join.onRef('c.organization_id', '=', 'v.organization_id').onRef('c.id', '=', 'v.company_id'),
      )
      .select(['v.number', 'v.stage', 'v.created_at', 'v.frozen_at', 'v.hash', 'v.terms', 'v.conflict_reason'])
      .select(['v.signed_at', 'v.entered', 'v.company_id', 'v.athlete_facts', 'c.is_self'])
      .select([
        versionNames.as('names'),
        contractOfVersion.as('contract'),
        personJson('creator').as('createdBy'),
        personJson('freezer').as('frozenBy'),
        personJson('accepter').as('accepter'),
        personJson('corrector').as('corrector'),
      ])
      .where('v.organization_id', '=', viewer.member.organization)
      .where('v.deal_id', '=', deal)
      .orderBy('v.number', 'desc')
      .$narrowType<{ stage: DealVersion['stage'] }>(),
  )
  // Amounts could be brute-forced from the hash. Athletes need it to sign.
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
      entered: redactEntered(viewer, row.entered as Entered | null),
      title: row.names.title,
      athlete: row.names.athlete,
      company: { id: row.company_id, name: row.names.company },
      terms: redactTerms(viewer, terms),
      contract: seesHash ? row.contract : null,
      allTerms: terms,
      frozen: { frozen_at: row.frozen_at, athlete_facts: row.athlete_facts },
      corrector: row.corrector,
      conflictReason: row.conflict_reason,
      conflictAllowedBy: row.accepter,
      isOwnCompany: row.is_self,
    }
  })
}

/** Only own approvals without `money.view`: the approval chain depends on the amount. */
async function loadApprovals(client: Queryable, viewer: Viewer, deal: string, number: number): Promise<Approval[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_approvals as p')
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'p.user_id').on('u.deleted_at', 'is', null))
      .select(['p.id', 'p.step', 'p.step_name', 'p.needs', 'p.asked_at', 'p.decision', 'p.comment', 'p.decided_at'])
      .select('p.mark')
      .select(['p.user_id', personJson('u').as('person')])
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
      // Internal comments are hidden from athletes.
      comment: viewer.member.role === 'athlete' ? null : row.comment,
      decidedAt: row.decided_at?.toISOString() ?? null,
      mark: row.mark,
    }))
}

function toObjection(objection: StoredObjection | null, isColleague: boolean): Deal['objection'] {
  return objection && { name: objection.name, at: objection.at, text: isColleague ? objection.text : null }
}

function redactEntered(viewer: Viewer, entered: Entered | null): DealVersion['entered'] {
  if (!entered) return null
  const { signedOn, documentId, received } = entered
  return { signedOn, documentId, received: seesMoney(viewer) ? received : null }
}

function redactCorrection({ member }: Viewer, { frozen, corrector }: FullVersion): Deal['ageCorrection'] {
  const { correction } = (frozen.athlete_facts ?? {}) as Partial<FrozenAge>
  if (!correction) return null
  const { at, reason } = correction
  return { at, by: corrector, reason: member.permissions.includes('athletes.sensitive') ? reason : null }
}

/** Valid signatures of all versions, newest version first. */
export async function loadSignatures(client: Queryable, { member }: Viewer, deal: string): Promise<Signature[]> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('deal_signatures as s')
      .leftJoin('deal_links as l', (join) =>
        join.onRef('l.organization_id', '=', 's.organization_id').onRef('l.id', '=', 's.link_id'),
      )
      .select([
        's.number',
        's.side',
        's.method',
        's.signer_name as name',
        's.signed_at',
        's.reason',
        'l.name as contact',
      ])
      .where('s.organization_id', '=', member.organization)
      .where('s.deal_id', '=', deal)
      .where('s.superseded_at', 'is', null)
      .orderBy('s.number', 'desc')
      .orderBy('s.signed_at')
      .orderBy('s.side')
      .$narrowType<{ side: Signature['side']; method: Signature['method'] }>(),
  )
  // Internal comments are hidden from athletes.
  const isColleague = member.role !== 'athlete'
  return rows.map(({ signed_at, reason, contact, ...row }) => ({
    ...row,
    signedAt: signed_at.toISOString(),
    reason: isColleague ? reason : null,
    linkSentTo: isColleague && contact !== null && !isSameName(contact, row.name) ? contact : null,
  }))
}

function filterNewestVersion(signatures: Signature[]): Signature[] {
  return signatures.filter(({ number }) => number === signatures[0]?.number)
}

function findConflictsOf(
  client: Queryable,
  organization: string,
  row: { id: string; athleteId: string },
  { company, allTerms: { startsOn, endsOn, category, exclusivity, territory } }: FullVersion,
): Promise<Conflict[]> {
  return findConflicts(client, organization, {
    athleteId: row.athleteId,
    companyId: company.id,
    dealId: row.id,
    terms: { startsOn, endsOn, category, exclusivity, territory },
  })
}

function personJson(user: string) {
  return sql<PersonRef>`case when ${sql.ref(`${user}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${user}.id`)}, 'name', ${sql.ref(`${user}.name`)}) end`
}
