// slow: imports contracts with all paydays; represented by apps/server/src/domains/deals/import/deal-imports.test.ts
import type { WholeDealImport } from '@sherpa/contracts/deal-import'
import { beforeAll, expect, test, vi } from 'vitest'
import { runImports } from '../../../../test/jobs.ts'
import { platformForTests, type Someone } from '../../../../test/people.ts'
import { waitForLocks } from '../../../../test/wait-for-locks.ts'
import { inOrganization } from '../../../persistence/database.ts'

const now = new Date('2026-11-18T12:00:00Z')
/** Enough for several batches. With 140, as many as an agency brings, it takes half a minute. */
const CONTRACTS = Number(process.env.CONTRACTS ?? 30)
const TODAY = '2026-11-18'
const world = platformForTests({ clock: () => now })
let owner: Someone
let organization: string
const at = (path = '') => `/api/organizations/${organization}/deal-imports${path}`

beforeAll(async () => {
  owner = await world.people.register('Amara Cole')
  await world.people.setUpSecondFactor(owner)
  organization = await world.people.createOrganization(owner, 'Ridgeline')
  await world.database.query("update organizations set created_at = '2026-11-01T12:00:00Z' where id = $1", [
    organization,
  ])
})

/** Reproducible numbers, without the code under test. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const plusDays = (day: string, days: number) => dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
const plusMonths = (day: string, months: number) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}

type Season = { minor: number; received: number; days: string[] }
type Contract = { athlete: string; club: string; currency: string; rate: number; seasons: Season[] }

const ways = {
  'Every week': (first: string) => Array.from({ length: 17 }, (_, n) => plusDays(first, 7 * n)),
  NFL: (first: string) => Array.from({ length: 36 }, (_, n) => plusDays(first, 7 * n)),
  'Every month': (first: string) => Array.from({ length: 12 }, (_, n) => plusMonths(first, n)),
  Once: (first: string) => [first],
}
const signs: Record<string, string> = { USD: '$', EUR: '€', GBP: '£' }
const written = (minor: number, currency: string, way: number) => {
  const [whole = '', cents = ''] = (minor / 100).toFixed(2).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return [
    `${whole}.${cents}`,
    `${grouped}.${cents}`,
    `${signs[currency]}${grouped}.${cents}`,
    `${currency} ${whole}.${cents}`,
  ][way]
}

/** Equal parts to the cent; the first take the remainder. */
const split = (minor: number, parts: number) =>
  Array.from({ length: parts }, (_, index) => Math.floor(minor / parts) + (index < minor % parts ? 1 : 0))

test('contracts of three seasons arrive once, to the cent per currency and month, though killed ten times', async () => {
  const random = createRandom(7)
  const contracts: Contract[] = []
  const lines = [
    'Kind,Athlete,Company or club,Signed on,Starts,Ends,Currency,Season,Base salary,Paid,First payment,Number of payments,Received so far,Fee',
  ]
  for (let number = 0; number < CONTRACTS; number++) {
    const athlete = `Player${number} Family${number}`
    const club = `Club ${number % 23} United`
    const currency = ['USD', 'USD', 'EUR', 'GBP'][random(4)] ?? 'USD'
    const rate = [3, 5, 10][random(3)] ?? 3
    const start = 2024 + random(2)
    const seasons = [0, 1, 2].map((index): Season => {
      const way = (Object.keys(ways) as (keyof typeof ways)[])[random(4)] ?? 'Once'
      const first = plusDays(`${start + index}-08-01`, random(60))
      const days = ways[way](first)
      const minor = 10_000_00 + random(90_000_000)
      const due = split(minor, days.length).filter((_, at) => (days[at] ?? '') < TODAY)
      const received = due.reduce((sum, part) => sum + part, 0) - (due.length > 0 && random(3) === 0 ? 1 : 0)
      const times = way === 'Once' ? '' : String(days.length)
      const cells = [
        ...[
          'Contract',
          athlete,
          club,
          `${start}-03-15`,
          `${start}-03-20`,
          `${start + 3}-02-28`,
          currency,
          start + index,
        ],
        ...[
          written(minor, currency, random(4)),
          way,
          first,
          times,
          received ? written(received, currency, 0) : '',
          `${rate}%`,
        ],
      ]
      lines.push(cells.map((cell) => `"${cell}"`).join(','))
      return { minor, received, days }
    })
    contracts.push({ athlete, club, currency, rate, seasons })
  }
  const uploaded = await world.app.inject({
    method: 'POST',
    url: at(),
    payload: lines.join('\n'),
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${owner.token}` },
  })
  const { id }: WholeDealImport = uploaded.json()
  await owner.ask('POST', at(`/${id}/check`))
  await runJobs()
  const checked = await load(id)
  expect(checked.findings).toMatchObject({
    deals: CONTRACTS,
    joined: 2 * CONTRACTS,
    incomplete: 0,
    counts: { added: CONTRACTS, failed: 0 },
  })
  const started = await owner.ask('POST', at(`/${id}/start`), owner.proof())
  expect(started.statusCode, started.body).toBe(202)

  for (let kill = 0; kill < 10; kill++) {
    // The lock stops the batch after it has written deals; then its session is ended.
    const blocker = await world.database.connect()
    await blocker.query('begin; lock table entry_lines in share mode')
    const batch = Promise.allSettled([runBatch()])
    await waitForLocks(world.database, 1)
    await world.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect((await batch)[0].status).toBe('rejected')
    await blocker.query('rollback')
    blocker.release()
    if (kill === 3 || kill === 6) await runBatch()
  }
  await runJobs()
  const done = await load(id)
  expect([done.state, done.counts]).toEqual(['done', { added: CONTRACTS, updated: 0, same: 0, skipped: 0, failed: 0 }])

  const expected = new Map<string, [number, number]>()
  for (const { currency, seasons } of contracts) {
    for (const { minor, received, days } of seasons) {
      let left = received
      for (const [index, part] of split(minor, days.length).entries()) {
        const key = `${currency} ${days[index]?.slice(0, 7)}`
        const [total, paid] = expected.get(key) ?? [0, 0]
        const taken = Math.min(left, part)
        left -= taken
        expected.set(key, [total + part, paid + taken])
      }
    }
  }
  const { rows } = await world.database.query(
    `select d.currency || ' ' || to_char(p.due_on, 'YYYY-MM') as key, sum(p.amount_minor)::text as total,
       sum(p.received_minor)::text as received
     from payments p join deals d on d.organization_id = p.organization_id and d.id = p.deal_id
     where p.organization_id = $1 and p.state <> 'canceled' group by 1`,
    [organization],
  )
  const actual = new Map(rows.map(({ key, total, received }) => [key, [Number(total), Number(received)]]))
  expect(Object.fromEntries([...actual].sort())).toEqual(Object.fromEntries([...expected].sort()))
  const { rows: counts } = await world.database.query(
    `select (select count(*) from deals where organization_id = $1)::integer as deals,
       (select count(*) from athletes where organization_id = $1)::integer as athletes,
       (select count(*) from companies where organization_id = $1 and not is_self)::integer as companies,
       (select count(*) from receipts where organization_id = $1 and not opening)::integer as others,
       (select count(*) from outgoing_mail where recipient <> $2)::integer as mails`,
    [organization, owner.email],
  )
  expect(counts).toEqual([{ deals: CONTRACTS, athletes: CONTRACTS, companies: 23, others: 0, mails: 0 }])

  // The fee of the next receipt is the rate of that receipt.
  const { rows: open } = await world.database.query(
    `select p.id, d.title, d.currency, (p.amount_minor - p.received_minor)::text as open from payments p
     join deals d on d.organization_id = p.organization_id and d.id = p.deal_id
     where p.organization_id = $1 and p.amount_minor > p.received_minor and p.state = 'expected' order by p.due_on, p.id limit 5`,
    [organization],
  )
  expect(open).toHaveLength(5)
  for (const { id: payment, title, currency, open: minor } of open) {
    const contract = contracts.find(({ athlete, club }) => title === `${athlete} × ${club}`)
    const answer = await owner.ask('POST', `/api/organizations/${organization}/finances/receipts`, {
      receivedOn: TODAY,
      payer: contract?.club,
      companyId: null,
      reference: null,
      note: null,
      bankLineId: null,
      currency,
      amountMinor: Number(minor),
      allocations: [{ paymentId: payment, amountMinor: Number(minor) }],
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const { rows: fees } = await world.database.query(
      'select fee_minor::text as fee from receipt_allocations where organization_id = $1 and payment_id = $2 and fee_rate is not null',
      [organization, payment],
    )
    expect(fees.map(({ fee }) => Number(fee))).toEqual([Math.round((Number(minor) * (contract?.rate ?? 0)) / 100)])
  }

  /** The job ends after one batch, because its time slice seems to be over. */
  async function runBatch() {
    const job = world.app.platform.jobs.find(({ name }) => name === 'run-deal-import')
    if (!job) throw new Error('There is no such job.')
    const readClock = Date.now
    let passed = 0
    vi.spyOn(Date, 'now').mockImplementation(() => {
      passed += 2000
      return readClock() + passed
    })
    try {
      await inOrganization(organization, () => job.run({ organization, import: id, person: owner.id }))
    } finally {
      vi.mocked(Date.now).mockRestore()
    }
  }
}, 300_000)

const runJobs = () => runImports(world, 'deal-import')

const load = async (id: string): Promise<WholeDealImport> => (await owner.ask('GET', at(`/${id}`))).json()
