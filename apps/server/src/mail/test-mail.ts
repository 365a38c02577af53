import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { mailComposer } from './compose-mail.ts'
import type { DemoMailRequest } from './demo-mail.ts'
import type { MailKind } from './mail-kinds.ts'
import type { MailToCompose } from './outbox.ts'
import type { Sender } from './sender.ts'

export const sender: Sender = {
  mailboxes: {
    from: {
      demo: 'Sherpa Demos <demo@sherpa.example>',
      accounts: 'Sherpa Accounts <accounts@sherpa.example>',
      billing: 'Sherpa Billing <billing@sherpa.example>',
    },
    replyTo: { demo: 'staff@sherpa.example', accounts: 'staff@sherpa.example', billing: 'books@sherpa.example' },
    staff: 'staff@sherpa.example',
  },
  company: { name: 'Sherpa', postalAddress: '1 Test Street, Dover', siteUrl: 'https://www.sherpa.example' },
}

export const composeMail = mailComposer({
  ...sender,
  platformUrl: 'https://app.sherpa.example',
  invoiceFile: async (invoice) => Buffer.from(`%PDF-1.3 of invoice ${invoice}`),
})

export const request: DemoMailRequest = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  reference: 'SH-7K2M',
  fullName: 'Zoë Cole',
  email: 'zoe@agency.example',
  phone: '+1 555 0100',
  company: 'Cole & Daughters',
  additionalInfo: 'We are two.\nOne of us reads <b>HTML</b>.',
  preferredAt: new Date('2026-11-16T15:30:00Z'),
  offsetMinutes: -300,
  timeZone: 'America/New_York',
  quarantined: false,
}

const recipient = 'amara@agency.example'
const organisation = '0193a1b2-0000-7000-8000-000000000002'

/** One mail of every kind. */
export const sampleMails: Record<MailKind, MailToCompose> = {
  confirmation: { id: '1', kind: 'confirmation', request },
  'staff-notice': { id: '2', kind: 'staff-notice', request },
  'finish-registration': { id: '3', kind: 'finish-registration', recipient, details: { token: 'a.b&c' } },
  'approve-new-email': {
    id: '12',
    kind: 'approve-new-email',
    recipient,
    details: { name: 'Amara', newEmail: 'amara@team.example', token: 't' },
  },
  'confirm-new-email': { id: '13', kind: 'confirm-new-email', recipient, details: { name: 'Amara', token: 't' } },
  'already-registered': { id: '4', kind: 'already-registered', recipient, details: { name: 'Amara' } },
  'reset-password': { id: '5', kind: 'reset-password', recipient, details: { name: 'Amara', token: 't' } },
  'security-notice': {
    id: '6',
    kind: 'security-notice',
    recipient,
    details: { name: 'Amara', change: 'second-factor-off' },
  },
  invitation: {
    id: '7',
    kind: 'invitation',
    recipient,
    details: { organisation: 'Ridgeline', role: 'coach', invitedBy: 'Jonas Berg', token: 't' },
  },
  invoice: {
    id: '8',
    kind: 'invoice',
    recipient,
    details: {
      organisation,
      invoice: {
        id: 'i-1',
        number: 'SH-2026-00001',
        billedTo: 'Žižek & Daughters',
        dueAt: '2026-11-29T09:00:00Z',
        totalCents: 3000,
      },
    },
  },
  'payment-received': {
    id: '9',
    kind: 'payment-received',
    recipient,
    details: { organisation, number: 'SH-1', totalCents: 5 },
  },
  'payment-overdue': {
    id: '10',
    kind: 'payment-overdue',
    recipient,
    details: { organisation, number: 'SH-1', totalCents: 5 },
  },
  'price-needed': {
    id: '11',
    kind: 'price-needed',
    recipient,
    details: { organisation: 'Ridgeline', plan: 'Agency Starter', seats: 3 },
  },
  'price-offer': {
    id: '14',
    kind: 'price-offer',
    recipient,
    details: {
      organisation,
      organisationName: 'Ridgeline',
      plan: 'Agency Professional',
      seats: 5,
      tax: null,
      priceCents: 4900,
      startsAt: '2026-11-29T09:00:00Z',
    },
  },
  'trial-ending': {
    id: '15',
    kind: 'trial-ending',
    recipient,
    details: {
      organisation,
      organisationName: 'Ridgeline',
      plan: 'Agency Professional',
      seats: 5,
      tax: null,
      priceCents: 4900,
      offerPriceCents: null,
      endsAt: '2026-11-29T09:00:00Z',
    },
  },
}

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&#10003;': '✓',
}

/** What a person finds in the HTML of a mail: the words, piece by piece, and where its links lead. */
export function readHtml(html: string) {
  const body = html.slice(html.indexOf('<body'))
  const decoded = (text: string) => text.replace(/&[^;]+;/g, (entity) => characters[entity] ?? entity)
  const words = body.split(/<[^>]*>/).map((piece) => decoded(piece).trim())
  return {
    words: words.filter((piece) => piece !== ''),
    links: [...body.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => decoded(href)),
  }
}

type Delivery = { from: string; to: string[]; raw: Buffer }

/** A real SMTP server, until the end of the test. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const deliveries: Delivery[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // How long stopping waits for clients that keep their connection.
    closeTimeout: 100,
    onData: async (stream, { envelope }, callback) => {
      const raw = await buffer(stream)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      deliveries.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
      callback()
    },
    ...options,
  })
  // A client that hangs up is no failure of the server.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const stop = () => new Promise<void>((stopped) => server.close(stopped))
  onTestFinished(stop)
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, deliveries, stop, server }
}

export const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )
