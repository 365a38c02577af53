// slow: forty invoices at once; represented by apps/server/src/domains/subscriptions/invoice-pdf.test.ts, apps/server/src/domains/subscriptions/billing-details.test.ts
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Invoice, Subscription } from '@sherpa/contracts/subscription'
import { expect, test } from 'vitest'
import { customerForTests } from '../../../test/customer.ts'
import { composerWith } from '../../../test/mail.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { renderInWorker } from '../../pdf/draw-in-thread.ts'
import { createInvoiceFileService } from './invoice-files.ts'

const customer = customerForTests({ atOnce: 10, renderPdf: renderInWorker })
const { world, people, subscribed, newestInvoice } = customer

const address = ({ id }: Invoice, organization = people.organization) =>
  `/api/invoices/${id}/pdf?organization=${organization}`

test('an invoice is rendered once: mail and downloads have the same bytes', async () => {
  await subscribed()
  const invoice = await newestInvoice()
  const [first, second] = await Promise.all([1, 2].map(() => people.owner.ask('GET', address(invoice))))
  const { rows } = await world.database.query("select * from outgoing_mail where kind = 'invoice'")
  const mail = await composerWith({ invoiceFile: world.app.platform.invoiceFile }).compose(rows[0])
  expect(readPdf(first?.rawPayload ?? Buffer.of()).lines).toContain('Total\t$50.00')
  expect(second?.rawPayload.equals(first?.rawPayload ?? Buffer.of())).toBe(true)
  expect(mail?.attachment?.content.equals(first?.rawPayload ?? Buffer.of())).toBe(true)
})

test('of two servers that render the same invoice, the first file is kept', async () => {
  await subscribed()
  const { id } = await newestInvoice()
  const issuer = { name: 'Sherpa', addressLines: [], taxId: null, bankDetails: [], paymentInstructions: '' }
  const drawing = Promise.withResolvers<Uint8Array>()
  const slow = createInvoiceFileService({ database: world.database, issuer, draw: () => drawing.promise })
  const late = slow.load(id)
  const first = await world.app.platform.invoiceFile(id)
  drawing.resolve(Buffer.from('another drawing'))
  expect((await late).equals(first)).toBe(true)
})

test('a failed rendering can be retried', async () => {
  await subscribed()
  const { id } = await newestInvoice()
  const download = () => people.owner.ask('GET', `/api/invoices/${id}/pdf?organization=${people.organization}`)
  await world.database.query("update invoices set lines = '[null]' where id = $1", [id])
  expect((await download()).statusCode).toBe(500)
  await world.database.query("update invoices set lines = '[]' where id = $1", [id])
  expect((await download()).statusCode).toBe(200)
})

test('forty concurrent invoices, purchases and changes succeed without delaying other requests', async () => {
  const { owner } = people
  const CONCURRENCY = 40
  await world.database.query("update plans set price_cents = 1000 where audience = 'agency'")
  const buy = (organization: string) =>
    owner.ask('POST', '/api/subscriptions/purchase', { organization, planId: 'agency-professional', seats: 2 })
  const createOrganizationService = () =>
    Promise.all(Array.from({ length: CONCURRENCY }, () => world.people.createOrganization(owner)))
  const [buying, paying] = await Promise.all([createOrganizationService(), createOrganizationService()])
  await Promise.all(paying.map(buy))
  await customer.pass(14)

  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  expect((world.app.server.address() as AddressInfo).port).toBeGreaterThan(0)
  const ask = (path: string) => fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${owner.token}` } })
  let working = true
  /** In order of arrival. */
  const answers: ('file' | 'other')[] = []
  /** Another client that sends sequential requests. Without the pause, they would take most of the processor time. */
  const requestRepeatedly = async (path: string) => {
    while (working) {
      expect((await ask(path)).status).toBe(200)
      answers.push('other')
      await pause(5)
    }
  }
  const otherClients = [requestRepeatedly('/healthz'), requestRepeatedly('/api/account')]
  const download = async (organization: string) => {
    const { rows } = await world.database.query('select id from invoices where organization_id = $1', [organization])
    const answer = await ask(`/api/invoices/${rows[0].id}/pdf?organization=${organization}`)
    answers.push('file')
    return [answer.status, readPdf(Buffer.from(await answer.arrayBuffer())).lines.includes('Total\t$20.00')]
  }
  const change = async (organization: string) => {
    const choice = { organization, planId: 'agency-professional', seats: 3 }
    const changed = await owner.ask('PATCH', '/api/subscriptions/current', choice)
    return [changed.statusCode, (changed.json() as Subscription).seats]
  }
  const [files, bought, changed] = await Promise.all([
    Promise.all(paying.map(download)),
    Promise.all(buying.map(async (organization) => (await buy(organization)).statusCode)),
    Promise.all(paying.map(change)),
  ])
  working = false
  await Promise.all(otherClients)
  await world.database.query("update plans set price_cents = null where audience = 'agency'")

  expect(files).toEqual(paying.map(() => [200, true]))
  expect(bought).toEqual(buying.map(() => 201))
  expect(changed).toEqual(paying.map(() => [200, 3]))
  // Rendering on the main thread would starve other clients: many files would arrive between two of their responses.
  const others = answers.filter((answer) => answer === 'other').length
  const filesInARow = answers
    .join(' ')
    .split('other')
    .map((run) => run.split('file').length - 1)
  expect(others).toBeGreaterThan(CONCURRENCY)
  expect(Math.max(...filesInARow)).toBeLessThan(CONCURRENCY / 4)
  // On a busy machine, 80 organizations and 40 drawings take longer than a minute.
}, 300_000)
