import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createMailer } from './mailer.ts'
import type { PlatformMail } from './platform-mail.ts'
import { composeMail, sampleMails, startMailServer } from './test-mail.ts'

const compose = (mail: PlatformMail) => composeMail({ id: '7', ...mail })
const recipient = 'amara@agency.example'

test('the link to finish a registration carries the token and nothing else, in text and in HTML', async () => {
  const { text, html } = await composeMail(sampleMails['finish-registration'])
  const address = 'https://app.sherpa.example/finish-registration?token=a.b%26c'
  expect(text).toContain(`\n${address}\n`)
  expect(html).toContain(`href="${address}"`)
})

test('an invoice arrives with its PDF, through a real mail server', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, directory: '/nowhere' })
  await mailer.send(await composeMail(sampleMails.invoice))
  mailer.close()
  const mail = await PostalMime.parse(server.deliveries[0]?.raw ?? '')
  expect(mail.subject).toBe('Invoice SH-2026-00001 from Sherpa')
  expect(mail.text).toContain('Amount: $30.00')
  expect(mail.text).toContain('November 29, 2026')
  expect(mail.attachments).toMatchObject([{ filename: 'SH-2026-00001.pdf', mimeType: 'application/pdf' }])
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('%PDF-1.3 of invoice i-1')
})

test.each([
  'Free money at www.evil.example',
  'http://evil.example',
  'verify at sherpa24.com',
  'see 1.2.3.4 now',
  'Call <script>now</script>',
  'x'.repeat(200),
])('an invitation does not carry a stranger’s words: %s', async (name) => {
  const { subject, text, html } = await compose({
    kind: 'invitation',
    recipient,
    details: { organisation: name, role: 'coach', invitedBy: name, token: 't' },
  })
  expect(`${subject}${text}${html}`).not.toContain(name)
  expect(subject).toBe('Join an organization on Sherpa')
})

const terms = {
  organisation: 'o-1',
  organisationName: 'Ridgeline',
  plan: 'Agency Professional',
  seats: 5,
  tax: '8.25% sales tax',
}

test('a price says what it comes to, when it starts, and leads to where it is accepted', async () => {
  const offer = (startsAt: string | null) =>
    compose({ kind: 'price-offer', recipient, details: { ...terms, priceCents: 4950, startsAt } })
  const { text } = await offer('2026-11-29T09:00:00Z')
  expect(text).toContain('Price: $49.50 per seat / month')
  expect(text).toContain('Monthly total: $247.50 plus 8.25% sales tax')
  expect(text).toContain('Starts: November 29, 2026')
  expect(text).toContain('https://app.sherpa.example/organisations/o-1/billing')
  expect((await offer(null)).text).toContain('Starts: When you accept')
})

test.each([
  ['a price was accepted', { priceCents: 4900, offerPriceCents: null }, /\$245\.00 plus 8\.25% sales tax per month/],
  ['a price was offered', { priceCents: null, offerPriceCents: 4900 }, /accept our price of \$49 per seat \/ month/],
  ['there is no price yet', { priceCents: null, offerPriceCents: null }, /We will email you a price/],
])('the end of a trial says what comes next when %s', async (_, prices, words) => {
  const details = { ...terms, ...prices, endsAt: '2026-11-29T09:00:00Z' }
  const { subject, text } = await compose({ kind: 'trial-ending', recipient, details })
  expect(subject).toBe('Your Sherpa trial ends on November 29, 2026')
  expect(text).toMatch(words)
})

test('subjects say what happened in plain words', async () => {
  const mails = await Promise.all(Object.values(sampleMails).map(composeMail))
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Demo scheduled: we'll contact you soon (SH-7K2M)",
    'Demo request SH-7K2M from Zoë Cole',
    'Finish creating your Sherpa account',
    'Approve your new email address',
    'Confirm your new email address',
    'You already have a Sherpa account',
    'Reset your password',
    'Two-factor authentication was turned off',
    'Join Ridgeline on Sherpa',
    'Invoice SH-2026-00001 from Sherpa',
    'Payment received for invoice SH-1',
    'Invoice SH-1 is overdue',
    'Set a price for Ridgeline',
    'Your price for Agency Professional',
    'Your Sherpa trial ends on November 29, 2026',
  ])
})
