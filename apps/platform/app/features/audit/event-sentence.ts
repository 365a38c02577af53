import type { ActivityEvent, EventName } from '@sherpa/contracts/activity'
import { spokenDay } from '@sherpa/contracts/days'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { disclosureKinds, disclosureStates } from '@sherpa/contracts/disclosure-state'
import { fieldInWords } from '@sherpa/contracts/field-labels'
import { type Labels, labels as labelsByKind, roleNamed, stageNamed } from '@sherpa/contracts/labels'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { ownValue } from '@sherpa/contracts/own-value'

type Told = Pick<ActivityEvent, 'actor' | 'person' | 'athlete' | 'email' | 'details'> &
  Partial<Pick<ActivityEvent, 'bySystem' | 'deal' | 'changes'>> & { event: string }

type Words = {
  who: string
  whom: string
  /** Named by its parties, or by the athlete. */
  deal: string
  /** The deal or athlete of a report. */
  about: string
  details: string | null
  labels: Labels
}
type Sentence = (words: Words & { changes: ActivityEvent['changes'] }) => string

/** For deleted accounts and expired email addresses. */
const UNKNOWN = 'someone'

/** Account events address their owner; all others name the actor. */
const sentences: Record<EventName, Sentence> = {
  'deal-reported': ({ who, deal }) => `${who} reported ${deal}`,
  'deal-report-decided': ({ who, deal, details }) =>
    `${who} ${details === 'accepted' ? 'accepted' : 'returned'} the report of ${deal}`,
  'disclosure-opened': ({ who, about, details }) => {
    const { report, states } = disclosureIn(details)
    return `${who} opened the ${report} of ${about}${states ? ` and marked it as ${states}` : ''}`
  },
  'disclosure-changed': ({ who, about, details }) => `${who} changed the ${disclosureIn(details).report} of ${about}`,
  'disclosure-moved': ({ who, about, details }) => {
    const { report, states } = disclosureIn(details)
    return `${who} marked the ${report} of ${about} as ${states}`
  },
  'disclosure-removed': ({ who, about, details }) => `${who} deleted the ${disclosureIn(details).report} of ${about}`,
  'disclosure-notice-sent': ({ who, about }) => `${who} sent the 72-hour notice of ${about} to the athletic director`,
  'disclosure-form-changed': ({ who, details }) => `${who} changed the fields of the ${disclosureIn(details).report}`,
  'payor-asked': ({ who, about }) => `${who} asked the payor of ${about} to attest`,
  'payor-answered': ({ about }) => `The payor of ${about} answered`,
  'payor-answer-set-aside': ({ about }) => `set aside the answer of the payor of ${about}`,
  'payor-answer-restored': ({ about }) => `counted the answer of the payor of ${about} again`,
  'task-added': ({ who }) => `${who} added a task`,
  'task-completed': ({ who }) => `${who} completed a task`,
  'task-reopened': ({ who }) => `${who} reopened a task`,
  'task-removed': ({ who }) => `${who} deleted a task`,
  'tasks-released': ({ details }) => `${details === '1' ? '1 open task' : `${details} open tasks`} went to the owners`,
  'tasks-exported': ({ who, details }) => `${who} exported tasks (${details ?? '0'})`,
  registered: () => 'You created your account',
  'address-verified': () => 'You verified your email address',
  'logged-in': () => 'You logged in',
  'logged-in-with-recovery-code': () => 'You logged in with a recovery code',
  'log-in-failed': ({ details }) =>
    details ? 'Someone entered a wrong two-factor code' : 'Someone entered a wrong password',
  'logged-out': () => 'You logged out',
  renamed: () => 'You changed your name',
  'password-changed': () => 'You changed your password',
  'password-reset': () => 'You reset your password with a one-time link',
  'second-factor-on': () => 'You turned on two-factor authentication',
  'second-factor-off': () => 'You turned off two-factor authentication',
  'second-factor-rejected': () => 'You removed a second factor that someone else had turned on',
  'recovery-codes-renewed': () => 'You created new recovery codes',
  'session-revoked': () => 'You logged out a device',
  'sessions-revoked': () => 'You logged out all other devices',
  'email-change-requested': () => 'You requested a new email address',
  'email-changed': () => 'You changed your email address',
  'account-deleted': () => 'You deleted your account',
  'athlete-program-changed': ({ who, whom, details }) => `${who} changed the days of ${whom} in ${details ?? ''}`,
  'program-added': ({ who, details }) => `${who} added the program ${details ?? ''}`,
  'program-changed': ({ who, details }) => `${who} changed the program ${details ?? ''}`,
  'program-removed': ({ who, details }) => `${who} removed the program ${details ?? ''}`,
  'program-member-changed': ({ who, whom, details }) => `${who} changed the days of ${whom} in ${details ?? ''}`,
  'organization-created': ({ who }) => `${who} created the organization`,
  'organization-edited': ({ who }) => `${who} changed the organization settings`,
  'activity-exported': ({ who, details }) => `${who} exported the activity: ${details ?? '0'} events`,
  'archive-requested': ({ who }) => `${who} created an archive of all data`,
  'archive-downloaded': ({ who }) => `${who} downloaded an archive of all data`,
  invited: ({ who, whom, details, labels }) => `${who} invited ${whom}${as(details, labels)}`,
  'invitation-withdrawn': ({ who, whom, details, labels }) =>
    `${who} canceled the invitation for ${whom}${as(details, labels)}`,
  'invitation-refused': ({ whom }) => `${whom === UNKNOWN ? capitalize(whom) : whom} declined the invitation`,
  joined: ({ who, details, labels }) => `${who} joined${as(details, labels)}`,
  'role-changed': ({ who, whom, details, labels }) => `${who} changed the role of ${whom}${fromTo(details, labels)}`,
  removed: ({ who, whom }) => `${who} removed ${whom}`,
  left: ({ who }) => `${who} left`,
  'handed-over': ({ who, whom }) => `${who} transferred ownership to ${whom}`,
  'work-handed-over': ({ whom, details }) => `${details ?? 'Work'} of ${whom} went to others`,
  'work-moved-back': ({ who, whom, details }) => `${who} moved ${details ?? 'work'} back to ${whom}`,
  'permission-changed': ({ who }) => `${who} changed a permission`,
  subscribed: ({ who }) => `${who} started a subscription`,
  'plan-changed': ({ who }) => `${who} changed the plan`,
  'billing-address-changed': ({ who }) => `${who} changed the billing email address`,
  'subscription-canceled': ({ who }) => `${who} canceled the subscription`,
  'subscription-resumed': ({ who }) => `${who} resumed the subscription`,
  'subscription-ended': () => 'The subscription ended',
  'invoice-issued': ({ details }) => `Invoice ${details ?? ''} was issued`,
  'invoice-paid': ({ details }) => `Invoice ${details ?? ''} was paid`,
  'payment-overdue': () => 'A payment is overdue',
  'price-agreed': () => 'A price was agreed',
  'price-offered': ({ details }) => `Sherpa sent a price: ${details ?? ''}`,
  'price-accepted': ({ who, details }) => `${who} accepted the price: ${details ?? ''}`,
  'billing-details-changed': ({ who }) => `${who} changed the billing details`,
  'tax-exemption-changed': ({ details }) => `The tax status was changed to: ${details ?? ''}`,
  'staff-added': () => 'Your account was added to Sherpa’s staff',
  'marked-paid': ({ who, details }) => `${who} marked invoice ${details ?? ''} as paid`,
  'athlete-added': ({ who, whom }) => `${who} added ${whom}`,
  'athlete-changed': ({ who, whom, details, labels, changes }) => {
    const move = stageMoveIn(changes)
    if (move) return `${who} moved ${whom} from ${stageNamed(move.before, labels)} to ${stageNamed(move.after, labels)}`
    return `${who} changed ${whom}${details ? `: ${fieldsIn(details)}` : ''}`
  },
  'athletes-changed': ({ who, details }) => `${who} changed ${fieldsIn(details ?? '').replace(':', ' athletes:')}`,
  'athletes-exported': ({ who, details }) => `${who} exported athletes: ${details ?? ''}`,
  'athletes-merged': ({ who, whom }) => `${who} merged another record into ${whom}`,
  'merge-undone': ({ who, whom }) => `${who} undid a merge into ${whom}`,
  'athlete-erased': ({ who }) => `${who} erased an athlete`,
  'picture-set': ({ who, whom }) => `${who} changed the picture of ${whom}`,
  'picture-removed': ({ who, whom }) => `${who} removed the picture of ${whom}`,
  'file-added': ({ who, whom }) => `${who} added a file to ${whom}`,
  'file-removed': ({ who, whom }) => `${who} removed a file of ${whom}`,
  'athlete-contact-data-changed': ({ who, whom, details }) =>
    `${who} updated contact data of ${whom}: ${details ?? ''}`,
  'athlete-reach-shown': ({ who, whom }) => `${who} viewed contact details of ${whom}`,
  'ncaa-id-shown': ({ who, whom }) => `${who} viewed the NCAA ID of ${whom}`,
  'contact-shown': ({ who, whom }) => `${who} viewed details of a contact of ${whom}`,
  'athlete-linked': ({ who, whom }) => `${who} created an account for the record of ${whom}`,
  'athlete-account-closed': ({ whom }) => `The account of ${whom} was closed: no guardian allows it`,
  'guardian-invited': ({ who, whom }) => `${who} asked a contact of ${whom} to confirm as guardian`,
  'guardian-confirmed': ({ who, whom }) => `${who} confirmed they are the guardian of ${whom}`,
  'guardian-declined': ({ who, whom }) => `${who} said they are not the guardian of ${whom}`,
  'guardian-verified': ({ who, whom, details }) =>
    `${who} verified a guardian of ${whom}${details ? `: ${details.charAt(0).toLowerCase() + details.slice(1)}` : ''}`,
  'guardian-consented': ({ who, whom }) => `${who} consented to an account for ${whom}`,
  'guardian-withdrew-consent': ({ who, whom }) => `${who} withdrew consent to an account for ${whom}`,
  'guardian-ended': ({ whom }) => `A guardianship of ${whom} ended`,
  'athlete-made-adult': ({ who, whom }) => `${who} changed ${whom} from under 18 to adult`,
  'deal-added': ({ who, deal }) => `${who} added ${deal}`,
  'deal-changed': ({ who, deal }) => `${who} changed ${deal}`,
  'deal-removed': ({ who, deal }) => `${who} removed ${deal}`,
  'deal-submitted': ({ who, deal }) => `${who} requested approval of ${deal}`,
  'deal-withdrawn': ({ who, deal }) => `${who} withdrew ${deal} from review`,
  'deal-decided': ({ who, deal, details }) => {
    const { verb, mark } = decisionIn(details)
    return mark === BY_COMPANY ? `The company ${verb} ${deal}` : `${who} ${verb} ${deal}${mark ? ` (${mark})` : ''}`
  },
  'deal-shared': ({ who, whom }) => `${who} shared a deal with ${whom}`,
  'self-approval-changed': ({ who, details }) => `${who} turned self-approval of deals ${details ?? ''}`,
  'sonar-engine-changed': ({ who, details }) => `${who} turned AI in Sonar ${details ?? ''}`,
  'send-after-approval-changed': ({ who, details }) =>
    `${who} turned sending deals for signature after approval ${details ?? ''}`,
  'deal-clash-accepted': ({ who, deal }) => `${who} allowed a conflict of ${deal}`,
  'verdict-answered': ({ who, deal }) => `${who} answered a blocked rule of ${deal}`,
  'compliance-settings-changed': ({ who, details }) =>
    details === 'sponsors'
      ? `${who} changed the list of school sponsors`
      : `${who} changed which compliance rules block approval`,
  'deal-signed': ({ who, deal, details }) =>
    `${details === 'company, by link' ? 'The company' : who} signed ${deal} (${details ?? ''})`,
  'deal-link-sent': ({ who, deal }) => `${who} sent the company a link to ${deal}`,
  'deal-link-withdrawn': ({ who, deal }) => `${who} withdrew the company’s link to ${deal}`,
  'deal-link-replaced': ({ who, deal }) => `${who} replaced the company’s link to ${deal}`,
  'deal-link-reopened': ({ who, deal }) => `${who} reopened the company’s link to ${deal}`,
  'deal-link-locked': ({ deal }) => `The company’s link to ${deal} was locked after five wrong codes`,
  'deal-link-reassigned': ({ deal }) => `The company named a colleague to sign ${deal}`,
  'deal-link-reassignment-asked': ({ deal }) => `The company asked that someone else sign ${deal}`,
  'deal-link-reassignment-confirmed': ({ who, deal }) => `${who} confirmed a new signer of ${deal}`,
  'deal-link-reassignment-refused': ({ who, deal }) => `${who} refused a new signer of ${deal}`,
  'deal-link-device-confirmed': ({ deal }) => `The company confirmed a device for the page of ${deal}`,
  'deal-entered': ({ who, deal, details }) => `${who} entered ${deal}, signed on ${details ?? 'an earlier day'}`,
  'agreement-signed': ({ who, whom, details }) =>
    `${who} entered the agreement of ${whom} as signed on ${details ?? 'an earlier day'}`,
  'agreement-confirmed': ({ who, whom }) => `${who} confirmed the signed agreement of ${whom}`,
  'agreements-exported': ({ who, details }) => `${who} exported agreements: ${details ?? ''}`,
  'guardian-objected': ({ deal }) => `A guardian objected to ${deal}`,
  'guardian-objection-lifted': ({ who, deal }) => `${who} lifted a guardian’s objection to ${deal}`,
  'guardian-signature-missing': ({ whom }) => `A deal of ${whom} in force lacks a guardian’s signature`,
  'guardian-signature-superseded': ({ whom }) => `A former guardian’s signature for ${whom} no longer counts`,
  'signed-copy-added': ({ who, deal, details }) =>
    `${who} added a copy of ${deal} signed by the ${details ?? 'other party'}`,
  'deals-repaired': () => 'Sherpa corrected deals after an update',
  'deadlines-checked': () => 'Sherpa checked all deals for reports after an update',
  'deal-moved': ({ who, deal, details }) => `${who} moved ${deal} to ${stageIn(details)}`,
  'deals-exported': ({ who, details }) => `${who} exported deals: ${details ?? ''}`,
  'approval-chains-changed': ({ who }) => `${who} changed the approval rules for deals`,
  'company-added': ({ who, details }) => `${who} added the company ${details ?? ''}`,
  'company-changed': ({ who, details }) => `${who} changed the company ${details ?? ''}`,
  'company-removed': ({ who, details }) => `${who} removed the company ${details ?? ''}`,
  'company-merged': ({ who, details }) => `${who} merged two companies: ${details ?? ''}`,
  'company-merge-undone': ({ who, details }) => `${who} undid a merge of companies: ${details ?? ''}`,
  'agreement-added': ({ who, whom }) => `${who} added a representation agreement for ${whom}`,
  'agreement-signature-removed': ({ who, whom }) =>
    `${who} changed a signed representation agreement for ${whom}, which removed the signature`,
  'agreement-changed': ({ who, whom }) => `${who} changed a representation agreement for ${whom}`,
  'agreement-ended': ({ who, whom }) => `${who} changed the end of a representation agreement for ${whom}`,
  'license-added': ({ who, whom, details }) => `${who} added a ${details ?? ''} license of ${whom}`,
  'license-changed': ({ who, whom, details }) => `${who} changed a ${details ?? ''} license of ${whom}`,
  'license-removed': ({ who, whom, details }) => `${who} removed a ${details ?? ''} license of ${whom}`,
  'agent-notice-added': ({ who, whom }) => `${who} recorded an agent notice about ${whom}`,
  'agent-notice-changed': ({ who, whom }) => `${who} changed an agent notice about ${whom}`,
  'agent-notice-removed': ({ who, whom }) => `${who} removed an agent notice about ${whom}`,
  'inquiry-exported': ({ who, details }) => `${who} exported the records for an inquiry: ${details ?? ''}`,
  'receipt-booked': ({ who }) => `${who} recorded a payment`,
  'receipt-reversed': ({ who }) => `${who} reversed a receipt`,
  'bank-imported': ({ who, details }) => `${who} imported bank transactions: ${details ?? ''}`,
  'expense-added': ({ who }) => `${who} added an expense`,
  'expense-decided': ({ who, details }) => `${who} ${decisionIn(details).verb} an expense`,
  'expense-reversed': ({ who }) => `${who} reversed an expense`,
  'payout-booked': ({ who }) => `${who} recorded a payout`,
  'payout-reversed': ({ who }) => `${who} reversed a payout`,
  'fee-invoice-issued': ({ who, whom, details }) => `${who} invoiced ${whom}: ${details ?? ''}`,
  'fee-invoice-sent': ({ who, details }) => `${who} sent invoice ${details ?? ''}`,
  'fee-invoice-voided': ({ who, details }) => `${who} voided invoice ${details ?? ''}`,
  'fee-payment-booked': ({ who, details }) => `${who} recorded a payment of invoice ${details ?? ''}`,
  'fee-payment-reversed': ({ who, details }) => `${who} reversed a payment of invoice ${details ?? ''}`,
  'payer-reminded': ({ who, whom }) => `${who} reminded a payer of a payment to ${whom}`,
  'paydays-changed': ({ who, whom, details }) =>
    `${who} changed paydays of ${whom}${details ? `, ${details} of them received before Sherpa` : ''}`,
  'condition-met': ({ who, whom }) => `${who} marked the condition of a payment to ${whom} as met`,
  'condition-reopened': ({ who, whom }) => `${who} marked the condition of a payment to ${whom} as not met`,
  'books-changed': ({ who }) => `${who} changed the accounting settings`,
  'month-closed': ({ who, details }) => `${who} closed the months through ${details ?? ''}`,
  'month-reopened': ({ who, details }) => `${who} reopened the months after ${details ?? ''}`,
  'statement-downloaded': ({ who, whom }) => `${who} downloaded a statement of ${whom}`,
  'statement-sent': ({ who, whom }) => `${who} sent a statement of ${whom}`,
  'deals-imported': ({ who, details }) => `${who} imported signed deals: ${details ?? ''}`,
  'deal-import-approved': ({ who, details }) => `${who} approved the deals of the file ${details ?? ''}`,
  'athletes-imported': ({ who, details }) => `${who} imported athletes: ${details ?? ''}`,
  'import-undone': ({ who, details }) => `${who} undid an import: ${details ?? ''}`,
  'job-restarted': ({ who, details }) => `${who} retried a failed job: ${details ?? ''}`,
}

/** Events whose details are shown below their sentence. */
const withNote: ReadonlySet<string> = new Set(['subscribed', 'plan-changed'])

/** `me` reads "You". Unknown events, from a newer server, fall back to their name. */
export function eventSentence(
  { event, actor, bySystem = false, person, athlete, deal, email, details, changes = [] }: Told,
  me?: string,
  labels: Labels = labelsByKind.agency,
) {
  const sentence = ownValue<Sentence>(sentences, event)
  if (!sentence) return capitalize(event.replaceAll('-', ' '))
  const who = actor && actor.id === me ? 'You' : (actor?.name ?? (bySystem ? 'Sherpa' : capitalize(UNKNOWN)))
  const whom = (athlete ? athlete.name || 'an athlete' : person?.name) ?? email ?? UNKNOWN
  return sentence({
    who,
    whom,
    deal: deal?.name ?? `a deal for ${whom}`,
    about: deal?.name ?? whom,
    details: details && daysInWords(details),
    labels,
    changes,
  })
}

/** Details hold days as "2026-11-18". */
const daysInWords = (details: string) => details.replace(/\b\d{4}-\d{2}-\d{2}\b/g, spokenDay)

/** Details hold the kind, id and states of a report: "nil-go 0195…, ready, submitted". Older ones have no id. */
function disclosureIn(details: string | null) {
  const [named = '', ...states] = details?.split(', ') ?? []
  const [kind = ''] = named.split(' ')
  const report = kind === 'other' ? 'report' : (ownValue<string>(disclosureKinds, kind) ?? 'report')
  return { report, states: listInWords(states.map((state) => stateInWords(state))) }
}

const stateInWords = (state: string) => (ownValue<string>(disclosureStates, state) ?? state).toLowerCase()

const MINUTE_MS = 60_000

/** Newest first, with the steps of one report within a minute as one event. */
export function groupSteps(events: readonly ActivityEvent[]): ActivityEvent[] {
  const grouped: ActivityEvent[] = []
  for (const event of events) {
    const later = grouped.at(-1)
    const steps = later && stepsTogether(event, later)
    if (steps)
      grouped.splice(-1, 1, {
        ...later,
        event: event.event,
        details: steps,
        changes: [...event.changes, ...later.changes],
      })
    else grouped.push(event)
  }
  return grouped
}

/** Details of both, if they are steps of one report. */
function stepsTogether(event: ActivityEvent, later: ActivityEvent) {
  const [report, ...states] = later.details?.split(', ') ?? []
  const isStep = later.event === 'disclosure-moved' && ['disclosure-moved', 'disclosure-opened'].includes(event.event)
  const isSame =
    event.details?.split(', ')[0] === report &&
    event.actor?.id === later.actor?.id &&
    (event.deal ?? event.athlete)?.id === (later.deal ?? later.athlete)?.id &&
    Date.parse(later.at) - Date.parse(event.at) < MINUTE_MS
  return isStep && isSame ? [event.details, ...states].join(', ') : undefined
}

/** The stages, if nothing else changed. */
export function stageMoveIn([change, ...others]: ActivityEvent['changes']) {
  if (change?.field !== 'stage' || others.length > 0) return
  const { before, after } = change
  return before && after ? { before, after } : undefined
}

export function eventNote({ event, details }: Told, labels: Labels = labelsByKind.agency) {
  if (event === 'permission-changed') return details?.replace(/^[^:]+/, (role) => roleNamed(role, labels)) ?? null
  return withNote.has(event) || !Object.hasOwn(sentences, event) ? details : null
}

/** Details list fields by key: "preferredName, tags", or with a count "12: tags". */
function fieldsIn(details: string) {
  return details.replace(/[^,:\s][^,:]*/g, (field) => fieldInWords(field))
}

const decisionVerbs: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes: 'requested changes to',
  declined: 'declined',
  rejected: 'rejected',
}

const BY_COMPANY = 'by the company'

/** Details hold the decision, with an optional mark: "approved, self-approved". */
function decisionIn(details: string | null) {
  const [decision = '', mark] = details?.split(', ') ?? []
  return { verb: ownValue(decisionVerbs, decision) ?? 'reviewed', mark }
}

function stageIn(details: string | null) {
  return ((details && ownValue<string>(dealStages, details)) ?? details ?? '').toLowerCase()
}

function as(role: string | null, labels: Labels) {
  return role ? ` as ${roleNamed(role, labels)}` : ''
}

/** Details hold both roles as "Agent → Coach". */
function fromTo(roles: string | null, labels: Labels) {
  const [before, after] = roles?.split(' → ') ?? []
  return before && after ? ` from ${roleNamed(before, labels)} to ${roleNamed(after, labels)}` : ''
}

function capitalize(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
