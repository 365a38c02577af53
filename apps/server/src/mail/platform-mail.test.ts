import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createMailer } from './mailer.ts'
import type { PlatformMail } from './platform-mail.ts'
import { composeMail, startMailServer } from './test-mail.ts'

const invoice = {
  id: 'i-1',
  number: 'SH-2026-00001',
  billedTo: 'Žižek & Daughters',
  dueAt: '2026-11-29T09:00:00Z',
  totalCents: 3000,
}

const compose = (mail: PlatformMail) => composeMail({ id: '7', ...mail })
const recipient = 'amara@agency.example'

test('the link to confirm an address carries the token and the address, in text and in HTML', async () => {
  const { text, html } = await compose({
    kind: 'verify-address',
    recipient,
    details: { name: 'Amara', token: 'a.b&c' },
  })
  const address = 'https://app.sherpa.example/verify?token=a.b%26c&email=amara%40agency.example'
  expect(text).toContain(`\n${address}\n`)
  expect(html).toContain(`href="${address.replace('&email', '&amp;email')}"`)
})

test('an invoice arrives with its PDF, through a real mail server', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, directory: '/nowhere' })
  await mailer.send(await compose({ kind: 'invoice', recipient, details: { organisation: 'o-1', invoice } }))
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
])('an invitation does not carry a stranger’s message: %s', async (name) => {
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

test('every letter says who it is from and can be answered', async () => {
  const organisation = 'Ridgeline'
  const letters: PlatformMail[] = [
    { kind: 'already-registered', recipient, details: { name: 'Amara' } },
    { kind: 'reset-password', recipient, details: { name: 'Amara', token: 't' } },
    { kind: 'security-notice', recipient, details: { name: 'Amara', change: 'second-factor-off' } },
    { kind: 'payment-received', recipient, details: { organisation, number: 'SH-1', totalCents: 5 } },
    { kind: 'payment-overdue', recipient, details: { organisation, number: 'SH-1', totalCents: 5 } },
    { kind: 'price-needed', recipient, details: { organisation, plan: 'P', seats: 1 } },
  ]
  const composed = await Promise.all(letters.map(compose))
  expect(composed.map(({ subject }) => subject)).toEqual([
    'You have a Sherpa account already',
    'Choose a new password',
    'The second step at log-in to your Sherpa account was turned off',
    'Thank you: invoice SH-1 is paid',
    'Invoice SH-1 is overdue',
    'Set a price for Ridgeline',
  ])
  for (const message of composed) {
    expect(message).toMatchObject({ from: 'Sherpa <demo@sherpa.example>', replyTo: 'staff@sherpa.example' })
    expect(message.text).toContain('https://app.sherpa.example/')
  }
})
