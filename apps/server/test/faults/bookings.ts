import { randomUUID } from 'node:crypto'
import { shareOf } from '@sherpa/contracts/money'
import { goodPassword, insertAccount } from '../account.ts'
import { signedDeal } from '../signed-deal.ts'
import { signedInOwner } from '../signed-in-owner.ts'
import type { Load } from './load.ts'

const DEALS = 5
const RATE_MILLIONTHS = 33_333
const READER = { name: 'Ines Park', email: 'ines@agency.example' }
let owner: Awaited<ReturnType<typeof signedInOwner>>
let deals: string[] = []
/** Amounts that force rounding of fees. */
const amountOf = (number: number) => 1001 + (number % 997)

/** Every acknowledged receipt is booked exactly once, and the ledger balances. */
export const bookings: Load = {
  name: 'bookings',
  clients: 8,
  async prepare(database) {
    owner = await signedInOwner(database)
    await insertAccount(database, READER)
    const { organization } = owner
    const [athlete, company] = [randomUUID(), randomUUID()]
    await database.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, $2, 'Jonah', 'Okoye', 'pro', 'signed')`,
      [organization, athlete],
    )
    await database.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Halden Sportswear', 'brand')",
      [organization, company],
    )
    deals = []
    for (let number = 0; number < DEALS; number++) {
      const terms = { fee: { rateMillionths: RATE_MILLIONTHS } }
      deals.push((await signedDeal(database, { organization, athlete, company, terms })).deal)
    }
  },
  request: (number) => ({
    path: `/api/organizations/${owner.organization}/finances/receipts`,
    key: `booking-${number}`,
    token: owner.token,
    body: {
      receivedOn: '2026-01-05',
      payer: 'Halden Sportswear',
      companyId: null,
      reference: `booking-${number}`,
      currency: 'USD',
      amountMinor: amountOf(number),
      note: null,
      allocations: [{ dealId: deals[number % DEALS], amountMinor: amountOf(number) }],
      bankLineId: null,
    },
  }),
  reads: () => [
    { path: '/api/account', token: owner.token },
    { path: `/api/organizations/${owner.organization}`, token: owner.token },
    { path: `/api/organizations/${owner.organization}/finances/receipts`, token: owner.token },
    { path: `/api/organizations/${owner.organization}/athletes`, token: owner.token },
    { path: '/api/account/login', body: { email: READER.email, password: goodPassword, staySignedIn: false } },
  ],
  live: () => ({ path: `/api/organizations/${owner.organization}/live`, token: owner.token }),
  nameOf: ({ id }) => String(id),
  async verify(database, acknowledged) {
    const { rows } = await database.query<{ reference: string; ids: string[] }>(
      'select reference, array_agg(id::text) as ids from receipts group by reference',
    )
    const found = new Map(rows.map(({ reference, ids }) => [reference, ids]))
    const failures = [...acknowledged].flatMap(([key, id]) =>
      found.get(key)?.includes(id) ? [] : [`${key} was acknowledged and is lost`],
    )
    for (const [key, ids] of found) if (ids.length > 1) failures.push(`${key} is booked ${ids.length} times`)

    const sumOf = async (statement: string) => Number((await database.query(statement)).rows[0].sum)
    const received = await sumOf('select sum(amount_minor) from receipts')
    const equal: [string, number, number][] = [
      ['the ledger balances', await sumOf('select sum(amount_minor) from entry_lines'), 0],
      [
        'what athletes earned is what was received',
        await sumOf("select sum(amount_minor) from entry_lines where account = 'athlete-earnings'"),
        received,
      ],
      [
        'totals by deal are those of the ledger',
        await sumOf("select sum(amount_minor) from ledger_totals where account = 'athlete-earnings'"),
        received,
      ],
      [
        'totals by month are those of the ledger',
        await sumOf("select sum(amount_minor) from ledger_month_totals where account = 'athlete-earnings'"),
        received,
      ],
      ['each receipt has its allocation', await sumOf('select count(*) as sum from receipt_allocations'), rows.length],
    ]
    const { rows: fees } = await database.query<{ received: string; fee: string }>(
      'select sum(amount_minor) as received, sum(fee_minor) as fee from receipt_allocations group by deal_id',
    )
    for (const { received, fee } of fees) {
      equal.push(['a deal’s fee', Number(fee), shareOf(Number(received), RATE_MILLIONTHS)])
    }
    for (const [what, is, should] of equal) if (is !== should) failures.push(`${what}: ${is}, should be ${should}`)
    return { failures, found: `${rows.length} booked, $${(received / 100).toFixed(2)} received` }
  },
}
