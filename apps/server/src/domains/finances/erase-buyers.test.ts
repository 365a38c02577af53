import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookedMoney } from '../../../test/booked-money.ts'
import { runJob } from '../../../test/jobs.ts'
import { monthly } from '../../../test/signed-deal.ts'

// Still November 16 in Honolulu.
const { world, place, at, addAthlete, dealWith, book } = bookedMoney({ now: '2026-11-17T04:30:00Z' })

test('an invoice keeps the name of an erased athlete for five years, by the organization’s time zone', async () => {
  const settings = { name: 'Ridgeline', kind: 'agency', timeZone: 'Pacific/Honolulu' }
  await place.owner.ask('PATCH', `/api/organizations/${place.organization}`, settings)
  const athlete = await addAthlete('Zebulon', 'Quagmire')
  const { deal } = await dealWith({ payments: [monthly(100)], fee: { rateMillionths: 150_000 } }, athlete)
  for (const issuedOn of ['2021-11-16', '2021-11-17']) {
    await book(deal, 10_000)
    const headers = { 'idempotency-key': randomUUID() }
    const body = { athleteId: athlete, currency: 'USD' }
    const { id } = (await place.owner.ask('POST', at('fee-invoices'), body, headers)).json()
    await world.database.query('update fee_invoices set issued_on = $2 where id = $1', [id, issuedOn])
  }
  await world.people.assumeSecondFactor(place.owner, false)
  const erasure = `/api/organizations/${place.organization}/athletes/${athlete}/erasure`
  expect((await place.owner.ask('POST', erasure, place.owner.proof())).statusCode).toBe(204)
  await runJob(world.app, world.database, 'forget-buyers-on-old-invoices')
  const { rows } = await world.database.query("select buyer ->> 'name' as name from fee_invoices order by issued_on")
  expect(rows).toEqual([{ name: '' }, { name: 'Zebulon Quagmire' }])
})
