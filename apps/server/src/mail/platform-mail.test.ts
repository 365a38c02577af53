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
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-/)
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
  ])
})
