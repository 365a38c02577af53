import { randomUUID } from 'node:crypto'
import { reportDue } from '@sherpa/contracts/compliance/deadlines'
import { addDays, dayIn } from '@sherpa/contracts/days'
import type { DisclosureMove } from '@sherpa/contracts/disclosure-state'
import type { Queryable } from '../../persistence/database.ts'
import { query, rowsOf } from '../../persistence/queries.ts'
import { publicDeals } from '../deals/deals.ts'
import { findMember, loadTimeZone } from '../organizations/organizations.ts'
import { createPayorRequests } from './attestations.ts'
import { createDisclosureMoves } from './change-disclosures.ts'
import { lockDisclosure, type Viewer } from './disclosure-access.ts'
import { updateDisclosure } from './disclosure-events.ts'
import { type LoadComplianceFacts, preparePacket } from './disclosure-record.ts'
import { clockOf, createDisclosureOpening, insertDisclosure } from './open-disclosures.ts'

type Sample = {
  /** Days from today on which the deal was agreed. */
  agreed: number
  /** Each with its days from today. */
  moves: [DisclosureMove, number][]
  /** Days from today on which the payor was asked. */
  asked?: number
}

/** A report in every state. The first payor is silent. The last two stay open: the revision is a late draft. */
const samples: Sample[] = [
  { agreed: -8, moves: filed(-6), asked: -6 },
  { agreed: -14, moves: [...filed(-10), ['attest', -8]], asked: -10 },
  { agreed: -60, moves: [...filed(-56), ['attest', -55], ['clear', -53]] },
  { agreed: -20, moves: [...filed(-15), ['attest', -14], ['flag', -11]] },
  { agreed: -25, moves: [...filed(-20), ['attest', -18], ['refuse', -15]] },
  { agreed: -50, moves: [...filed(-45), ['attest', -44], ['flag', -40], ['arbitrate', -30]] },
  { agreed: -40, moves: [['withdraw', -36]] },
  { agreed: -90, moves: [...filed(-85), ['clear', -80], ['revise', -9]] },
  { agreed: -4, moves: [['prepare', -1]], asked: -1 },
]

function filed(day: number): [DisclosureMove, number][] {
  return [
    ['prepare', day],
    ['submit', day],
  ]
}

/** Answers of an officer, where the record has none. */
const answers: Record<string, string> = {
  association: 'Not associated with the school',
  handles: '@sample',
  ncaaId: '2304518877',
  payorContact: 'Sofia Brandt, Marketing, sofia.brandt@sample.sherpa.example',
  school: 'Harlan Tech',
  schoolEmail: 'athlete@sample.sherpa.example',
  sport: 'Football',
}
const stateReport = {
  title: 'State NIL report',
  authority: 'State athletic commission',
  fields: [
    { label: 'Registration number', value: 'GA-2026-114' },
    { label: 'Total of the quarter', value: null },
  ],
}

/** Made by the moves of people, so that every report has its packet, proof and events. */
export function createSampleDisclosures(loadComplianceFacts: LoadComplianceFacts) {
  return async (client: Queryable, organization: string, { colleagues }: { colleagues: string[] }, today: Date) => {
    let now = today
    const parts = { clock: () => now, loadComplianceFacts }
    const { moveLocked } = createDisclosureMoves({ ...parts, opening: createDisclosureOpening(parts) })
    // Mail does not leave samples, so nobody has the links.
    const { askLocked } = createPayorRequests({ ...parts, secret: randomUUID() })
    const zone = await loadTimeZone(client, organization)
    const goTo = (days: number) => {
      now = new Date(today.getTime() + days * 86_400_000)
    }
    const viewers: Viewer[] = []
    for (const id of colleagues.slice(0, 2)) {
      const member = await findMember(client, organization, id)
      if (member) viewers.push({ person: { id }, member })
    }
    const deals = await rowsOf(
      client,
      query
        .selectFrom(publicDeals.as('d'))
        .select(['d.id', 'd.athlete_id as athlete'])
        .where('d.organization_id', '=', organization)
        .where('d.removed_at', 'is', null)
        .where('d.kind', '<>', 'contract')
        .where('d.version_in_force', 'is not', null)
        .orderBy('d.id'),
    )

    async function answerMissing(viewer: Viewer, id: string) {
      const before = await lockDisclosure(client, viewer, id)
      const { packet } = await preparePacket(client, parts, organization, before)
      const missing = packet.fields.filter(({ value }) => value === null).map(({ key }) => key)
      const given = Object.fromEntries(missing.map((key) => [key, answers[key] ?? 'See the contract']))
      await updateDisclosure(client, organization, id, { answers: JSON.stringify(given) })
    }

    for (const [index, { agreed, moves, asked }] of samples.entries()) {
      const [deal, viewer] = [deals[index % deals.length], viewers[index % viewers.length]]
      if (!deal || !viewer) continue
      goTo(agreed)
      const from = dayIn(now.toISOString(), zone)
      const time = clockOf(reportDue(from), zone, { day: from })
      const about = { kind: 'nil-go' as const, athlete: deal.athlete, deal: deal.id, agreement: null }
      const opened = { ...about, clock: time, preparer: viewer.person.id }
      const id = await insertDisclosure(client, viewer, opened, now)
      if (!id) continue
      await answerMissing(viewer, id)
      for (const [move, day] of moves) {
        if (asked !== undefined && move === 'attest') await ask(viewer, id, asked)
        goTo(day)
        const confirmation = move === 'submit' ? { confirmation: `NG-26-${118200 + index}` } : {}
        await moveLocked(client, viewer, await lockDisclosure(client, viewer, id), { move, ...confirmation })
      }
      if (asked !== undefined && !moves.some(([move]) => move === 'attest')) await ask(viewer, id, asked)
    }
    const [deal] = deals
    const [viewer] = viewers
    if (!deal || !viewer) return
    now = today
    const dueOn = addDays(dayIn(now.toISOString(), zone), 10)
    const report = { kind: 'other' as const, athlete: deal.athlete, deal: deal.id, agreement: null, ...stateReport }
    const other = { ...report, clock: clockOf({ day: dueOn }, zone), preparer: viewer.person.id }
    await insertDisclosure(client, viewer, other, now)

    async function ask(by: Viewer, id: string, day: number) {
      goTo(day)
      const payor = { name: 'Sofia Brandt', email: 'sofia.brandt@sample.sherpa.example' }
      await askLocked(client, by, await lockDisclosure(client, by, id), payor)
    }
  }
}
