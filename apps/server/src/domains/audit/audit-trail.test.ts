import { randomUUID } from 'node:crypto'
import type { ActivityEvent } from '@sherpa/contracts/activity'
import pg from 'pg'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { runJob } from '../../../test/jobs.ts'
import type { Someone } from '../../../test/people.ts'
import { monthly } from '../../../test/signed-deal.ts'
import { buildApp } from '../../app.ts'
import { inOrganization, openDatabase } from '../../persistence/database.ts'
import { recordEvent } from './audit.ts'
import { sealEvents } from './seal-events.ts'
import { hashEvent, hashHead, hashRoot } from './trail-hash.ts'
import { verifyTrail } from './verify-trail.ts'

const { world, place, dealWith, addAthlete, accountOf, book, reverse } = bookedMoney()

let organization: string
let owner: Someone

const seal = () => runJob(world.app, world.serving, 'seal-audit-events')
const at = (path: string) => `/api/organizations/${organization}/${path}`
const verify = async (anchor?: string) => {
  const { anchorsFound, ...trail } = await verifyTrail(world.database, organization, anchor ? [anchor] : [])
  return { ...trail, anchorFound: anchorsFound.length > 0 }
}
const addEvents = async (count: number) => {
  for (let index = 0; index < count; index++) {
    await recordEvent(world.database, { event: 'organization-edited', actor: owner.id, organization })
  }
}
const newestOf = async (someone: Someone, event: string): Promise<ActivityEvent | undefined> =>
  (await someone.ask('GET', at('activity'))).json().rows.find((one: ActivityEvent) => one.event === event)

beforeEach(() => {
  ;({ organization, owner } = place)
})

describe('values of changes', () => {
  test('are shown to readers with the permission of the field', async () => {
    const officer = await world.people.registerMember(organization, 'Cora', 'compliance')
    const athlete = await addAthlete('Mina', 'Cole', { stage: 'prospect' })
    const changes = { stage: 'signed', birthDate: '2004-05-06', lookedAfterBy: [officer.id] }
    await owner.ask('PATCH', at(`athletes/${athlete}`), { version: 1, changes })
    const { rows } = await world.database.query(
      "select value_hashes, details from audit_events where event = 'athlete-changed' and subject_id = $1",
      [athlete],
    )
    expect(Object.keys(rows[0].value_hashes).toSorted()).toEqual(['birthDate', 'lookedAfterBy', 'stage'])
    expect(JSON.stringify(rows)).not.toContain('2004')
    const all = [
      { field: 'birthDate', before: null, after: '2004-05-06' },
      { field: 'lookedAfterBy', before: 'Olive Owner', after: 'Cora' },
      { field: 'stage', before: 'Prospect', after: 'Signed' },
    ]
    expect((await newestOf(officer, 'athlete-changed'))?.changes).toMatchObject(all)
    await allow('athletes.sensitive', false)
    expect((await newestOf(officer, 'athlete-changed'))?.changes).toMatchObject(all.slice(1))
    await allow('athletes.sensitive', true)
  })

  test('of money terms need money.view', async () => {
    const officer = await world.people.registerMember(organization, 'Cora', 'compliance')
    const deal = await addDeal()
    const changes = { title: 'New title', terms: { endsOn: '2027-05-01', fee: { rateMillionths: 200_000 } } }
    const changed = await owner.ask('PATCH', at(`deals/${deal}`), { version: 1, changes })
    expect(changed.statusCode).toBe(200)
    const shown = (await newestOf(officer, 'deal-changed'))?.changes
    expect(shown?.map(({ field }) => field)).toEqual(['endsOn', 'fee', 'title'])
    expect(shown?.[0]).toMatchObject({ before: '{"endsOn":null}', after: '{"endsOn":"2027-05-01"}' })
    expect(shown?.[2]).toMatchObject({ before: 'Draft', after: 'New title' })
    await allow('money.view', false)
    const redacted = (await newestOf(officer, 'deal-changed'))?.changes
    expect(redacted?.map(({ field }) => field)).toEqual(['endsOn', 'title'])
    await allow('money.view', true)
  })

  test('name the deal, for readers who see deals and until it is deleted', async () => {
    const officer = await world.people.registerMember(organization, 'Cora', 'compliance')
    const deal = await addDeal()
    const added = await newestOf(officer, 'deal-added')
    expect(added).toMatchObject({ bySystem: false, changes: [], deal: { id: deal } })
    expect(added?.deal?.name).toMatch(/^.+ × .+$/)
    const athlete = added?.athlete?.id
    const opened = { event: 'disclosure-opened', organization, athlete, deal, details: 'nil-go' } as const
    await recordEvent(world.database, opened)
    const shown = async () => (await newestOf(officer, 'disclosure-opened')) ?? {}
    expect(await shown()).toMatchObject({ bySystem: true, actor: null, deal: added?.deal })
    await allow('deals.view', false)
    expect(await shown()).toEqual({})
    await allow('deals.view', true)
    expect((await owner.ask('DELETE', at(`deals/${deal}`))).statusCode).toBe(204)
    expect(await shown()).toMatchObject({ deal: null, changes: [] })
  })

  test('of moves, companies, agreements, settings, roles and permissions are recorded', async () => {
    const agent = await world.people.registerMember(organization, 'Ada', 'agent')
    const athlete = await addAthlete('Noor', 'Rahimi')
    const { deal } = await dealWith({ payments: [monthly(100_000)] })
    await owner.ask('POST', at(`deals/${deal}/moves`), { version: 1, move: 'terminate', comment: null })
    await owner.ask('PATCH', at(`companies/${place.company}`), { version: 1, changes: { kind: 'club' } })
    const agreement = { startsOn: '2026-01-01', endsOn: null, scope: ['nil'], agents: [agent.id], note: null }
    const { id } = (await owner.ask('POST', at(`athletes/${athlete}/agreements`), agreement)).json()
    const terms = { endsOn: '2027-12-31', agents: [owner.id], fees: { nil: { rateMillionths: 150_000 } } }
    await owner.ask('PATCH', at(`athletes/${athlete}/agreements/${id}`), { version: 1, changes: terms })
    await owner.ask('PATCH', `/api/organizations/${organization}`, { name: 'Ridgeline', kind: 'team', fiscalMonth: 7 })
    await owner.ask('PATCH', at(`people/${agent.id}`), { role: 'coach' })
    await allow('billing.view', false)
    const changesOf = async (event: string) =>
      (await newestOf(owner, event))?.changes.map(({ field, before, after }) => [field, before, after])
    expect(await changesOf('deal-moved')).toEqual([['stage', 'active', 'terminated']])
    expect(await changesOf('company-changed')).toEqual([['kind', 'Brand', 'Club']])
    expect(await changesOf('agreement-changed')).toEqual([
      ['agents', 'Ada', 'Olive Owner'],
      ['endsOn', null, '2027-12-31'],
      ['fees', null, 'NIL 15%'],
    ])
    expect(await changesOf('organization-edited')).toEqual([
      ['fiscalMonth', '1', '7'],
      ['kind', 'Agency', 'Team'],
    ])
    expect(await changesOf('role-changed')).toEqual([['role', 'Agent', 'Coach']])
    expect(await changesOf('permission-changed')).toEqual([['allowed', 'true', 'false']])
  })

  test('of receipts, approval chains, contact data, stages and NCAA IDs are recorded', async () => {
    const officer = await world.people.registerMember(organization, 'Cora', 'compliance')
    const changesOf = async (event: string, by = owner) =>
      (await newestOf(by, event))?.changes.map(({ field, before, after }) => [field, before, after])
    const { deal: paid } = await dealWith({ payments: [monthly(100_000)] })
    const receipt = await book(paid, 100_000)
    expect(await changesOf('receipt-booked')).toEqual([
      ['amount', null, '$1,000.00'],
      ['receivedOn', null, '2026-11-02'],
    ])
    expect((await reverse(receipt)).statusCode).toBeLessThan(300)
    expect(await changesOf('receipt-reversed')).toEqual([
      ['amount', '$1,000.00', null],
      ['receivedOn', '2026-11-02', null],
    ])

    const step = { name: 'Compliance', people: [officer.id], roles: ['owner'], needs: 'any' }
    const chains = [{ kind: 'nil', fromMinor: 100_000, steps: [step] }]
    expect((await owner.ask('PUT', at('approval-chains'), { chains })).statusCode).toBeLessThan(300)
    expect(await changesOf('approval-chains-changed')).toEqual([
      ['approvers', null, 'Cora'],
      ['chains', null, 'NIL from $1,000.00: Compliance (any of owner, people: 1)'],
    ])
    await owner.ask('PUT', at('approval-chains'), { chains: [] })
    expect(await changesOf('approval-chains-changed', officer)).toContainEqual(['approvers', 'Cora', null])
    await allow('money.view', false)
    expect(await changesOf('approval-chains-changed', officer)).toEqual([['approvers', 'Cora', null]])
    await allow('money.view', true)

    const athlete = await addAthlete('Ida', 'Berg', { birthDate: '2000-02-02' })
    const account = await accountOf(athlete, 'Ida Berg')
    const data = { phone: '+15550102030', handles: [{ platform: 'instagram', handle: 'ida' }] }
    expect((await account.ask('PATCH', at(`athletes/${athlete}/contact-data`), data)).statusCode).toBe(200)
    const contactData = [
      ['handles', null, 'instagram: ida'],
      ['phone', null, '+15550102030'],
    ]
    expect(await changesOf('athlete-contact-data-changed', officer)).toEqual(contactData)
    const facts = { version: 0, changes: { division: 'ncaa-1', ncaaId: '2401234567' } }
    expect((await owner.ask('PATCH', at(`athletes/${athlete}/compliance`), facts)).statusCode).toBe(200)
    expect(await changesOf('athlete-changed', officer)).toEqual([
      ['division', null, 'NCAA Division I'],
      ['ncaaId', null, '2401234567'],
    ])
    await allow('athletes.sensitive', false)
    expect(await changesOf('athlete-contact-data-changed', officer)).toEqual([])
    expect(await changesOf('athlete-changed', officer)).toEqual([['division', null, 'NCAA Division I']])
    await allow('athletes.sensitive', true)

    const reads = async () =>
      (await owner.ask('GET', at('activity')))
        .json()
        .rows.filter(({ event }: ActivityEvent) => event === 'ncaa-id-shown')
    expect(await reads()).toEqual([])
    for (const by of [officer, officer, account]) await by.ask('GET', at(`athletes/${athlete}/compliance`))
    expect(await reads()).toMatchObject([{ actor: { name: 'Cora' }, athlete: { id: athlete } }])

    const deal = await addDeal()
    const version = async () => (await owner.ask('GET', at(`deals/${deal}`))).json().version
    const terms = {
      startsOn: '2026-12-01',
      businessPurpose: 'Promotion of the spring line',
      payments: [monthly(100_000)],
    }
    await owner.ask('PATCH', at(`deals/${deal}`), { version: await version(), changes: { terms } })
    const submitted = await owner.ask('POST', at(`deals/${deal}/review`), { version: await version() })
    expect(submitted.statusCode, submitted.body).toBe(200)
    expect(await changesOf('deal-submitted')).toEqual([['stage', 'draft', 'in-review']])
    const decision = { number: 1, decision: 'approved', comment: null }
    const decided = await officer.ask('POST', at(`deals/${deal}/decisions`), decision)
    expect(decided.statusCode, decided.body).toBe(200)
    expect(await changesOf('deal-moved')).toEqual([['stage', 'in-review', 'approved']])
  })

  test('of bulk work are one event', async () => {
    const athletes = [
      await addAthlete('One', 'Lind', { stage: 'prospect' }),
      await addAthlete('Two', 'Lind', { stage: 'prospect' }),
    ]
    const bulk = { selection: { ids: athletes }, change: { stage: 'signed' } }
    expect((await owner.ask('POST', at('athletes/changes'), bulk)).json()).toMatchObject({ changed: 2 })
    expect(await newestOf(owner, 'athletes-changed')).toMatchObject({
      details: '2: stage',
      changes: [{ field: 'stage', before: 'Prospect', after: 'Signed' }],
    })
  })

  test('are erased with the athlete, and the trail stays valid', async () => {
    const athlete = await addAthlete('Theo', 'Lind')
    const changes = { hometown: 'Lyon', phone: '+15550102030' }
    await owner.ask('PATCH', at(`athletes/${athlete}`), { version: 1, changes })
    await seal()
    const loadValues = () =>
      world.database.query(
        'select v.* from audit_values v join audit_events e on e.id = v.event_id where e.subject_id = $1',
        [athlete],
      )
    expect((await loadValues()).rowCount).toBe(2)
    await world.people.setUpSecondFactor(owner)
    const erased = await owner.ask('POST', at(`athletes/${athlete}/erasure`), owner.proof())
    expect([erased.statusCode, (await loadValues()).rowCount]).toEqual([204, 0])
    await seal()
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 0 })
  })

  const allow = (permission: string, allowed: boolean) =>
    owner.ask('PUT', at('permissions'), { role: 'compliance', permission, allowed })
  async function addDeal() {
    const deal = { athleteId: place.athlete, companyId: place.company, kind: 'nil', title: 'Draft', terms: {} }
    return (await owner.ask('POST', at('deals'), deal)).json().id as string
  }
})

describe('sealing', () => {
  test('chains batches of all committed events', async () => {
    await addEvents(3)
    await seal()
    const first = await verify()
    await addEvents(2)
    await seal()
    const second = await verify(first.head?.hash)
    expect(second).toMatchObject({ faultCount: 0, waiting: 0, anchorFound: true, batches: first.batches + 1 })
    expect(second.events).toBe(first.events + 2)
    expect(second.head?.hash).not.toBe(first.head?.hash)
  })

  test('includes events that were written earlier and committed later', async () => {
    const [long, short] = [await openClient(), await openClient()]
    await seal()
    const before = await verify()
    await long.query('begin')
    await recordEvent(long, { event: 'organization-edited', organization })
    await short.query('begin')
    await recordEvent(short, { event: 'organization-edited', organization })
    await short.query('commit')
    await seal()
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 0, events: before.events + 1 })
    await long.query('commit')
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 1 })
    await seal()
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 0, events: before.events + 2 })
  })

  test('by two servers at once seals every event once', async () => {
    await addEvents(1)
    const sealOnce = () => inOrganization(organization, () => sealEvents(world.serving, organization, () => new Date()))
    await Promise.allSettled([sealOnce(), sealOnce(), sealOnce()])
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 0 })
  })

  test('changes neither statements nor locks of a booking', async () => {
    const recorded: { statements: string[]; locks: string[] } = { statements: [], locks: [] }
    class RecordingClient extends pg.Client {
      override query(...args: unknown[]): never {
        const [statement] = args as [string | { text?: string }]
        const text = (typeof statement === 'string' ? statement : statement.text) ?? ''
        const send = super.query.bind(this) as (...args: unknown[]) => unknown
        if (text === 'commit') {
          // Without the transaction's own id and the relations of this query.
          const locks =
            send(`select distinct locktype || ' ' || coalesce(relation::regclass::text, '') || ' ' || mode || ' ' || granted as lock
            from pg_locks where pid = pg_backend_pid() and locktype not in ('virtualxid', 'transactionid')
              and relation is distinct from 'pg_locks'::regclass order by 1`) as Promise<
              pg.QueryResult<{ lock: string }>
            >
          void locks.then(({ rows }) => recorded.locks.push(...rows.map(({ lock }) => lock)))
        }
        recorded.statements.push(text)
        return send(...args) as never
      }
    }
    const { rows } = await world.serving.query('select current_user as role')
    const database = openDatabase(world.url, rows[0].role, { Client: RecordingClient })
    const app = buildApp({
      database,
      rateLimited: false,
      shortestAnswerMs: 0,
      clock: () => new Date('2026-11-16T15:00:00Z'),
      logger: { level: 'error' },
    })
    onTestFinished(async () => {
      await app.close()
      await database.end()
    })
    const { payments } = await dealWith({ payments: [monthly(100_000)], fee: { rateMillionths: 150_000 } })
    const book = async (payment: string | undefined) => {
      Object.assign(recorded, { statements: [], locks: [] })
      const answer = await app.inject({
        method: 'POST',
        url: at('finances/receipts'),
        headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': randomUUID() },
        payload: {
          receivedOn: '2026-11-02',
          payer: 'Halden Sportswear',
          companyId: null,
          reference: null,
          currency: 'USD',
          amountMinor: 100_000,
          note: null,
          allocations: [{ paymentId: payment, amountMinor: 100_000 }],
          bankLineId: null,
        },
      })
      expect(answer.statusCode).toBe(201)
      return {
        statements: recorded.statements.filter((text) => !/from "?jobs|servers/.test(text)),
        locks: recorded.locks,
      }
    }
    // Warms up caches and prepared statements.
    await book(payments[0])
    const without = await book(payments[1])

    const sealer = await openClient()
    await sealer.query(`begin; set local app.organization = '${organization}'`)
    await sealEvents(sealer, organization, () => new Date())
    const during = await book(payments[2])
    await sealer.query('commit')

    expect(during).toEqual(without)
    expect(during.locks.length).toBeGreaterThan(10)
    expect(during.locks.filter((lock) => lock.includes('audit_batches'))).toEqual([])
    await seal()
    expect(await verify()).toMatchObject({ faultCount: 0, waiting: 0 })
  })
})

async function openClient() {
  const client = new pg.Client(world.url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('the head', () => {
  test('is mailed to the owners once a week, with or without activity', async () => {
    const mailHeads = () => runJob(world.app, world.serving, 'mail-audit-heads')
    const mails = async () =>
      (await world.database.query("select details from outgoing_mail where kind = 'audit-head' order by id")).rows
    await addEvents(1)
    await seal()
    const { head, events } = await verify()
    await mailHeads()
    await mailHeads()
    expect(await mails()).toMatchObject([{ details: { head: { hash: head?.hash, events } } }])
    await addEvents(1)
    await seal()
    await mailHeads()
    expect(await mails()).toHaveLength(1)
    await world.database.query("update audit_anchors set mailed_at = mailed_at - interval '7 days'")
    await mailHeads()
    expect((await mails()).map(({ details }) => details.head.hash)).toEqual([head?.hash, (await verify()).head?.hash])
    await world.database.query("update audit_anchors set mailed_at = mailed_at - interval '7 days'")
    await mailHeads()
    await mailHeads()
    expect((await mails()).map(({ details }) => details.head.hash)).toHaveLength(3)
  })

  test('is for the digest of owners only', async () => {
    const agent = await world.people.registerMember(organization, 'Ada', 'agent')
    const { auditHeadFor } = world.app.platform
    await addEvents(1)
    await seal()
    expect(await auditHeadFor(owner.id, organization)).toBe((await verify()).head?.hash)
    expect(await auditHeadFor(agent.id, organization)).toBeUndefined()
  })
})

describe('verification', () => {
  /** Tampers as the owner of the database, and rolls back. */
  async function tamper(work: (client: pg.Client) => Promise<unknown>) {
    await addEvents(4)
    await seal()
    await addEvents(4)
    await seal()
    const head = (await verify()).head?.hash ?? ''
    expect(await verify(head)).toMatchObject({ faultCount: 0, anchorFound: true })
    const client = await openClient()
    await client.query('begin; set local session_replication_role = replica')
    await work(client)
    const found = await verifyTrail(client, organization, [head])
    await client.query('rollback')
    return { kinds: [...new Set(found.faults.map(({ kind }) => kind))], anchorFound: found.anchorsFound.includes(head) }
  }
  const sealedIds = (number: string) =>
    `(select event_ids from audit_batches where organization_id = $1 and number = (select ${number} from audit_batches where organization_id = $1))`

  test('detects an edited event', async () => {
    const edit = `update audit_events set details = 'Nothing happened' where id = (${sealedIds('max(number)')})[2]`
    expect((await tamper((client) => client.query(edit, [organization]))).kinds).toEqual(['event-changed'])
  })

  test('detects an edited or invented value', async () => {
    await owner.ask('PATCH', `/api/organizations/${organization}`, {
      name: 'Ridgeline',
      kind: 'agency',
      fiscalMonth: 3,
    })
    const edit = "update audit_values set after = '5' where field = 'fiscalMonth' and organization_id = $1"
    expect((await tamper((client) => client.query(edit, [organization]))).kinds).toEqual(['value-changed'])
    const invent = `insert into audit_values select $1, (${sealedIds('max(number)')})[1], 'fee', '1', '2', ''`
    expect((await tamper((client) => client.query(invent, [organization]))).kinds).toEqual(['value-changed'])
  })

  test('detects a deleted event', async () => {
    const remove = `delete from audit_events where id = (${sealedIds('max(number)')})[2]`
    const found = await tamper((client) => client.query(remove, [organization]))
    expect(found.kinds).toEqual(['event-missing', 'event-added'])
  })

  test('detects an inserted event', async () => {
    const insert = `insert into audit_events (organization_id, subject, subject_id, event) values ($1, 'organization', $1, 'left')`
    expect((await tamper((client) => client.query(insert, [organization]))).kinds).toEqual(['event-added'])
  })

  test('detects reordered events and reordered batches', async () => {
    const swapTimes = `with pair as (select id, at, lead(at) over (order by id) as other, lag(at) over (order by id) as one
        from audit_events where id = any((${sealedIds('max(number)')})[1:2]))
      update audit_events e set at = coalesce(other, one) from pair where e.id = pair.id`
    expect((await tamper((client) => client.query(swapTimes, [organization]))).kinds).toEqual(['event-changed'])
    const swapRows = `update audit_batches set event_ids = event_ids[2:2] || event_ids[1:1] || event_ids[3:],
        row_hashes = substr(row_hashes, 33, 32) || substr(row_hashes, 1, 32) || substr(row_hashes, 65)
      where organization_id = $1 and events > 1`
    expect((await tamper((client) => client.query(swapRows, [organization]))).kinds).toEqual(['batch-changed'])
    const swapBatches = `update audit_batches b set event_ids = o.event_ids, row_hashes = o.row_hashes, root = o.root, events = o.events
      from audit_batches o, (select max(number) as last from audit_batches where organization_id = $1) newest
      where b.organization_id = $1 and o.organization_id = $1 and b.number + o.number = 2 * newest.last - 1
        and b.number >= newest.last - 1`
    expect((await tamper((client) => client.query(swapBatches, [organization]))).kinds).toEqual(['batch-changed'])
  })

  test('detects a removed batch in the middle', async () => {
    const found = await tamper(async (client) => {
      await client.query(`delete from audit_events where id = any(${sealedIds('max(number) - 1')}::uuid[])`, [
        organization,
      ])
      await client.query(
        'delete from audit_batches where number = (select max(number) - 1 from audit_batches where organization_id = $1)',
        [organization],
      )
    })
    expect(found.kinds).toEqual(['batch-missing', 'batch-changed'])
  })

  test('detects a cut tail by the anchor', async () => {
    const found = await tamper(async (client) => {
      await client.query(`delete from audit_events where id = any(${sealedIds('max(number)')}::uuid[])`, [organization])
      await client.query(
        'delete from audit_batches where number = (select max(number) from audit_batches where organization_id = $1)',
        [organization],
      )
    })
    expect(found).toEqual({ kinds: [], anchorFound: false })
  })

  test('detects a rewritten trail by the anchor', async () => {
    const found = await tamper(rewriteAll)
    expect(found).toEqual({ kinds: [], anchorFound: false })
  })

  /** Changes an event and computes all hashes again, as an attacker with the program could. */
  async function rewriteAll(client: pg.Client) {
    await client.query(
      "update audit_events set details = 'Nothing happened' where organization_id = $1 and details is null",
      [organization],
    )
    const { rows: stored } = await client.query(
      `select number, event_ids, to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sealedAt"
       from audit_batches where organization_id = $1 order by number`,
      [organization],
    )
    let previous: Buffer | null = null
    for (const { number, event_ids, sealedAt } of stored) {
      const { rows } = await client.query(
        `select organization_id as organization, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
           subject, subject_id as "subjectId", event, actor_id as "actorId", details, value_hashes as "valueHashes"
         from audit_events where id = any($1)`,
        [event_ids],
      )
      const rowHashes = event_ids.map((id: string) => hashEvent(rows.find((row) => row.id === id)))
      const root = hashRoot(rowHashes)
      previous = hashHead(organization, { number, sealedAt, rowHashes }, root, previous)
      await client.query(
        'update audit_batches set row_hashes = $3, root = $4, head = $5 where organization_id = $1 and number = $2',
        [organization, number, Buffer.concat(rowHashes), root, previous],
      )
    }
  }

  test('is for owners, in parts, and finds a head that was mailed', async () => {
    const officer = await world.people.registerMember(organization, 'Cora', 'compliance')
    await addEvents(2)
    await seal()
    const { head } = await verify()
    const ask = (someone: Someone, query = '') => someone.ask('GET', at(`activity/verification${query}`))
    expect((await ask(officer)).statusCode).toBe(403)
    expect((await ask(owner, `?anchor=${head?.hash}`)).json()).toMatchObject({
      faults: [],
      anchorFound: true,
      head,
      next: null,
    })
    expect((await ask(owner, `?anchor=${'0'.repeat(64)}`)).json()).toMatchObject({ anchorFound: false })
    expect((await ask(owner, `?after=${(head?.number ?? 0) - 1}`)).json()).toMatchObject({
      batches: 1,
      faultCount: 0,
      head,
    })
    expect((await ask(owner, '?anchor=abc')).statusCode).toBe(422)
  })

  test('the export has every sealed event with its hash', async () => {
    await addEvents(2)
    await seal()
    const { events, head } = await verify()
    const answer = await owner.ask('GET', at('activity/export'))
    expect([answer.statusCode, Number(answer.headers['total-count'])]).toEqual([200, events])
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(events + 1)
    expect(lines.at(-1)).toContain(head?.hash)
  })
})
