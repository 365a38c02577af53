import { randomUUID } from 'node:crypto'
import { reportDue } from '@sherpa/contracts/compliance/deadlines'
import { addDays, dayIn, daysBetween } from '@sherpa/contracts/days'
import type { DisclosureMove } from '@sherpa/contracts/disclosure-state'
import { ownValue } from '@sherpa/contracts/own-value'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { loadReportableDeals, publicDeals, type ReportableDeal } from '../deals/deals.ts'
import { findMember, loadTimeZone } from '../organizations/organizations.ts'
import { createPayorRequests } from './attestations.ts'
import { createDisclosureMoves } from './change-disclosures.ts'
import { lockDisclosure, type Viewer } from './disclosure-access.ts'
import { updateDisclosure } from './disclosure-events.ts'
import { type LoadComplianceFacts, preparePacket } from './disclosure-record.ts'
import { clockOf, createDisclosureOpening, insertDisclosure } from './open-disclosures.ts'

type Sample = {
  /** Days from today on which a deal of the sample was signed. */
  agreed: number
  /** Each with its days from today. */
  moves: [DisclosureMove, number, comment?: string][]
  /** Days from today on which the payor was asked. */
  asked?: number
}

/** A report in every state. The first payor is silent. The last two stay open: a ready one, and a late revision. */
const samples: Sample[] = [
  { agreed: -23, moves: filed(-20), asked: -20 },
  { agreed: -14, moves: [...filed(-10), ['attest', -8]], asked: -10 },
  { agreed: -403, moves: [...filed(-399), ['attest', -398], ['clear', -396]] },
  {
    agreed: -43,
    moves: [...filed(-39), ['attest', -38], ['flag', -6, 'Send the contract with the campaign’s schedule.']],
  },
  {
    agreed: -25,
    moves: [...filed(-15), ['attest', -12], ['refuse', -5, 'The business purpose names no product.']],
  },
  { agreed: -203, moves: [...filed(-199), ['attest', -198], ['flag', -190], ['arbitrate', -150]] },
  { agreed: -40, moves: [['withdraw', -36]] },
  { agreed: -7, moves: [['prepare', -1]], asked: -1 },
  { agreed: -108, moves: [...filed(-104), ['clear', -99], ['revise', -9]] },
]

function filed(day: number): [DisclosureMove, number][] {
  return [
    ['prepare', day],
    ['submit', day],
  ]
}

/** Answers of an officer, where the record has none. */
function answerFor(key: string, athlete: string, index: number) {
  const name = athlete.toLowerCase().replaceAll(' ', '.')
  const answers: Record<string, string> = {
    association: 'Not associated with the school',
    handles: `@${name}`,
    ncaaId: String(2_304_518_800 + index),
    payorContact: 'Sofia Brandt, Marketing, sofia.brandt@sample.sherpa.example',
    schoolEmail: `${name}@sample.sherpa.example`,
  }
  return ownValue(answers, key) ?? 'See the contract'
}
const stateReport = {
  title: 'State NIL report',
  authority: 'State athletic commission',
  fields: [
    { label: 'Registration number', value: 'GA-2026-114' },
    { label: 'Total of the quarter', value: null, kind: 'amount' as const },
  ],
}

/** Made by the moves of people, so that every report has its packet, proof and events. */
export function createSampleDisclosures(loadComplianceFacts: LoadComplianceFacts) {
  return async (client: Queryable, organization: string, { colleagues }: { colleagues: string[] }, today: Date) => {
    let now = today
    const parts = { clock: () => now, loadComplianceFacts }
    const { moveLocked } = createDisclosureMoves({ ...parts, opening: createDisclosureOpening(parts) })
    // Mail does not leave samples, so nobody has the links.
    const { askLocked } = createPayorRequests({ ...parts, secrets: [randomUUID()] })
    const zone = await loadTimeZone(client, organization)
    const goTo = (days: number) => {
      now = new Date(today.getTime() + days * 86_400_000)
    }
    const viewers: Viewer[] = []
    for (const id of colleagues.slice(0, 2)) {
      const member = await findMember(client, organization, id)
      if (member) viewers.push({ person: { id }, member })
    }
    const found = await rowsOf(
      client,
      query
        .selectFrom(publicDeals.as('d'))
        .innerJoin(athleteFacts.as('a'), (join) =>
          join.onRef('a.organization_id', '=', 'd.organization_id').onRef('a.id', '=', 'd.athlete_id'),
        )
        .select('d.id')
        .where('d.organization_id', '=', organization)
        .where('d.removed_at', 'is', null)
        .where('d.kind', '<>', 'contract')
        .where('d.version_in_force', 'is not', null)
        // The clearinghouse is for college athletes.
        .where('a.level', '=', 'college')
        .orderBy('d.id'),
    )
    const ids = found.map(({ id }) => id)
    const deals = [...(await loadReportableDeals(client, organization, ids)).values()]
    const ofToday = dayIn(today.toISOString(), zone)
    // Time zones move the day of a signature.
    const distance = (deal: ReportableDeal, day: string) => Math.abs(daysBetween(deal.agreedOn ?? '', day))
    const findSigned = (day: string) =>
      deals
        .filter((deal) => deal.agreedOn && distance(deal, day) <= 1)
        .toSorted((one, other) => distance(one, day) - distance(other, day))
        .at(0)

    async function answerMissing(viewer: Viewer, id: string, index: number) {
      const before = await lockDisclosure(client, viewer, id)
      const { packet } = await preparePacket(client, parts, organization, before)
      const missing = packet.fields.filter(({ value }) => value === null).map(({ key }) => key)
      const given = Object.fromEntries(missing.map((key) => [key, answerFor(key, packet.athlete, index)]))
      await updateDisclosure(client, organization, id, { answers: JSON.stringify(given) })
    }

    for (const [index, { agreed, moves, asked }] of samples.entries()) {
      const [deal, viewer] = [findSigned(addDays(ofToday, agreed)), viewers[index % viewers.length]]
      if (!deal?.agreedOn || !viewer) continue
      goTo(agreed)
      const time = clockOf(reportDue(deal.agreedOn), zone, { day: deal.agreedOn })
      const about = { kind: 'nil-go' as const, athlete: deal.athleteId, deal: deal.id, agreement: null }
      const opened = { ...about, clock: time, preparer: viewer.person.id }
      const id = await insertDisclosure(client, viewer, opened, now)
      if (!id) continue
      await answerMissing(viewer, id, index)
      for (const [move, day, comment] of moves) {
        if (asked !== undefined && move === 'attest') await ask(viewer, id, asked)
        goTo(day)
        const given = {
          ...(move === 'submit' && { confirmation: `NG-26-${118200 + index}` }),
          ...(comment && { comment }),
        }
        await moveLocked(client, viewer, await lockDisclosure(client, viewer, id), { move, ...given })
      }
      if (asked !== undefined && !moves.some(([move]) => move === 'attest')) await ask(viewer, id, asked)
    }
    const [deal] = deals
    const [viewer] = viewers
    if (!deal || !viewer) return
    now = today
    const dueOn = addDays(ofToday, 10)
    const report = { kind: 'other' as const, athlete: deal.athleteId, deal: deal.id, agreement: null, ...stateReport }
    const other = { ...report, clock: clockOf({ day: dueOn }, zone), preparer: viewer.person.id }
    await insertDisclosure(client, viewer, other, now)

    async function ask(by: Viewer, id: string, day: number) {
      goTo(day)
      const payor = { name: 'Sofia Brandt', email: 'sofia.brandt@sample.sherpa.example' }
      await askLocked(client, by, await lockDisclosure(client, by, id), payor)
    }
  }
}
