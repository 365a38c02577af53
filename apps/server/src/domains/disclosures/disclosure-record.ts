import { attestationDue } from '@sherpa/contracts/compliance/deadlines'
import type { MissingInput } from '@sherpa/contracts/compliance/judgment'
import type {
  Attestation,
  Disclosure,
  DisclosureForm,
  DisclosureRow,
  DueBefore,
  Packet,
} from '@sherpa/contracts/disclosure'
import { type DisclosureKind, type DisclosureState, isUnfiled, possibleMoves } from '@sherpa/contracts/disclosure-state'
import type { FileType } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import type { Source } from '../../persistence/lists/list.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { athleteFacts, loadReportableAthletes } from '../athletes/athletes.ts'
import { loadReportableAgreements, loadReportableDeals, publicDeals } from '../deals/deals.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import {
  buildPacket,
  type ComplianceFacts,
  checkPacket,
  type FormKind,
  isFormKind,
  sensitiveFields,
} from './build-packet.ts'
import { isDisclosureVisible, seesAmounts, seesSensitive, type Viewer } from './disclosure-access.ts'
import { linkEnd } from './disclosure-events.ts'
import { loadDeclared } from './payor-attestations.ts'

export type LoadComplianceFacts = (
  client: Queryable,
  organization: string,
  abouts: readonly { athlete: string; company: string | null }[],
  declared: typeof loadDeclared,
) => Promise<ComplianceFacts[]>

export type PacketParts = { clock: () => Date; loadComplianceFacts: LoadComplianceFacts }

// biome-ignore lint/suspicious/noExplicitAny: the source tables do not matter here, and their type is slow to check.
type Statement<Row> = SelectQueryBuilder<any, any, Row>

type Row = {
  id: string
  kind: DisclosureKind
  title: string | null
  authority: string | null
  state: DisclosureState
  athleteId: string
  athleteName: string
  school: string | null
  dealId: string | null
  dealTitle: string | null
  agreementId: string | null
  missing: MissingInput[]
  dueBefore: DueBefore | null
  revisesId: string | null
  countsFrom: string | null
  countsAt: Date | null
  dueOn: string
  dueAt: Date
  outcomeOn: string | null
  preparerId: string | null
  preparerName: string | null
  version: number
}

/** Visible disclosures `x`. */
export function selectDisclosures(
  viewer: Viewer,
  source: Source<'disclosures'> = sql.raw('disclosures'),
): Statement<Row> {
  return query
    .selectFrom(source.as('x'))
    .leftJoin(athleteFacts.as('a'), (join) =>
      join.onRef('a.organization_id', '=', 'x.organization_id').onRef('a.id', '=', 'x.athlete_id'),
    )
    .leftJoin(publicDeals.as('d'), (join) =>
      join.onRef('d.organization_id', '=', 'x.organization_id').onRef('d.id', '=', 'x.deal_id'),
    )
    .leftJoin(publicUsers.as('u'), 'u.id', 'x.preparer_id')
    .select(['x.id', 'x.kind', 'x.title', 'x.authority', 'x.state', 'x.missing', 'x.version'])
    .select(['x.athlete_id as athleteId', 'a.name as athleteName', 'a.school'])
    .select(['x.deal_id as dealId', 'd.title as dealTitle'])
    .select(['x.agreement_id as agreementId', 'x.revises_id as revisesId'])
    .select(['x.counts_from as countsFrom', 'x.counts_at as countsAt', 'x.due_on as dueOn', 'x.due_at as dueAt'])
    .select('x.due_before as dueBefore')
    .select('x.outcome_on as outcomeOn')
    .select(['x.preparer_id as preparerId', 'u.name as preparerName'])
    .where('x.organization_id', '=', viewer.member.organization)
    .where(isDisclosureVisible(viewer)) as unknown as Statement<Row>
}

export function toRow(
  row: Row,
  attestation: Attestation | null,
  completeness: DisclosureRow['completeness'],
): DisclosureRow {
  const { athleteId, athleteName, dealId, dealTitle, revisesId, preparerId, preparerName, countsAt, dueAt } = row
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    authority: row.authority,
    state: row.state,
    athlete: { id: athleteId, name: athleteName },
    school: row.school,
    deal: dealId && dealTitle ? { id: dealId, title: dealTitle } : null,
    agreementId: row.agreementId,
    missing: isUnfiled(row.state) ? row.missing : [],
    dueBefore: row.dueBefore,
    isRevision: revisesId !== null,
    countsFrom: row.countsFrom,
    countsAt: countsAt?.toISOString() ?? null,
    dueOn: row.dueOn,
    dueAt: dueAt.toISOString(),
    outcomeOn: row.outcomeOn,
    preparer: preparerId && preparerName ? { id: preparerId, name: preparerName } : null,
    attestation: attestation && {
      askedOn: attestation.askedOn,
      openedAt: attestation.openedAt,
      answeredAt: attestation.answeredAt,
      presumed: attestation.presumed,
    },
    completeness,
    version: row.version,
  }
}

/** The newest request to each payor, by disclosure. */
export async function loadAttestations(client: Queryable, organization: string, ids: readonly string[], now: Date) {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('attestation_requests as r')
      .distinctOn('r.disclosure_id')
      .select(['r.disclosure_id', 'r.name', 'r.email', 'r.asked_on', 'r.mailed_days', 'r.mail', 'r.opened_at'])
      .select(['r.set_aside_at', 'r.set_aside_reason'])
      .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'r.set_aside_by').on('u.deleted_at', 'is', null))
      .select('u.name as setAsideBy')
      .select(['r.answered_at', 'r.answer', 'r.closed_at', linkEnd.as('linkEndsAt')])
      .where('r.organization_id', '=', organization)
      .where(sql<boolean>`r.disclosure_id = any(${ids}::uuid[])`)
      // One that was withdrawn says nothing.
      .where((eb) => eb.or([eb('r.closed_at', 'is', null), eb('r.answered_at', 'is not', null)]))
      .orderBy('r.disclosure_id')
      .orderBy('r.id', 'desc'),
  )
  if (rows.length === 0) return new Map<string, Attestation>()
  const today = await todayIn(client, organization, now)
  return new Map(
    rows.map((row) => [
      row.disclosure_id,
      {
        name: row.name,
        email: row.email,
        askedOn: row.asked_on,
        mailedDays: row.mailed_days,
        mail: row.mail as Attestation['mail'],
        openedAt: row.opened_at?.toISOString() ?? null,
        answeredAt: row.answered_at?.toISOString() ?? null,
        answer: row.answer as Attestation['answer'],
        setAside: row.set_aside_at && {
          at: row.set_aside_at.toISOString(),
          by: row.setAsideBy,
          reason: row.set_aside_reason ?? '',
        },
        presumed: row.answered_at === null && attestationDue(row.asked_on).day < today,
        linkEndsAt: row.linkEndsAt.toISOString(),
        linkEnded: row.answered_at === null && row.linkEndsAt <= now,
      } satisfies Attestation,
    ]),
  )
}

export async function loadForm(client: Queryable, organization: string, kind: FormKind): Promise<DisclosureForm> {
  const row = await rowOf(
    client,
    query
      .selectFrom('disclosure_forms')
      .select(['fields', 'version'])
      .where('organization_id', '=', organization)
      .where('kind', '=', kind),
  )
  return row ? { fields: row.fields as DisclosureForm['fields'], version: row.version } : { fields: [], version: 0 }
}

type Subject = {
  kind: DisclosureKind
  athlete_id: string
  deal_id: string | null
  agreement_id: string | null
  answers: unknown
  fields: unknown
}

/** Packets as they would be filed now, with their sources, in the order of `subjects`. */
async function preparePackets(
  client: Queryable,
  { loadComplianceFacts }: Pick<PacketParts, 'loadComplianceFacts'>,
  organization: string,
  subjects: readonly Subject[],
) {
  const idsOf = (column: 'athlete_id' | 'deal_id' | 'agreement_id') => subjects.flatMap((one) => one[column] ?? [])
  const deals = await loadReportableDeals(client, organization, idsOf('deal_id'))
  const proposed = subjects.some(({ kind }) => kind === 'school-before-signing')
    ? await loadReportableDeals(client, organization, idsOf('deal_id'), { proposed: true })
    : deals
  const agreements = await loadReportableAgreements(client, organization, idsOf('agreement_id'))
  const athletes = await loadReportableAthletes(client, organization, idsOf('athlete_id'))
  const companyOf = ({ deal_id }: Subject) => (deal_id && deals.get(deal_id)?.companyId) ?? null
  const abouts = subjects.map((one) => ({ athlete: one.athlete_id, company: companyOf(one) }))
  const allFacts = await loadComplianceFacts(client, organization, abouts, loadDeclared)
  const { name: organizationName } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('o.name').where('o.id', '=', organization),
  )
  const forms = new Map<DisclosureKind, DisclosureForm>()
  for (const kind of new Set(subjects.map((one) => one.kind))) {
    if (isFormKind(kind)) forms.set(kind, await loadForm(client, organization, kind))
  }
  return subjects.map(({ kind, athlete_id, deal_id, agreement_id, answers, fields }, index) => {
    const deal = deal_id ? (kind === 'school-before-signing' ? proposed : deals).get(deal_id) : undefined
    const athlete = athletes.get(athlete_id)
    const facts = allFacts[index]
    if (!athlete || !facts) throw new Error('The athlete of a disclosure does not exist')
    const source = {
      kind,
      athlete,
      organizationName,
      deal,
      agreement: agreement_id ? agreements.get(agreement_id) : undefined,
      facts: { ...facts, school: facts.school ?? athlete.school },
      answers: (answers ?? {}) as Record<string, string>,
      fields: (fields ?? []) as Disclosure['fields'],
      form: forms.get(kind)?.fields ?? [],
    }
    return { packet: buildPacket(source), deal, facts }
  })
}

export async function preparePacket(client: Queryable, parts: PacketParts, organization: string, subject: Subject) {
  const [prepared] = await preparePackets(client, parts, organization, [subject])
  if (!prepared) throw new Error('No packet')
  return prepared
}

const completenessOf = ({ fields }: Pick<Packet, 'fields'>) => ({
  filled: fields.filter(({ value }) => value !== null).length,
  fields: fields.length,
})

/** How complete the packets of drafts are, by disclosure. */
export async function loadCompleteness(
  client: Queryable,
  parts: Pick<PacketParts, 'loadComplianceFacts'>,
  organization: string,
  drafts: readonly string[],
) {
  if (drafts.length === 0) return new Map<string, DisclosureRow['completeness']>()
  const stored = await rowsOf(
    client,
    query
      .selectFrom('disclosures')
      .select(['id', 'kind', 'athlete_id', 'deal_id', 'agreement_id', 'answers', 'fields'])
      .where('organization_id', '=', organization)
      .where(sql<boolean>`id = any(${drafts}::uuid[])`)
      .$narrowType<{ kind: DisclosureKind }>(),
  )
  const prepared = await preparePackets(client, parts, organization, stored)
  return new Map(stored.map(({ id }, index) => [id, completenessOf(prepared[index]?.packet ?? { fields: [] })]))
}

/** Hides personal data and amounts that need permission. */
function redactPacket(viewer: Viewer, packet: Packet): Packet {
  const isHidden = ({ key, kind }: Packet['fields'][number]) =>
    (sensitiveFields.has(key) && !seesSensitive(viewer)) || (kind === 'amount' && !seesAmounts(viewer))
  const fields = packet.fields.map((field) => {
    if (!isHidden(field)) return field
    const { recorded: _, ...shown } = field
    return { ...shown, value: null, hidden: true as const }
  })
  return { ...packet, fields }
}

const redactFields = (viewer: Viewer, fields: Disclosure['fields']) =>
  fields.map((field) => (field.kind === 'amount' && !seesAmounts(viewer) ? { ...field, value: null } : field))

export async function loadDisclosure(
  client: Queryable,
  parts: PacketParts,
  viewer: Viewer,
  id: string,
): Promise<Disclosure> {
  const { organization } = viewer.member
  const row = await rowOf(client, selectDisclosures(viewer).where('x.id', '=', id))
  if (!row) throw new Refusal('not-found')
  const stored = await oneRowOf(
    client,
    query
      .selectFrom('disclosures as x')
      .innerJoin(publicOrganizations.as('o'), 'o.id', 'x.organization_id')
      .leftJoin(publicUsers.as('s'), (join) => join.onRef('s.id', '=', 'x.submitter_id').on('s.deleted_at', 'is', null))
      .selectAll('x')
      .select(['o.time_zone', 's.name as submitterName'])
      .select(
        sql<string | null>`(select r.id from disclosures r where r.organization_id = x.organization_id
          and r.revises_id = x.id order by r.id desc limit 1)`.as('revisedById'),
      )
      .where('x.organization_id', '=', organization)
      .where('x.id', '=', id)
      .$narrowType<{ kind: DisclosureKind; state: DisclosureState; packet: Packet | null }>(),
  )
  const attestation = (await loadAttestations(client, organization, [id], parts.clock())).get(id) ?? null
  const { packet: current, deal, facts } = await preparePacket(client, parts, organization, stored)
  const packet = stored.packet ?? current
  const payor = deal?.terms.payor ?? null
  const mayEdit = viewer.member.role !== 'athlete' && viewer.member.permissions.includes('disclosures.edit')
  return {
    ...toRow(row, null, stored.packet ? null : completenessOf(packet)),
    earlier: stored.earlier as Disclosure['earlier'],
    timeZone: stored.time_zone,
    companyId: deal?.companyId ?? null,
    fields: redactFields(viewer, (stored.fields ?? []) as Disclosure['fields']),
    packet: {
      ...redactPacket(viewer, packet),
      checks: stored.packet ? [] : checkPacket(current, { deal, attestation, isAttested: stored.attested_on !== null }),
      filled: completenessOf(packet).filled,
      hash: stored.packet_hash,
    },
    files: await loadFiles(client, organization, id),
    confirmation: stored.confirmation,
    submitter:
      stored.submitter_id && stored.submitterName ? { id: stored.submitter_id, name: stored.submitterName } : null,
    submittedAt: stored.submitted_at?.toISOString() ?? null,
    attestedOn: stored.attested_on,
    comment: stored.comment,
    notice:
      stored.notice_to && stored.notice_mail
        ? {
            to: stored.notice_to,
            mail: stored.notice_mail as 'queued' | 'sent' | 'failed',
            at: stored.notice_at?.toISOString() ?? null,
          }
        : null,
    athleticDirectorEmail: facts.athleticDirectorEmail,
    payor: payor && { name: payor.name, email: payor.email },
    attestation,
    revisesId: stored.revises_id,
    revisedById: stored.revisedById,
    moves: mayEdit ? possibleMoves(stored) : [],
  }
}

async function loadFiles(client: Queryable, organization: string, disclosure: string): Promise<Disclosure['files']> {
  const rows = await rowsOf(
    client,
    query
      .selectFrom('disclosure_files')
      .select(['id', 'name', 'type', 'size', 'added_at'])
      .where('organization_id', '=', organization)
      .where('disclosure_id', '=', disclosure)
      .orderBy('added_at')
      .$narrowType<{ type: FileType }>(),
  )
  return rows.map(({ added_at, ...file }) => ({ ...file, addedAt: added_at.toISOString() }))
}
