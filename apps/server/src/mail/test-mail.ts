import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { mailComposer } from './compose-mail.ts'
import type { DemoMailRequest } from './demo-mail.ts'

export const mailboxes = { from: 'Sherpa <demo@sherpa.example>', staff: 'staff@sherpa.example' }

export const composeMail = mailComposer({
  mailboxes,
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
