import type { Deal, DealTimelineEntry } from '@sherpa/contracts/deal'
import type { DealDocument } from '@sherpa/contracts/deal-work'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { beforeEach, describe, expect, test } from 'vitest'
import { enteredDeals, paymentOn } from '../../../test/entered-deals.ts'
import { runJob } from '../../../test/jobs.ts'
import type { Someone } from '../../../test/people.ts'
import { png } from '../../../test/sample-files.ts'

let now = new Date('2026-11-16T15:00:00Z')
const { world, place, at, draft, submit, enter, proof } = enteredDeals(() => now)
const first = paymentOn('2024-06-15', 950_000)
const second = paymentOn('2024-12-15', 950_000)
const later = paymentOn('2027-06-15', 950_000)
const payments = [first, second, later]
const received = [first, second].map(({ id, amountMinor }) => ({ ruleId: id, number: 1, amountMinor }))
const payor = { name: 'Sofia Brandt', title: 'VP', email: 'sofia@halden.example' }
const terms = { endsOn: '2028-03-31', payments, payor, fee: { rateMillionths: 180_000 } }
const joinOn = (day: string) =>
  world.database.query('update organizations set created_at = $2 where id = $1', [
    place.organization,
    `${day}T12:00:00Z`,
  ])

beforeEach(async () => {
  now = new Date('2026-11-16T15:00:00Z')
  await joinOn('2026-06-01')
  await world.database.query('delete from outgoing_mail')
  await world.database.query('update athletes set birth_date = $2 where id = $1', [place.athlete, '1999-03-03'])
})

const load = async (deal: Deal): Promise<Deal> => (await place.owner.ask('GET', at(`deals/${deal.id}`))).json()
const timeline = async (deal: Deal): Promise<string[]> =>
  (await place.owner.ask('GET', at(`deals/${deal.id}/timeline`))).json().rows.map(({ kind }: DealTimelineEntry) => kind)
async function recipients() {
  const { rows } = await world.database.query('select distinct recipient, kind from outgoing_mail order by 1, 2')
  return rows.map(({ recipient, kind }) => [recipient, kind])
}

describe('a deal that was signed before the organization joined', () => {
  test('is in force at once, with its signing day, document and parties', async () => {
    const answer = await enter({ terms, received })
    expect(answer.statusCode, answer.body).toBe(200)
    const deal: Deal = answer.json()
    expect(deal).toMatchObject({ stage: 'active', versionInForce: 1, approvals: [] })
    expect(deal.versions[0]).toMatchObject({ stage: 'signed', entered: { signedOn: '2024-03-18', received } })
    expect(
      deal.signatures.map(({ side, method, name, signedAt }) => [side, method, name, signedAt.slice(0, 10)]),
    ).toEqual([
      ['athlete', 'entered', 'Jonah Okoye', '2024-03-18'],
      ['company', 'entered', 'Sofia Brandt', '2024-03-18'],
    ])
    const { documents } = (await place.owner.ask('GET', at(`deals/${deal.id}/documents`))).json()
    expect(documents.map(({ kind, number, name }: DealDocument) => [kind, number, name])).toEqual([
      ['paper', 1, 'Signed.pdf'],
    ])
    const removal = await place.owner.ask('DELETE', at(`deals/${deal.id}/documents/${documents[0].id}`))
    expect(removal.statusCode).toBe(403)
    expect(await timeline(deal)).toContain('entered')
    expect(await timeline(deal)).not.toContain('all-signed')
  })

  test('is completed if its term is over, and counts from its signing day', async () => {
    const onSigning = {
      ...paymentOn('2024-01-01', 1000),
      schedule: { kind: 'signing', offset: { amount: 30, unit: 'days' } },
    } as const
    const deal: Deal = (await enter({ terms: { endsOn: '2025-03-31', payments: [onSigning] } })).json()
    expect(deal.stage).toBe('completed')
    const { rows } = await world.database.query('select due_on::text from payments where deal_id = $1', [deal.id])
    expect(rows).toEqual([{ due_on: '2024-04-17' }])
  })

  test('is signed until its term starts', async () => {
    const deal: Deal = (await enter({ terms: { startsOn: '2027-01-01', payments: [later] } })).json()
    expect(deal.stage).toBe('signed')
  })

  test('sends no mail to athlete, guardian or company: not then, and not from any job later', async () => {
    const player = await world.people.registerMember(place.organization, 'Jonah Okoye', 'athlete')
    await world.database.query('update athletes set user_id = $2 where id = $1', [place.athlete, player.id])
    const late = paymentOn('2026-11-10', 1000)
    const deliverables = [
      { id: crypto.randomUUID(), title: 'Post', platform: null, count: 1, dueOn: '2026-11-13', disclosureTag: null },
    ]
    const deal: Deal = (
      await enter({ terms: { ...terms, payments: [...payments, late], deliverables }, received })
    ).json()
    expect(await recipients()).toEqual([[place.owner.email, 'owner-notice']])
    for (let day = 0; day < 40; day++) {
      now = new Date(Date.parse('2026-11-16T15:00:00Z') + day * 86_400_000)
      await runJob(world.app, world.database, 'remind-of-deal-dates')
    }
    const outside = (await recipients()).filter(([recipient]) => recipient !== place.owner.email)
    expect(outside).toEqual([])
    expect((await recipients()).map(([, kind]) => kind)).not.toContain('deal-signed')
    expect((await load(deal)).stage).toBe('active')
    const { documents } = (await place.owner.ask('GET', at(`deals/${deal.id}/documents`))).json()
    expect(documents.map(({ kind }: DealDocument) => kind)).toEqual(['paper'])
    await world.database.query('update athletes set user_id = null where id = $1', [place.athlete])
  }, 60_000)
})

describe('a deal that was signed later', () => {
  let approver: Someone
  beforeEach(async () => {
    await joinOn('2023-01-01')
    approver ??= await world.people.registerMember(place.organization, 'Casey Lind', 'compliance')
  })

  test('waits for one approver, who did not enter it, and then is in force', async () => {
    const chains = [
      {
        kind: null,
        fromMinor: 0,
        steps: [
          { name: 'Compliance', people: [], roles: ['compliance'], needs: 'all' },
          { name: 'Owner', people: [], roles: ['compliance', 'owner'], needs: 'all' },
        ],
      },
    ]
    await place.owner.ask('PUT', at('approval-chains'), { chains })
    const deal: Deal = (await enter({ terms, received })).json()
    await place.owner.ask('PUT', at('approval-chains'), { chains: [] })
    expect(deal.stage).toBe('in-review')
    expect(deal.approvals.map(({ stepName, person }) => [stepName, person?.name])).toEqual([
      ['Confirmation', 'Casey Lind'],
    ])
    expect(deal.versions[0]?.entered).toMatchObject({ signedOn: '2024-03-18', received })
    const pdf = deal.versions[0]?.entered?.documentId
    expect((await place.owner.ask('DELETE', at(`deals/${deal.id}/documents/${pdf}`))).statusCode).toBeGreaterThan(399)
    const own = { number: 1, decision: 'approved', comment: null }
    expect((await place.owner.ask('POST', at(`deals/${deal.id}/decisions`), own)).json().code).toBe('not-your-turn')
    const confirmed: Deal = (await approver.ask('POST', at(`deals/${deal.id}/decisions`), own)).json()
    expect(confirmed).toMatchObject({ stage: 'active', versionInForce: 1 })
    const { rows } = await world.database.query(
      'select amount_minor::integer as minor, booked_by from receipts where opening and id in (select receipt_id from receipt_allocations where deal_id = $1)',
      [deal.id],
    )
    expect(rows).toEqual([
      { minor: 950_000, booked_by: place.owner.id },
      { minor: 950_000, booked_by: place.owner.id },
    ])
    const inside = [place.owner.email, approver.email]
    expect((await recipients()).filter(([recipient]) => !inside.includes(recipient))).toEqual([])
  })

  test('books nothing if it is returned', async () => {
    const deal: Deal = (await enter({ terms, received })).json()
    const returned = { number: 1, decision: 'changes', comment: 'The PDF is another contract.' }
    await approver.ask('POST', at(`deals/${deal.id}/decisions`), returned)
    expect(await load(deal)).toMatchObject({ stage: 'draft', newestVersion: 2, signatures: [] })
    const { rows } = await world.database.query('select from receipt_allocations where deal_id = $1', [deal.id])
    expect(rows).toEqual([])
  })

  test('may be confirmed by the only approver, with a comment', async () => {
    await world.database.query('delete from memberships where user_id = $1', [approver.id])
    const deal: Deal = (await enter({ terms, received, approval: 'I have the signed original here.' })).json()
    expect(deal.stage).toBe('active')
    expect(deal.approvals).toMatchObject([{ mark: 'self-approved', comment: 'I have the signed original here.' }])
    await world.database.query(
      "insert into memberships (organization_id, user_id, role) values ($1, $2, 'compliance')",
      [place.organization, approver.id],
    )
    const other = await enter({ terms, received, approval: 'I have it.' })
    expect(other.json().code).toBe('another-may-approve')
  })
})

describe('entering is refused', () => {
  const errorOf = async (entry: Parameters<typeof enter>[0]) => {
    const { code, errors } = (await enter(entry)).json()
    return [code, errors?.[0]?.field]
  }

  test('without a proof of identity', async () => {
    const prepared = await draft(place.owner, { terms })
    expect((await submit(place.owner, prepared, { terms }, { code: '000000' })).statusCode).toBeGreaterThanOrEqual(400)
    expect((await load(prepared.deal)).stage).toBe('draft')
  })

  test('without money.edit', async () => {
    const coach = await world.people.registerMember(place.organization, 'Robin Day', 'compliance')
    const prepared = await draft(place.owner, { terms })
    expect((await submit(coach, prepared, { terms }, {})).statusCode).toBe(403)
  })

  test('for a signing day in the future or before 2000', async () => {
    expect(await errorOf({ terms, signedOn: '2026-11-17' })).toEqual(['invalid-fields', 'signedOn'])
    expect(await errorOf({ terms, signedOn: '1999-12-31' })).toEqual(['invalid-fields', 'signedOn'])
  })

  test('without a PDF of this deal', async () => {
    expect(await errorOf({ terms, bytes: png })).toEqual(['signed-pdf-needed', undefined])
    const [one, other] = [await draft(place.owner, { terms }), await draft(place.owner, { terms })]
    const foreign = await submit(place.owner, { ...one, documentId: other.documentId }, { terms }, await proof())
    expect(foreign.json().code).toBe('signed-pdf-needed')
  })

  test('for money of no payment, twice, or above its amount', async () => {
    const [paid] = received as [(typeof received)[number]]
    expect(await errorOf({ terms, received: [{ ...paid, number: 2 }] })).toEqual([
      'invalid-fields',
      'received.0.amountMinor',
    ])
    expect(await errorOf({ terms, received: [paid, paid] })).toEqual(['invalid-fields', 'received.1.amountMinor'])
    expect(await errorOf({ terms, received: [{ ...paid, amountMinor: 950_001 }] })).toEqual([
      'invalid-fields',
      'received.0.amountMinor',
    ])
  })

  test('without the guardian of an athlete who was under 18 at signing', async () => {
    await world.database.query('update athletes set birth_date = $2 where id = $1', [place.athlete, '2007-03-03'])
    expect(await errorOf({ terms })).toEqual(['invalid-fields', 'guardian'])
    const deal: Deal = (await enter({ terms, guardian: 'Mari Okoye' })).json()
    expect(deal.signatures.map(({ side, name }) => [side, name])).toContainEqual(['guardian', 'Mari Okoye'])
    expect(deal.guardianMissing).toBe(false)
  })

  test('for a deal that is not a draft', async () => {
    const deal: Deal = (await enter({ terms })).json()
    const documentId = deal.versions[0]?.entered?.documentId ?? ''
    const again = await submit(place.owner, { deal, documentId }, { terms }, await proof())
    expect(again.statusCode).toBeGreaterThanOrEqual(400)
  })
})

test('what the organization itself paid before is neither owed nor in its books', async () => {
  const own = crypto.randomUUID()
  await world.database.query(
    "insert into companies (organization_id, id, name, kind, is_self) values ($1, $2, 'Ridgeline', 'club', true)",
    [place.organization, own],
  )
  const deal: Deal = (await enter({ kind: 'contract', terms, received, companyId: own })).json()
  await runJob(world.app, world.database, 'post-pay-that-is-due')
  const { rows } = await world.database.query(
    'select received_minor::integer as paid, owed_minor::integer as owed from payments where deal_id = $1 order by due_on',
    [deal.id],
  )
  expect(rows).toEqual([
    { paid: 950_000, owed: 950_000 },
    { paid: 950_000, owed: 950_000 },
    { paid: 0, owed: 0 },
  ])
  const { rows: lines } = await world.database.query('select from entry_lines where deal_id = $1', [deal.id])
  expect(lines).toEqual([])
})

test('a report that was filed before is revised if it says other terms, like one of a signed deal', async () => {
  const entry = { kind: 'nil' as const, terms: { ...terms, businessPurpose: 'Posts about the new running shoe' } }
  const file = async (deal: Deal) => {
    const opened = await place.owner.ask('POST', at('disclosures'), {
      kind: 'nil-go',
      dealId: deal.id,
      countsFrom: '2026-11-13',
    })
    const { id, version, packet }: Disclosure = opened.json()
    const unknown = packet.fields.filter(({ value }) => value === null)
    const answers = Object.fromEntries(
      unknown.map(({ key }) => [key, key === 'schoolEmail' ? 'jonah@school.example' : 'Known']),
    )
    const changed = await place.owner.ask('PATCH', at(`disclosures/${id}`), { version, changes: { answers } })
    const moves = [{ move: 'prepare' }, { move: 'submit', confirmation: 'NG-26-1' }]
    let current: Disclosure = changed.json()
    for (const move of moves) {
      current = (
        await place.owner.ask('POST', at(`disclosures/${id}/moves`), { version: current.version, ...move })
      ).json()
    }
    expect(current.state).toBe('submitted')
    return id
  }
  const loadReport = async (id: string): Promise<Disclosure> =>
    (await place.owner.ask('GET', at(`disclosures/${id}`))).json()

  for (const { changes, state } of [
    { changes: undefined, state: 'submitted' },
    { changes: { terms: { endsOn: '2029-03-31' } }, state: 'revised' },
  ]) {
    const { deal, documentId } = await draft(place.owner, entry)
    const report = await file(deal)
    const current = await load(deal)
    const { version } = current
    const newest = changes
      ? (await place.owner.ask('PATCH', at(`deals/${deal.id}`), { version, changes })).json()
      : current
    const entered = await submit(place.owner, { deal: newest, documentId }, entry, await proof())
    expect(entered.statusCode, entered.body).toBe(200)
    const { state: after, revisedById } = await loadReport(report)
    expect(after).toBe(state)
    if (revisedById) expect(await loadReport(revisedById)).toMatchObject({ state: 'draft', countsFrom: '2024-03-18' })
  }
})

describe('an entered deal that breaks a rule', () => {
  let approver: Someone
  let bookmaker: string
  const entry = () => ({
    terms: { startsOn: '2026-07-15', endsOn: '2028-03-31', payments: [later], category: 'betting' as const },
    signedOn: '2026-07-01',
    companyId: bookmaker,
  })
  const overrides = async (deal: Deal) => {
    const { answers } = (await place.owner.ask('GET', at('compliance/answers'))).json()
    return answers.filter((one: { deal: { id: string } }) => one.deal.id === deal.id)
  }

  beforeEach(async () => {
    approver ??= await world.people.registerMember(place.organization, 'Lin Zhao', 'compliance')
    const company = { name: 'Oddsline', kind: 'brand', category: 'betting' }
    bookmaker ??= (await place.owner.ask('POST', at('companies'), company)).json().id
    await world.database.query("update athletes set level = 'college', birth_date = '2004-03-03' where id = $1", [
      place.athlete,
    ])
  })

  test('is in force without an answer, and listed as such', async () => {
    await joinOn('2026-08-01')
    const deal: Deal = (await enter(entry())).json()
    expect(deal.stage).toBe('active')
    await runJob(world.app, world.serving, 'judge-all')
    expect(await overrides(deal)).toMatchObject([
      {
        ...{ rule: 'barred-category', ruleVersion: 4, number: 1, unanswered: true, approvedBy: null },
        ...{ reason: 'Entered as already signed, not answered', by: { name: 'Olive Owner' } },
      },
    ])
  })

  test('is confirmed only with a reason', async () => {
    const deal: Deal = (await enter(entry())).json()
    const decide = { number: 1, decision: 'approved', comment: null }
    const ask = (path: string, body: object) => approver.ask('POST', at(`deals/${deal.id}/${path}`), body)
    expect((await ask('decisions', decide)).json().code).toBe('verdicts-unanswered')
    const answer = { number: 1, rule: 'barred-category', ruleVersion: 4, reason: 'The contract is a fact.' }
    expect((await ask('verdicts/answers', answer)).statusCode).toBe(200)
    expect((await ask('decisions', decide)).statusCode).toBe(200)
    expect(await overrides(deal)).toMatchObject([{ reason: 'The contract is a fact.', unanswered: false }])
  })

  test('waits in review if its only approver approves it at once, and says why', async () => {
    const approvers = await world.database.query<{ user_id: string }>(
      "delete from memberships where organization_id = $1 and role = 'compliance' returning user_id",
      [place.organization],
    )
    const prepared = await draft(place.owner, entry())
    const approval = 'I have the signed original here.'
    const refused = await submit(place.owner, prepared, { ...entry(), approval }, await proof())
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'verdicts-unanswered',
      errors: [{ field: 'barred-category' }],
      present: { stage: 'in-review', versions: [{ entered: { signedOn: '2026-07-01' } }] },
    })
    const { rows: events } = await world.database.query(
      "select e.details from audit_events e join audit_values v on v.event_id = e.id where e.event = 'deal-entered' and v.after = $1",
      [prepared.deal.id],
    )
    expect(events).toEqual([{ details: '2026-07-01' }])
    const ask = (path: string, body: object) => place.owner.ask('POST', at(`deals/${prepared.deal.id}/${path}`), body)
    const answer = { number: 1, rule: 'barred-category', ruleVersion: 4, reason: 'The contract is a fact.' }
    expect((await ask('verdicts/answers', answer)).statusCode).toBe(200)
    const decided = await ask('decisions', { number: 1, decision: 'approved', comment: approval })
    expect(decided.json()).toMatchObject({ stage: 'active', approvals: [{ mark: 'self-approved', comment: approval }] })
    for (const { user_id } of approvers.rows) {
      await world.database.query(
        "insert into memberships (organization_id, user_id, role) values ($1, $2, 'compliance')",
        [place.organization, user_id],
      )
    }
  })
})
