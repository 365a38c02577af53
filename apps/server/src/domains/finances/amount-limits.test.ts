import { randomUUID } from 'node:crypto'
import { MOST_MINOR, TOO_LARGE } from '@sherpa/contracts/currency'
import { type DealRow, TOO_MUCH_PROMISED } from '@sherpa/contracts/deal'
import { describe, expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { monthly } from '../../../test/signed-deal.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'

const { world, place, at, dealWith } = bookedMoney({ renderPdf: renderInWorker })
const path = () => `/api/organizations/${place.organization}`
const once = (amountMinor: number) => monthly(amountMinor, { times: 1 })
const year = (baseMinor: number, buyoutMinor: number | null = null) => ({
  season: 2027,
  baseMinor,
  rosterBonusMinor: 0,
  otherBonusMinor: 0,
  guaranteedMinor: 0,
  option: buyoutMinor === null ? null : { holder: 'club', buyoutMinor },
})
const draft = (terms: object) =>
  place.owner.ask('POST', `${path()}/deals`, {
    athleteId: place.athlete,
    companyId: place.company,
    kind: 'contract',
    terms,
  })

describe('amounts above the limit', () => {
  test('are rejected in the terms of a deal, singly and in total, also across requests', async () => {
    const years = (baseMinor: number, buyout?: number) => ({
      signingBonusMinor: 0,
      years: [year(baseMinor, buyout ?? null)],
    })
    const refused = await Promise.all([
      draft({ payments: [once(9_000_000_000_000_000), once(9_000_000_000_000_000)] }),
      draft({ payments: [once(MOST_MINOR), once(1)] }),
      draft({ payments: [monthly(MOST_MINOR / 2, { times: 3 })] }),
      draft({ payments: [once(1)], years: years(MOST_MINOR) }),
      draft({ years: years(MOST_MINOR, 1) }),
    ])
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [{ field: 'terms.payments', message: TOO_MUCH_PROMISED }],
      ])
    }
    expect((await draft({ fee: { flatMinor: MOST_MINOR + 1 } })).json().errors[0].field).toBe('terms.fee')
    const added = await draft({ payments: [once(MOST_MINOR)] })
    expect([added.statusCode, added.json().amount.minor]).toEqual([201, MOST_MINOR])
    const { id, version } = added.json() as DealRow
    const changed = await place.owner.ask('PATCH', `${path()}/deals/${id}`, {
      version,
      changes: { terms: { years: years(1) } },
    })
    expect(changed.json().errors).toEqual([{ field: 'payments', message: TOO_MUCH_PROMISED }])
  })

  test('are rejected in receipts, expenses, invoice payments, payouts and bank files', async () => {
    const { deal } = await dealWith({ payments: [once(100)] })
    const amountMinor = MOST_MINOR + 1
    const send = (to: string, body: object) =>
      place.owner.ask('POST', at(to), body, { 'idempotency-key': randomUUID() })
    const answers = await Promise.all([
      send('receipts', {
        receivedOn: '2026-11-02',
        payer: 'Halden',
        companyId: null,
        reference: null,
        currency: 'USD',
        amountMinor,
        note: null,
        allocations: [{ dealId: deal, amountMinor }],
        bankLineId: null,
      }),
      send('expenses', {
        spentOn: '2026-11-02',
        category: 'travel',
        vendor: 'Airline',
        note: null,
        currency: 'USD',
        amountMinor,
        athleteId: null,
        dealId: null,
        paidBy: 'organization',
        recoupRate: null,
      }),
      send(`fee-invoices/${randomUUID()}/payments`, {
        paidOn: '2026-11-02',
        amountMinor,
        reference: null,
        bankLineId: null,
      }),
      send('payouts', { paidOn: '2026-11-02', amountMinor, reference: null, paymentId: randomUUID(), expenseId: null }),
    ])
    for (const answer of answers) {
      expect(answer.json().errors).toContainEqual(expect.objectContaining({ message: TOO_LARGE }))
    }
    const file = Buffer.from('Date,Payer,Reference,Amount\n11/02/2026,Halden,Wire,100000000000.01\n')
    const headers = { 'content-type': 'application/octet-stream' }
    const query = 'roles=date,payer,reference,amount&dayFirst=no&currency=USD'
    const imported = await place.owner.ask('POST', at(`bank-imports?${query}`), file, headers)
    expect(imported.json()).toMatchObject({ added: 0, unread: 1 })
  })

  test('in existing data do not break lists, figures and statements', async () => {
    const large = 9_000_000_000_000_000
    const { deal } = await dealWith({ payments: [once(large), once(large)] })
    // The column as earlier releases wrote it.
    await world.database.query('update deals set amount_minor = $2 where id = $1', [deal, String(2 * large)])
    const paths = [
      `${path()}/deals`,
      `${path()}/deals?sort=-amount`,
      `${path()}/deals/${deal}`,
      `${path()}/payments`,
      at('receipts'),
      at('overview?from=2026-01&until=2026-12'),
      at('breakdown?by=deal&from=2026-01&until=2026-12'),
      at('ledger'),
      at('ledger/sum?account=athlete-earnings'),
      at(`deals/${deal}`),
      at(`athletes/${place.athlete}`),
      at(`statements/${place.athlete}?from=2026-11-01&until=2026-11-30`),
      at(`statements/${place.athlete}/pdf?from=2026-11-01&until=2026-11-30`),
      at('fees'),
      at('bank-matches'),
    ]
    for (const one of paths) expect([one, (await place.owner.ask('GET', one)).statusCode]).toEqual([one, 200])
    const { sums } = (await place.owner.ask('GET', at(`deals/${deal}`))).json()
    expect(sums[0].promisedMinor).toBe(2 * large)
  })
})
