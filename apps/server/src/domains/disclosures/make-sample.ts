import { reportDue } from '@sherpa/contracts/compliance/deadlines'
import { addDays, dayIn } from '@sherpa/contracts/days'
import { type DisclosureState, isUnfiled } from '@sherpa/contracts/disclosure-state'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import { publicDeals } from '../deals/deals.ts'
import { loadTimeZone } from '../organizations/organizations.ts'
import { hashOfPacket } from './build-packet.ts'
import { type PacketParts, preparePacket } from './disclosure-record.ts'
import { clockOf } from './open-disclosures.ts'

/** One in every state, the first two late and due soon. Days from today on which the deal was agreed. */
const samples: { state: DisclosureState; agreed: number }[] = [
  { state: 'draft', agreed: -9 },
  { state: 'ready', agreed: -4 },
  { state: 'submitted', agreed: -8 },
  { state: 'attested', agreed: -14 },
  { state: 'cleared', agreed: -60 },
  { state: 'flagged', agreed: -20 },
  { state: 'not-cleared', agreed: -25 },
  { state: 'in-arbitration', agreed: -50 },
  { state: 'revised', agreed: -90 },
  { state: 'withdrawn', agreed: -40 },
]

const unknown: PacketParts['loadComplianceFacts'] = async () => ({
  school: null,
  athleticDirectorEmail: null,
  ncaaId: null,
  association: null,
})

/** Answers of an officer. */
const answers = { ncaaId: '2304518877', association: 'No', handles: '@sample', schoolEmail: 'athlete@school.example' }

export async function makeSampleDisclosures(
  client: Queryable,
  organization: string,
  { colleagues }: { colleagues: string[] },
  now: Date,
) {
  const zone = await loadTimeZone(client, organization)
  const deals = await rowsOf(
    client,
    query
      .selectFrom(publicDeals.as('d'))
      .select(['d.id', 'd.title', 'd.athlete_id'])
      .where('d.organization_id', '=', organization)
      .where('d.removed_at', 'is', null)
      .where('d.kind', '<>', 'contract')
      .where('d.version_in_force', 'is not', null)
      .orderBy('d.id'),
  )
  if (deals.length < 2) return
  const today = dayIn(now.toISOString(), zone)
  for (const [index, { state, agreed }] of samples.entries()) {
    const deal = deals[index % deals.length]
    if (!deal) continue
    const from = addDays(today, agreed)
    const { dueOn, dueAt } = clockOf(reportDue(from), zone)
    const subject = {
      kind: 'nil-go' as const,
      athlete_id: deal.athlete_id,
      deal_id: deal.id,
      agreement_id: null,
      answers: state === 'draft' ? {} : answers,
      fields: [],
    }
    const parts: PacketParts = { clock: () => now, loadComplianceFacts: unknown }
    const { packet } = await preparePacket(client, parts, organization, subject)
    const filedOn = new Date(Date.parse(dueAt) - 86_400_000)
    const isFiled = !isUnfiled(state)
    const hasOutcome = ['cleared', 'flagged', 'not-cleared', 'in-arbitration'].includes(state)
    await run(
      client,
      query.insertInto('disclosures').values({
        ...subject,
        answers: JSON.stringify(subject.answers),
        fields: '[]',
        organization_id: organization,
        id: newId(),
        name: deal.title,
        state,
        counts_from: from,
        due_on: dueOn,
        due_at: new Date(dueAt),
        preparer_id: colleagues[index % 2] ?? colleagues[0] ?? null,
        created_by: colleagues[0] ?? null,
        ...(isFiled && {
          submitter_id: colleagues[0] ?? null,
          submitted_at: filedOn,
          confirmation: `NG-26-${118200 + index}`,
          packet: JSON.stringify(packet),
          packet_hash: hashOfPacket(packet),
          deal_number: packet.dealNumber,
          attested_on: state === 'submitted' ? null : dueOn,
        }),
        ...(hasOutcome && { outcome_on: addDays(dueOn, 3) > today ? today : addDays(dueOn, 3) }),
      }),
    )
  }
}
