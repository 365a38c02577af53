import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { oneLine, readMailbox } from './mailbox.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

export type Mailer = {
  send(mail: OutgoingMail): Promise<void>
  /** Removes the copies of these that lie here. What a mail server has taken is out of our hands. */
  forget(messageIds: string[]): Promise<void>
  close(): void
}

/** The mail was refused for good: sending it again would only be refused again. */
export class PermanentMailFailure extends Error {}

/** Sends through an SMTP server; without one, leaves each mail as a file that mail programs open. */
export function createMailer({ smtpUrl, directory }: { smtpUrl: string | undefined; directory: string }): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl) : fileMailer(directory)
}

function smtpMailer(url: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    // The outbox decides about retries, and counts them.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    // Longer: a server may look through a mail before it takes it, and leaving then means sending it twice.
    socketTimeout: 30_000,
  })
  return {
    async send(mail) {
      const options = sendOptionsOf(mail)
      try {
        await transport.sendMail(options)
      } catch (error) {
        throw isRefusal(error) ? new PermanentMailFailure(error.message, { cause: error }) : error
      }
    },
    forget: async () => undefined,
    close: () => transport.close(),
  }
}

/** A 5xx about the recipient or the mail. One about the login or the sender is for us to put right, and passes. */
function isRefusal(error: unknown): error is NodemailerError {
  if (!(error instanceof Error)) return false
  const { permanent, command } = error as NodemailerError
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

function fileMailer(directory: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: content } = await transport.sendMail(sendOptionsOf(mail))
      await mkdir(directory, { recursive: true })
      const file = join(directory, fileName(mail.messageId))
      const unfinished = `${file}.${randomUUID()}.tmp`
      try {
        await writeFile(unfinished, content)
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async forget(messageIds) {
      await Promise.all(messageIds.map((id) => rm(join(directory, fileName(id)), { force: true })))
    },
    close: () => transport.close(),
  }
}

function fileName(messageId: string) {
  const name = messageId.replace(/[<>]/g, '').replace(/[^\w@.-]/g, '_')
  return `${name.replace(/^\.+/, '_').slice(0, 200)}.eml`
}

/** Addresses go in as objects, never as text to be parsed: one of them cannot turn out to be two. */
function sendOptionsOf(mail: OutgoingMail): SendMailOptions {
  const { messageId, replyTo, subject, text, html, ics, attachment } = mail
  const from = readMailbox(mail.from)
  if (!from) throw new Error('The sender is not one mailbox.')
  return {
    messageId,
    from,
    to: recipient(mail.to),
    ...(replyTo !== undefined && { replyTo: recipient(replyTo) }),
    subject: oneLine(subject),
    text,
    html,
    ...(ics && { icalEvent: { method: ics.method, filename: 'demo.ics', content: ics.content } }),
    ...(attachment && { attachments: [attachment] }),
    // Keeps out-of-office answers from being sent back to us.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function recipient(text: string) {
  const mailbox = readMailbox(text)
  if (!mailbox) throw new PermanentMailFailure('The address is not one plain mailbox.')
  return mailbox
}
