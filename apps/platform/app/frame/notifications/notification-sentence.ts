import type { AccountOrganization } from '@sherpa/contracts/account'
import { cannotTellInWords } from '@sherpa/contracts/compliance/verdicts'
import { handoverInWords } from '@sherpa/contracts/handover'
import { labels } from '@sherpa/contracts/labels'
import {
  dueTasksInWords,
  type Notification,
  type NotificationDetails,
  type NotificationKind,
  placeOfStep,
  signingMethods,
} from '@sherpa/contracts/notification'
import { settingsSections } from '../organization-sections.ts'

type Kind = {
  sentence: (words: {
    who: string
    as: string
    to: string
    invoice: string
    deal: string
    what: string
    day: string
    unknown: string
    decision: string
    reason: string
    age: string
    tasks: string
    count: number
    work: string
    signed: string
    ended: (deal: string) => string
  }) => string
  section:
    | (typeof settingsSections)['people' | 'billing']
    | typeof RECORD
    | typeof DEAL
    | typeof EXPENSE
    | typeof TASK
    | typeof STEP
    | typeof HOME
}

/** Links to the athlete. */
const RECORD = 'record'
/** Links to the deal. */
const DEAL = 'deal'
/** Links to the expense. */
const EXPENSE = 'expense'
/** Links to the task, or to the list. */
const TASK = 'task'
/** Links to where the recipient acts. */
const STEP = 'step'
const HOME = 'home'

const { people, billing } = settingsSections

const kinds: Record<NotificationKind, Kind> = {
  'role-changed': { sentence: ({ who, to }) => `${who} changed your role${to}`, section: people },
  'ownership-received': { sentence: ({ who }) => `${who} transferred ownership to you`, section: people },
  'invitation-accepted': {
    sentence: ({ who, as }) => `${who} accepted your invitation and joined${as}`,
    section: people,
  },
  'price-offered': { sentence: () => 'Sherpa sent a price for your plan', section: billing },
  'invoice-issued': { sentence: ({ invoice }) => `Invoice${invoice} was issued`, section: billing },
  'guardian-confirmed': {
    sentence: ({ who }) => `${who} confirmed they are the guardian of an athlete`,
    section: RECORD,
  },
  'approval-asked': { sentence: ({ deal }) => `Please review: ${deal}`, section: DEAL },
  'approval-decided': { sentence: ({ who, deal, decision }) => `${who} ${decision} ${deal}`, section: DEAL },
  'import-approval-asked': {
    sentence: ({ who, deal }) => `${who} asks you to approve an import of deals: ${deal}`,
    section: DEAL,
  },
  'approver-missing': {
    sentence: ({ deal }) => `No one is left to approve ${deal}. Withdraw it and submit it again`,
    section: DEAL,
  },
  'signature-asked': { sentence: ({ deal }) => `Please sign: ${deal}`, section: DEAL },
  'signature-late': { sentence: ({ deal }) => `A signature is missing: ${deal}`, section: DEAL },
  'company-signed': {
    sentence: ({ deal, signed }) => `${signed} for the company: ${deal}. Other parties still have to sign`,
    section: DEAL,
  },
  'deal-signed': {
    sentence: ({ deal, signed }) => `All parties signed ${deal}${signed && `. Last: ${signed}`}`,
    section: DEAL,
  },
  'deal-ended': { sentence: ({ deal, ended }) => ended(deal), section: DEAL },
  'key-date-near': { sentence: ({ what, deal, day }) => `${what || 'Key date'}, ${deal}${day}`, section: DEAL },
  'key-date-moved': { sentence: ({ deal, day }) => `Key date moved, ${deal}${day}`, section: DEAL },
  'deliverable-due': {
    sentence: ({ what, deal, day }) => `${what || 'Deliverable'} due, ${deal}${day}`,
    section: DEAL,
  },
  'deliverable-late': {
    sentence: ({ what, deal, day }) => `${what || 'Deliverable'} overdue, ${deal}${day}`,
    section: DEAL,
  },
  'deliverable-submitted': { sentence: ({ who, deal }) => `${who} submitted proof for ${deal}`, section: DEAL },
  'payment-late': { sentence: ({ deal, day }) => `Payment overdue, ${deal}${day}`, section: DEAL },
  'payment-recorded': { sentence: ({ deal }) => `A payment was recorded for ${deal}`, section: DEAL },
  'payment-reversed': { sentence: ({ deal }) => `A payment recorded for ${deal} was reversed`, section: DEAL },
  'deliverable-decided': {
    sentence: ({ who, deal, decision }) => `${who} ${decision} proof for ${deal}`,
    section: DEAL,
  },
  'deal-to-check': { sentence: ({ deal, reason }) => `Check ${deal}: ${reason}`, section: DEAL },
  'age-corrected': {
    sentence: ({ who, age }) =>
      `${who} corrected an athlete’s birth date or level: now ${age}. Deals in review or signing need a new review`,
    section: RECORD,
  },
  'came-of-age': {
    sentence: ({ what }) => `${what || 'An athlete'} is 18 now: guardians no longer sign or see the record`,
    section: RECORD,
  },
  'guardian-missing': {
    sentence: ({ deal }) => `${deal} lacks a guardian’s signature: the athlete is under 18. Add the signature`,
    section: DEAL,
  },
  'disclosure-due': {
    sentence: ({ what, deal, day, unknown }) =>
      unknown ? `${what || 'Disclosure'}, ${deal}. ${unknown}` : `${what || 'Disclosure'} due, ${deal}${day}`,
    section: STEP,
  },
  'deal-reported': { sentence: ({ deal }) => `Reported by the athlete: ${deal}`, section: DEAL },
  'report-decided': {
    sentence: ({ who, deal, decision }) => `${who} ${decision} your report of ${deal}`,
    section: HOME,
  },
  'payor-answered': { sentence: () => 'A payor answered your questions', section: STEP },
  'notice-failed': { sentence: () => 'A notice to an athletic director could not be delivered', section: STEP },
  'expense-asked': { sentence: ({ who }) => `${who} asked you to approve an expense`, section: EXPENSE },
  'expense-decided': { sentence: ({ who, decision }) => `${who} ${decision} your expense`, section: EXPENSE },
  'expense-reversed': { sentence: ({ who }) => `${who} reversed your approved expense`, section: EXPENSE },
  'license-ending': { sentence: ({ what, day }) => `Your ${what} license expires${day}`, section: STEP },
  'task-assigned': { sentence: ({ who, what, day }) => `${who} gave you a task: ${what}${day}`, section: TASK },
  'task-completed': { sentence: ({ who, what }) => `${who} completed: ${what}`, section: TASK },
  'task-due': { sentence: ({ tasks }) => tasks, section: TASK },
  'tasks-released': {
    sentence: ({ count }) =>
      `${count === 1 ? '1 open task has' : `${count} open tasks have`} no assignee now. Assign them to someone`,
    section: TASK,
  },
  'work-received': { sentence: ({ who, work }) => `${who} handed over to you: ${work}`, section: HOME },
  'dates-without-owner': {
    sentence: ({ count }) =>
      `${count === 1 ? '1 date belongs to a deal' : `${count} dates belong to deals`} without a lead. Choose a lead`,
    section: STEP,
  },
  'contact-data-changed': {
    sentence: ({ who, what }) => `${who} updated their contact data: ${what}`,
    section: RECORD,
  },
  'contact-data-proposed': {
    sentence: ({ who, what }) => `${who} asks to update their contact data: ${what}`,
    section: RECORD,
  },
  'contact-data-decided': {
    sentence: ({ who, decision }) => `${who} ${decision} the update of your contact data`,
    section: RECORD,
  },
  'invoice-overdue': { sentence: ({ invoice }) => `Invoice${invoice} is overdue`, section: billing },
}

/** Undefined for kinds of a newer server. */
const kindOf = ({ kind }: Notification) => kinds[kind] as Kind | undefined

export function notificationSentence(notification: Notification, { kind }: Pick<AccountOrganization, 'kind'>) {
  const { actor, details } = notification
  const role = details.role && labels[kind].roles[details.role]
  const words = {
    // Deleted accounts have no name.
    who: actor?.name ?? details.by ?? 'Someone',
    as: role ? ` as ${role}` : '',
    to: role ? ` to ${role}` : '',
    invoice: details.invoice ? ` ${details.invoice}` : '',
    deal: details.title ?? 'a deal',
    what: details.what ?? '',
    day: details.day ? `: ${dayInWords(details.day)}` : '',
    unknown: details.missing && details.day ? cannotTellInWords(details.missing, dayInWords(details.day)) : '',
    reason: details.reason ? reasons[details.reason] : 'it needs attention',
    age: details.minor ? 'under 18' : 'an adult',
    tasks: dueTasksInWords(details),
    count: details.count ?? 0,
    work: handoverInWords(details.counts ?? {}),
    signed: signedInWords(details),
    ended: endedInWords(actor?.name ?? details.by ?? 'Someone', details.ending ?? 'terminated'),
    decision: details.decision ? decisions[details.decision] : 'reviewed',
  }
  return kindOf(notification)?.sentence(words) ?? 'Something changed. Reload the page to see what.'
}

const decisions = { approved: 'approved', changes: 'requested changes to', declined: 'declined', rejected: 'rejected' }

const reasons = {
  document: 'its signed PDF lacks some due dates or buyouts',
  'signed-after-end': 'a version was signed after the deal had ended',
  'booked-after-end': 'payments were recorded that its termination canceled',
  objection: 'a guardian objected. Signing is paused',
  codes: 'wrong codes closed the company’s link. Reopen it or send a new one',
  'mail-failed': 'the mail with the link was refused. Check the address',
  reassigned: 'the company named a colleague to sign instead',
  'reassignment-asked': 'the company wants someone else to sign. Confirm or refuse',
  'link-not-sent': 'the company got no link after the approval. Send it for signature',
  'age-corrected': 'the company cannot sign, because the athlete’s birth date or level was corrected. Review it again',
  'guardian-needed': 'the company cannot sign, because the athlete has no verified guardian. Look what is missing',
  conflict: 'the company cannot sign, because it conflicts with another deal. Allow the conflict or change the terms',
  'not-in-force-conflict':
    'everyone signed, but it conflicts with another deal and is not in force. Allow the conflict or change the terms',
  'not-in-force-bookings': 'everyone signed, but payments were recorded that this version changes. It is not in force',
  bookings: 'the company cannot sign, because payments were recorded that this version changes',
}

/** "Ben Ito signed by link sent to Sofia Brandt" */
function signedInWords({ by, method, linkSentTo }: NotificationDetails) {
  if (!by || !method) return ''
  return `${by} signed ${signingMethods[method]}${linkSentTo ? ` sent to ${linkSentTo}` : ''}`
}

const endedInWords = (who: string, ending: NonNullable<NotificationDetails['ending']>) => (deal: string) =>
  ({
    terminated: `${who} terminated ${deal}`,
    declined: `${who} declined ${deal}: it will not be signed`,
    expired: `${deal} was not signed in time and has expired`,
    'amendment-declined': `${who} declined the changes to ${deal}: the signed version stays in force`,
  })[ending]

function dayInWords(day: string) {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** The link target; home without permission. */
export function placeOfNotification(notification: Notification, { id, permissions }: AccountOrganization) {
  const section = kindOf(notification)?.section
  const { athlete, deal, expense } = notification.details
  // The end of an agreement is a key date without a deal.
  if (section === RECORD || (section === DEAL && !deal && athlete)) {
    const isOpen = athlete && permissions.includes('athletes.view')
    return `/organizations/${id}${isOpen ? `/athletes/${athlete}` : ''}`
  }
  if (section === DEAL) {
    const isOpen = deal && permissions.includes('deals.view')
    return `/organizations/${id}${isOpen ? placeOfStep(notification.kind, notification.details) : ''}`
  }
  if (section === HOME) return `/organizations/${id}`
  if (section === TASK || section === STEP)
    return `/organizations/${id}${placeOfStep(notification.kind, notification.details)}`
  if (section === EXPENSE) {
    const isOpen = expense && permissions.includes('money.view')
    return `/organizations/${id}${isOpen ? `/finances/expenses/${expense}` : ''}`
  }
  const isOpen = section?.permission && permissions.includes(section.permission)
  return `/organizations/${id}${isOpen ? `/${section.path}` : ''}`
}
