import type { Queryable } from '../persistence/database.ts'
import { fillTemplate, type MailContent } from './mail-template.ts'
import type { Attachment, OutgoingMail } from './outgoing-mail.ts'
import { addressesFor, type Sender } from './sender.ts'

/** A mail as it waits in the queue. */
export type QueuedMail = {
  id: string
  kind: string
  /** A mail about a demo request has neither recipient nor details: the request has them. */
  recipient: string | null
  details: unknown
  /** Whose account it is about, if it is about one. */
  person: string | null
  demoRequest: string | null
}

export type MailDescription = {
  /** What the queue calls it. It stays the same: older servers may have queued it. */
  name: string
  /** Decides which mailbox it comes from and where answers go. */
  purpose: MailPurpose
  /** Why its reader got it: the first sentence of the footer. */
  why: string
  /** It goes to our own mailbox, and not to a visitor or a customer. */
  toStaff?: true
  /** It goes out however many its organization has sent: what Sherpa bills, and what follows from a signature. */
  unlimited?: true
}
export type MailPurpose = 'demo' | 'accounts' | 'billing'

export type ComposeParts = Sender & { platformUrl: string }

/** A kind of mail as the outbox needs it. Each domain has its own kinds; mail-kinds.ts lists them all. */
export type MailKind = MailDescription & {
  /** Nothing, if it is out of date by now: then it is not sent. */
  compose: (mail: QueuedMail, parts: ComposeParts) => Promise<OutgoingMail | undefined>
  /** Called in the transaction that marks the mail as sent, as failed for good, or as no longer needed. */
  noteOutcome?: (client: Queryable, mail: QueuedMail, outcome: MailOutcome) => Promise<void>
}
export type MailOutcome = 'sent' | 'failed' | 'skipped'

/** An address on the platform, for a link. */
type PlatformAddress = (path: string, query?: Record<string, string>) => string

type MailWords<Details> = { words: (details: Details, at: PlatformAddress) => MailContent }

/** A kind whose mail is queued together with the details that it is composed from. */
export type DetailedMailKind<Details> = Omit<MailKind, 'compose'> &
  MailWords<Details> & { compose: (mail: QueuedMail, parts: ComposeParts) => Promise<OutgoingMail> }

export function mailKind<Details>(kind: MailDescription & MailWords<Details>): DetailedMailKind<Details> {
  return {
    ...kind,
    async compose({ id, recipient, details }, parts) {
      if (recipient === null) throw new Error(`A mail of the kind ${kind.name} has no recipient.`)
      // What queueMail took for this kind, unless a migration was forgotten.
      const content = kind.words(details as Details, addressOn(parts.platformUrl))
      return {
        ...fillTemplate(kind, content, parts),
        ...addressesFor(kind, parts),
        messageId: `<mail-${id}@sherpa.example>`,
        to: recipient,
      }
    },
  }
}

/** The same kind with a file, which is made from the details when the mail is composed. */
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

/** The same kind, for those only who may still know it when it is composed. */
export function onlyWhile<Details>(
  kind: DetailedMailKind<Details>,
  isFor: (person: string, details: Details) => Promise<boolean>,
): MailKind & MailWords<Details> {
  return {
    ...kind,
    async compose(mail, parts) {
      // To an address outside there is nobody whose permissions could have changed.
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
