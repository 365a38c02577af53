import { cannotTellInWords } from '@sherpa/contracts/compliance/verdicts'
import { spokenDay } from '@sherpa/contracts/days'
import { handoverInWords } from '@sherpa/contracts/handover'
import {
  dueTasksInWords,
  type MailedKind,
  type Notification,
  type NotificationDetails,
  placeOfStep,
} from '@sherpa/contracts/notification'
import { type MailKind, mailKind } from '../../mail/mail-kind.ts'
import {
  facts,
  greetableName,
  greetableOrganization,
  greetableTitle,
  greeting,
  link,
  type Part,
  paragraph,
} from '../../mail/mail-template.ts'

type Digest = {
  name: string
  organization: string
  organizationName: string
  /** Ids. The content is loaded when the mail is composed. */
  notifications: string[]
  rows?: Notification[]
  /** For owners: the head of the audit trail. */
  auditHead?: string | undefined
}

/** Lines of one mail; the rest is in Sherpa. */
const MAX_LINES = 30

/** Without names of deals, companies and amounts. */
const lines: Record<MailedKind, (words: { what: string; day: string; details: NotificationDetails }) => string> = {
  'approval-asked': () => 'Review a deal',
  'approval-decided': ({ details: { decision } }) =>
    decision === 'approved' ? 'Your deal was approved' : 'Your deal was sent back or declined',
  'signature-asked': () => 'Read and sign a deal',
  'signature-late': () => 'A signature is missing',
  'key-date-near': ({ what, day }) => `Key date ${day}: ${what}`,
  'deliverable-due': ({ what, day }) => `Due ${day}: ${what}`,
  'deliverable-late': ({ what, day }) => `Overdue since ${day}: ${what}`,
  'deliverable-submitted': ({ what }) => `Review the proof: ${what}`,
  'deliverable-decided': ({ what, details: { decision } }) =>
    decision === 'approved' ? `Proof accepted: ${what}` : `Proof returned: ${what}`,
  'payment-late': ({ day }) => `Payment overdue since ${day}`,
  'payment-recorded': () => 'A payment to you was recorded',
  'payment-reversed': () => 'A payment to you was reversed',
  'deal-ended': ({ details: { ending } }) =>
    ending === 'terminated' ? 'A deal was terminated' : 'A deal was declined or has expired',
  'came-of-age': () => 'An 18th birthday: guardians no longer sign',
  'license-ending': ({ what, day }) => `Your ${what} license expires on ${day}`,
  'task-due': ({ details }) => dueTasksInWords(details),
  'disclosure-due': ({ what, day, details: { missing = [] } }) =>
    missing.length > 0 ? `${what}: ${cannotTellInWords(missing, day)}` : `${what} is due on ${day}`,
  'work-received': ({ details: { counts = {} } }) => `Handed over to you: ${handoverInWords(counts)}`,
}

export const dailyDigestMail = mailKind<Digest>({
  name: 'daily-digest',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because you chose a daily digest on Sherpa.',
  words: ({ name, organization, organizationName, rows = [], auditHead }, at) => ({
    subject: `Your day at ${greetableOrganization(organizationName)}: ${rows.length === 1 ? '1 update' : `${rows.length} updates`}`,
    parts: [
      greeting(greetableName(name)),
      paragraph('This is new since your last digest.'),
      link('Open Sherpa', at(`/organizations/${organization}`)),
      ...rows.slice(0, MAX_LINES).map(({ kind, details }): Part => {
        const day = details.day ? spokenDay(details.day) : ''
        const what = greetableTitle(details.what ?? '', 'a task') || 'a task'
        const text = lines[kind as MailedKind]({ what, day, details })
        return link(text, at(`/organizations/${organization}${placeOfStep(kind, details)}`))
      }),
      ...(auditHead ? [facts(['Seal of the activity', auditHead])] : []),
      ...(rows.length > MAX_LINES ? [paragraph(`${rows.length - MAX_LINES} more are in Sherpa.`)] : []),
    ],
  }),
})

export type DigestMailParts = {
  /** Unread notifications of the person that they may still see. */
  digestRows: (person: string, organization: string, ids: readonly string[]) => Promise<Notification[]>
  /** Head of the organization's audit trail, if the person is an owner. */
  auditHeadFor: (person: string, organization: string) => Promise<string | undefined>
}

/** Loads the content when the mail is composed, with the permissions of that moment. */
export function digestMailKind({ digestRows, auditHeadFor }: DigestMailParts): MailKind {
  return {
    ...dailyDigestMail,
    async compose(mail, parts) {
      const details = mail.details as Digest
      const rows = mail.person ? await digestRows(mail.person, details.organization, details.notifications) : []
      if (!mail.person || rows.length === 0) return undefined
      const auditHead = await auditHeadFor(mail.person, details.organization)
      return dailyDigestMail.compose({ ...mail, details: { ...details, rows, auditHead } }, parts)
    },
  }
}
