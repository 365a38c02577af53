import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import { oneLine, readMailbox } from './mailbox.ts'
import type { OutgoingMail } from './outgoing-mail.ts'

export type Mailer = {
  send(mail: OutgoingMail): Promise<void>
  /** Removes local copies. Delivered mail cannot be recalled. */
  forget(messageIds: string[]): Promise<void>
  close(): void
}

/** Permanent rejection: do not retry. */
export class PermanentMailFailure extends Error {}

/** Sends through SMTP, or writes .eml files without a server. */
export function createMailer({ smtpUrl, directory }: { smtpUrl: string | undefined; directory: string }): Mailer {
  return smtpUrl ? smtpMailer(smtpUrl) : fileMailer(directory)
}

/** Connects, and logs in if the address has a user. Sends nothing. */
export async function checkMailServer(url: string) {
  const transport = createTransport({ url, ...smtpTimeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const smtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  // Longer: servers may scan a mail before accepting it, and a timeout would send it twice.
  socketTimeout: 30_000,
}

function smtpMailer(url: string): Mailer {
  // The outbox handles retries.
  const transport = createTransport({ url, pool: true, maxRequeues: 0, ...smtpTimeouts })
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

/** 5xx for the recipient or the mail. For log-in or sender it is our misconfiguration, hence temporary. */
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
      const temporary = `${file}.${randomUUID()}.tmp`
      try {
        await writeFile(temporary, content)
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
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

/** Passes addresses as objects, not as text, so that one cannot parse as two. */
function sendOptionsOf(mail: OutgoingMail): SendMailOptions {
  const { messageId, replyTo, unsubscribeUrl, subject, text, html, ics, attachment } = mail
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
    headers: {
      // Suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function recipient(text: string) {
  const mailbox = readMailbox(text)
  if (!mailbox) throw new PermanentMailFailure('The address is not one plain mailbox.')
  return mailbox
}
