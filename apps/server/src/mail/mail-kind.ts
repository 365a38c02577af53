import type { Queryable } from '../persistence/database.ts'
import { fillTemplate, greetableName, type MailContent } from './mail-template.ts'
import type { Attachment, OutgoingMail } from './outgoing-mail.ts'
import { addressesFor, type Sender } from './sender.ts'

/** Row of the mail queue. */
export type QueuedMail = {
  id: string
  kind: string
  /** Null for mail about a demo request, which has the address. */
  recipient: string | null
  details: unknown
  /** Account that it is about, if any. */
  person: string | null
  demoRequest: string | null
}

export type MailDescription = {
  /** Stored identifier: never rename, because older servers may have queued it. */
  name: string
  /** Selects sender and reply-to. */
  purpose: MailPurpose
  /** Reason for sending, first sentence of the footer. */
  why: string
  /** Internal notification. */
  toStaff?: true
  /** Members choose how they receive it; its details name the organization. */
  notification?: true
  /** Exempt from `limitOutsideMail`: billing, signed deals, and codes, which have their own limit. */
  unlimited?: true
}
export type MailPurpose = 'demo' | 'accounts' | 'billing'

export type ComposeParts = Sender & { platformUrl: string }

/** Kind of mail. Domains define their own; mail-kinds.ts lists them all. */
export type MailKind = MailDescription & {
  /** Undefined if the mail is obsolete: then it is skipped. */
  compose: (mail: QueuedMail, parts: ComposeParts) => Promise<OutgoingMail | undefined>
  /** Called in the transaction that marks the mail as sent, failed or skipped. */
  recordOutcome?: (client: Queryable, mail: QueuedMail, outcome: MailOutcome) => Promise<void>
}
export type MailOutcome = 'sent' | 'failed' | 'skipped'

/** Builds a URL of the platform. */
type PlatformAddress = (path: string, query?: Record<string, string>) => string

type MailWords<Details> = { words: (details: Details, at: PlatformAddress) => MailContent }

/** Kind whose mail is queued with its details. */
export type DetailedMailKind<Details> = Omit<MailKind, 'compose'> &
  MailWords<Details> & { compose: (mail: QueuedMail, parts: ComposeParts) => Promise<OutgoingMail> }

export function mailKind<Details>(kind: MailDescription & MailWords<Details>): DetailedMailKind<Details> {
  return {
    ...kind,
    async compose({ id, recipient, details }, parts) {
      if (recipient === null) throw new Error(`A mail of the kind ${kind.name} has no recipient.`)
      // `queueMail` stored these details for this kind.
      const at = addressOn(parts.platformUrl)
      const content = kind.words(details as Details, at)
      const unsubscribeUrl = kind.notification && at('/account/notifications', organizationOf(details))
      return {
        ...fillTemplate(kind, { ...content, ...(unsubscribeUrl && { settingsUrl: unsubscribeUrl }) }, parts),
        ...addressesFor(kind, parts),
        ...(unsubscribeUrl && { unsubscribeUrl }),
        messageId: `<mail-${id}@sherpa.example>`,
        to: recipient,
      }
    },
  }
}

function organizationOf(details: unknown): Record<string, string> {
  const { organization } = details as { organization?: string }
  return organization ? { organization } : {}
}

/** Adds an attachment, generated when the mail is composed. */
export function withAttachment<Details>(
  kind: MailKind & MailWords<Details>,
  attachmentFor: (details: Details) => Promise<Attachment>,
): MailKind {
  return {
    ...kind,
    async compose(mail, parts) {
      const composed = await kind.compose(mail, parts)
      return composed && { ...composed, attachment: await attachmentFor(mail.details as Details) }
    },
  }
}

/** Replies go to a person of the organization, not to us. */
export function repliesTo<Details>(
  kind: MailKind & MailWords<Details>,
  writerOf: (details: Details) => { name: string; email: string } | null,
): MailKind & MailWords<Details> {
  return {
    ...kind,
    async compose(mail, parts) {
      const composed = await kind.compose(mail, parts)
      const writer = writerOf(mail.details as Details)
      return composed && writer ? { ...composed, replyTo: mailboxOf(writer) } : composed
    },
  }
}

/** Without a name that could become a link. */
export function mailboxOf({ name, email }: { name: string; email: string }) {
  const shown = greetableName(name)
  return shown ? `${shown} <${email}>` : email
}

/** Skips recipients who lost permission before the mail is composed. */
export function onlyWhile<Details>(
  kind: DetailedMailKind<Details>,
  isFor: (person: string, details: Details) => Promise<boolean>,
): MailKind & MailWords<Details> {
  return {
    ...kind,
    async compose(mail, parts) {
      // External recipients have no permissions to check.
      if (mail.person && !(await isFor(mail.person, mail.details as Details))) return undefined
      return kind.compose(mail, parts)
    },
  }
}

function addressOn(platformUrl: string): PlatformAddress {
  return (path, query = {}) => {
    const search = new URLSearchParams(query).toString()
    return `${platformUrl}${path}${search && `?${search}`}`
  }
}
