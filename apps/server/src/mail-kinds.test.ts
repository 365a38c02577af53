import { describe, expect, test } from 'vitest'
import { composeMail, composerWith, readHtml, sampleKinds, sampleMails, sampleOf } from '../test/mail.ts'
import * as accountMail from './domains/accounts/account-mail.ts'
import * as invitationMail from './domains/organizations/invitation-mail.ts'
import * as billingMail from './domains/subscriptions/billing-mail.ts'

test.each([
  ['accounts', accountMail],
  ['organizations', invitationMail],
  ['subscriptions', billingMail],
])('every kind that %s can queue is registered', (_, file) => {
  const queueable = Object.values<object>(file).flatMap((one) => ('words' in one && 'name' in one ? [one.name] : []))
  expect(queueable.length).toBeGreaterThan(0)
  expect(sampleKinds.map(({ name }) => name)).toEqual(expect.arrayContaining(queueable))
})

describe.each(sampleKinds)('a mail of the kind $name', ({ name, why, toStaff }) => {
  const compose = () => composeMail(sampleOf(name))

  test('has all text of its HTML in plain text, with every link on its own line', async () => {
    const { text, html } = await compose()
    const { words, links } = readHtml(html)
    expect(words.length).toBeGreaterThan(8)
    expect(links.length).toBeGreaterThanOrEqual(2)
    for (const piece of words) if (!/^[✓·]$/.test(piece)) expect(text).toContain(piece)
    for (const href of links) expect(text.split('\n')).toContain(href)
  })

  test('names the company and the reason for sending', async () => {
    const { text } = await compose()
    expect(text).toMatch(/^Sherpa\n/)
    for (const words of [
      why,
      'Sherpa, 1 Test Street, Dover',
      'https://www.sherpa.example',
      'https://www.sherpa.example/privacy-policy',
    ]) {
      expect(text).toContain(words)
    }
    expect(text.includes('The Sherpa team')).toBe(!toStaff)
  })

  test('loads no external resources', async () => {
    const { html } = await compose()
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|video|audio|svg|form)\b|\bsrc=|srcset=|background=|url\(|@import/i,
    )
    const withoutLinks = html.replace(/<a href="https:[^"]*"/g, '<a').replace(/>[^<]*</g, '><')
    expect(withoutLinks).not.toMatch(/https?:|\/\//)
  })
})

test('every link names its organization, except to pages of a person, of our staff and of the site', async () => {
  const mails = await Promise.all(sampleMails.map(composeMail))
  const named = /\/organizations\/[0-9a-f-]{36}\/?|[?&]organization=[0-9a-f-]{36}|[#=/][0-9a-f-]{36}\./
  const unnamed = mails
    .flatMap(({ html }) => readHtml(html).links)
    .filter((link) => link.startsWith('https://app.sherpa.example') && !named.test(link))
    .map((link) => new URL(link).pathname.replace(/[0-9a-f-]{36}/, ':id'))
  expect([...new Set(unnamed)].sort()).toEqual([
    '/',
    '/account/guardianships',
    '/confirm-email',
    '/finish-registration',
    '/forgot-password',
    '/login',
    '/reset-password',
    '/staff',
    '/staff/desk/:id',
  ])
})

test('limits external mail except billing, signed deals, what takes back news, and codes, which have a limit of their own', () => {
  expect(sampleKinds.filter(({ unlimited }) => unlimited).map(({ name }) => name)).toEqual([
    'guardianship-ended',
    'deal-signed',
    'guardian-deal-ended',
    'company-deal-ended',
    'deal-link-code',
    'signed-for-minor',
    'fee-invoice-voided',
    'invoice',
    'payment-received',
    'payment-overdue',
    'price-offer',
    'price-accepted',
    'trial-ending',
  ])
})

const answerTo = { demo: 'staff@sherpa.example', accounts: 'staff@sherpa.example', billing: 'books@sherpa.example' }

test.each([
  ['confirmation', 'demo'],
  ['finish-registration', 'accounts'],
  ['approve-new-email', 'accounts'],
  ['confirm-new-email', 'accounts'],
  ['already-registered', 'accounts'],
  ['reset-password', 'accounts'],
  ['security-notice', 'accounts'],
  ['account-deleted', 'accounts'],
  ['invitation', 'accounts'],
  ['invoice', 'billing'],
  ['payment-received', 'billing'],
  ['payment-overdue', 'billing'],
  ['price-needed', 'billing'],
] as const)('mail of the kind %s is sent from the %s mailbox with the right reply-to', async (kind, purpose) => {
  const { from, replyTo } = await composeMail(sampleOf(kind))
  expect(from).toContain(`<${purpose}@sherpa.example>`)
  expect(replyTo).toBe(answerTo[purpose])
})

test('subjects say what happened', async () => {
  const mails = await Promise.all(sampleMails.map(composeMail))
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Demo scheduled: we'll contact you soon (SH-7K2M)",
    'Demo request SH-7K2M from Zoë Cole',
    'Your Sherpa demo is confirmed (SH-7K2M)',
    'Your Sherpa demo has a new time (SH-7K2M)',
    'We received the time you proposed (SH-7K2M)',
    'Your Sherpa demo is canceled (SH-7K2M)',
    'Reminder: Sherpa demo on Saturday, November 16, 2126 at 10:30 AM (SH-7K2M)',
    'Reminder: Sherpa demo on Saturday, November 16, 2126 at 10:30 AM (SH-7K2M)',
    'Please answer demo request SH-7K2M by Sunday, November 15, 2026 at 2:30 PM',
    'Demo request SH-7K2M: the visitor proposes another time',
    'Finish creating your Sherpa account',
    'Approve your new email address',
    'Confirm your new email address',
    'You already have a Sherpa account',
    'Reset your password',
    'Two-factor authentication was turned off',
    'Your Sherpa account was deleted',
    'Join Ridgeline on Sherpa',
    'Please read and sign: Jonah Okoye × Halden Sportswear',
    'Please read and sign: Jonah Okoye × Halden Sportswear',
    'Your deal: Jonah Okoye × Halden Sportswear',
    '040713 is your code for Jonah Okoye × Halden Sportswear',
    'Please review: Jonah Okoye × Halden Sportswear',
    'Changes requested: Jonah Okoye × Halden Sportswear',
    'Please read and sign: Jonah Okoye × Halden Sportswear',
    'April 1, 2027: a representation agreement ends',
    'April 1, 2027: Halden’s option to extend',
    'Due November 20, 2026: Three Instagram stories',
    'Overdue since November 20, 2026: Three Instagram stories',
    'Overdue: Three Instagram stories, Jonah Okoye',
    'Signature missing: a deal of Jonah Okoye',
    'Payment overdue: Jonah Okoye',
    'A payment was recorded',
    'A payment was reversed',
    'Terminated: Jonah Okoye × Halden Sportswear',
    'Declined: Jonah Okoye × Halden Sportswear',
    'Ended: Jonah Okoye × Halden Sportswear',
    'Theo Lind is 18 now',
    'Theo Lind is 18 now',
    'Invoice F-0001 was voided',
    'Please review proof: Three Instagram stories',
    'Proof returned: Three Instagram stories',
    'Your day at Ridgeline Sports: 2 updates',
    'Ridgeline Sports: 3 tasks due, 1 late',
    'Ridgeline Sports: 3 new results in a saved search',
    'Ridgeline Sports: your Texas license expires on Friday, January 15, 2027',
    'Notice of an agency contract: Jonah Okoye',
    'Reminder, please answer: your deal with Jonah Okoye',
    'Ridgeline Sports: a disclosure is due on November 20, 2026',
    'Ridgeline Sports: 13 athletes, 2 deals, 1 review and 4 tasks handed over to you',
    'Signed by all parties: Jonah Okoye × Halden Sportswear',
    'Payment reminder: Retainer, due November 1, 2026',
    'A deal for Theo Lind was signed',
    'Please read and sign: Jonah Okoye × Halden Sportswear',
    'The record of Theo Lind was corrected',
    'Seal of the activity at Ridgeline',
    'An athlete was erased',
    'Are you the parent or guardian of Kaia N.?',
    'Theo Lind updated their contact data',
    'A new contact for Kaia N.',
    'Invoice F-0001 from Ridgeline Sports',
    'Statement from Ridgeline Sports',
    'Invoice SH-2026-00001 from Sherpa',
    'Payment received for invoice SH-1',
    'Invoice SH-1 is overdue',
    'Set a price for Ridgeline',
    'Your price for Agency Professional',
    'Price accepted for Agency Professional',
    'Your Sherpa trial ends on November 29, 2026',
    'Your Sherpa trial ends on November 29, 2026',
  ])
})

test.each([
  ['payment-reminder', 'amara@agency.example'],
  ['fee-invoice', 'Jonas Berg <jonas@ridgeline.example>'],
  ['athlete-statement', 'Jonas Berg <jonas@ridgeline.example>'],
])('replies to a %s go to the colleague who sent it', async (kind, replyTo) => {
  expect((await composeMail(sampleOf(kind))).replyTo).toBe(replyTo)
})

test('replies to mail about a deal go to its lead, except to the lead', async () => {
  const lead = { id: 'lead', name: 'Amara <Cole>', email: 'amara@agency.example' }
  const composer = composerWith({ leadOf: async () => lead })
  const asked = sampleOf('signature-asked')
  expect((await composer.compose(asked))?.replyTo).toBe('amara@agency.example')
  lead.name = 'Amara Cole'
  expect((await composer.compose(asked))?.replyTo).toBe('Amara Cole <amara@agency.example>')
  expect((await composer.compose({ ...asked, person: 'lead' }))?.replyTo).toBe('staff@sherpa.example')
})

test('a request for approval says who asks for what, with the trail, and no amount', async () => {
  const asked = { ...sampleOf('approval-asked'), person: 'approver' }
  const mail = await composeMail(asked)
  for (const words of [
    'Riley Moss asks you to review the deal “Jonah Okoye × Halden Sportswear”.',
    '[x] Submitted: Nov 17\n[x] Compliance: Nov 18\n[ ] Owner\n[ ] Signed',
    'Athlete: Jonah Okoye\nCompany: Halden Sportswear\nDeal: NIL, version 2',
    '\n\nRiley Moss\n',
  ]) {
    expect(mail.text).toContain(words)
  }
  expect(mail.text).not.toContain('The Sherpa team')
  expect(mail.text).not.toContain('$')
  expect(mail.replyTo).toBe('Riley Moss <riley@agency.example>')
  const over = await composerWith({ reviewInMail: async () => undefined }).compose(asked)
  expect(over?.text).toContain('is ready for your review.')
  expect(over?.text).toContain('The Sherpa team')
})

test('notifications link to their settings in a header and in the footer; security mail does not', async () => {
  const url = 'https://app.sherpa.example/account/notifications?organization=0193a1b2-0000-7000-8000-000000000002'
  const asked = await composeMail(sampleOf('approval-asked'))
  expect(asked.unsubscribeUrl).toBe(url)
  expect(asked.text.split('\n')).toContain(url)
  expect((await composeMail(sampleOf('security-notice'))).unsubscribeUrl).toBeUndefined()
})

test('mail about a step links to that step', async () => {
  const linksOf = async (kind: string) => readHtml((await composeMail(sampleOf(kind))).html).links
  const deal =
    'https://app.sherpa.example/organizations/0193a1b2-0000-7000-8000-000000000002/deals/0193a1b2-0000-7000-8000-000000000003'
  expect(await linksOf('approval-asked')).toContain(`${deal}#review`)
  expect(await linksOf('signature-asked')).toContain(`${deal}/sign`)
  expect(await linksOf('proof-submitted')).toContain(`${deal}#accept-0193a1b2-0000-7000-8000-000000000003`)
  expect(await linksOf('proof-decided')).toContain(`${deal}#prove-0193a1b2-0000-7000-8000-000000000003`)
})
