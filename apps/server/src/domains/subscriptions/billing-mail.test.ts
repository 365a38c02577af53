import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { composeMail, queued, sampleOf, startMailServer } from '../../../test/mail.ts'
import { createMailer } from '../../mail/mailer.ts'
import { priceOfferMail, trialEndingMail } from './billing-mail.ts'

test('an invoice arrives with its PDF through a real mail server', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, directory: '/nowhere' })
  await mailer.send(await composeMail(sampleOf('invoice')))
  mailer.close()
  const mail = await PostalMime.parse(server.deliveries[0]?.raw ?? '')
  expect(mail.subject).toBe('Invoice SH-2026-00001 from Sherpa')
  expect(mail.text).toContain('Amount: $30.00')
  expect(mail.text).toContain('November 29, 2026')
  expect(mail.attachments).toMatchObject([{ filename: 'SH-2026-00001.pdf', mimeType: 'application/pdf' }])
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.3 of invoice i-1')
})

const terms = {
  organization: 'o-1',
  organizationName: 'Ridgeline',
  plan: 'Agency Professional',
  seats: 5,
  tax: '8.25% sales tax',
}

test('a price offer has total, start and a link to accept it', async () => {
  const offer = (startsAt: string | null) =>
    composeMail(queued(priceOfferMail, { ...terms, priceCents: 4950, startsAt }))
  const { text } = await offer('2026-11-29T09:00:00Z')
  expect(text).toContain('Price: $49.50 per seat / month')
  expect(text).toContain('Monthly total: $247.50 plus 8.25% sales tax')
  expect(text).toContain('Starts: November 29, 2026')
  expect(text).toContain('https://app.sherpa.example/organizations/o-1/billing')
  expect((await offer(null)).text).toContain('Starts: When you accept')
})

test.each([
  ['a price was accepted', { priceCents: 4900, offerPriceCents: null }, /\$245\.00 plus 8\.25% sales tax per month/],
  ['a price was offered', { priceCents: null, offerPriceCents: 4900 }, /accept our price of \$49 per seat \/ month/],
  ['there is no price yet', { priceCents: null, offerPriceCents: null }, /We will email you a price/],
])('the trial-ending mail names the next step when %s', async (_, prices, words) => {
  const details = { ...terms, ...prices, endsAt: '2026-11-29T09:00:00Z' }
  const { subject, text } = await composeMail(queued(trialEndingMail, details))
  expect(subject).toBe('Your Sherpa trial ends on November 29, 2026')
  expect(text).toMatch(words)
})
