import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createMailer } from './mailer.ts'
import type { PlatformMail } from './platform-mail.ts'
import { composeMail, startMailServer } from './test-mail.ts'

const invoice = {
  number: 'SH-2026-00001',
  billedTo: 'Žižek & Daughters',
  billingEmail: 'books@agency.example',
  issuedAt: '2026-11-15T09:00:00Z',
  dueAt: '2026-11-29T09:00:00Z',
  lines: [{ description: 'Agency Starter', quantity: 3, unitCents: 1000, totalCents: 3000 }],
  totalCents: 3000,
}

const compose = (mail: PlatformMail) => composeMail({ id: '7', ...mail })
const recipient = 'amara@agency.example'

test('the link to finish a registration carries the token and nothing else, in text and in HTML', async () => {
  const { text, html } = await compose({ kind: 'finish-registration', recipient, details: { token: 'a.b&c' } })
  const address = 'https://app.sherpa.example/finish-registration?token=a.b%26c'
  expect(text).toContain(`\n${address}\n`)
  expect(html).toContain(`href="${address}"`)
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
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-/)
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

test('every letter says who it is from and can be answered', async () => {
  const organisation = 'Ridgeline'
  const letters: PlatformMail[] = [
    { kind: 'already-registered', recipient, details: { name: 'Amara' } },
    { kind: 'reset-password', recipient, details: { name: 'Amara', token: 't' } },
    { kind: 'security-notice', recipient, details: { name: 'Amara', change: 'second-factor-off' } },
    { kind: 'payment-received', recipient, details: { organisation, number: 'SH-1', totalCents: 5 } },
    { kind: 'payment-overdue', recipient, details: { organisation, number: 'SH-1', totalCents: 5 } },
    { kind: 'price-needed', recipient, details: { organisation, plan: 'P', seats: 1, billingEmail: 'b@a.example' } },
  ]
  const composed = await Promise.all(letters.map(compose))
  expect(composed.map(({ subject }) => subject)).toEqual([
    'You have a Sherpa account already',
    'Choose a new password',
    'The second step at log-in to your Sherpa account was turned off',
    'Thank you: invoice SH-1 is paid',
    'Invoice SH-1 is overdue',
    'Agree a price with Ridgeline',
  ])
  for (const message of composed) {
    expect(message).toMatchObject({ from: 'Sherpa <demo@sherpa.example>', replyTo: 'staff@sherpa.example' })
    expect(message.text).toContain('https://app.sherpa.example/')
  }
})
