import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type DemoState, demoStates } from '@sherpa/contracts/desk'
import { placedIn } from '@sherpa/contracts/place'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import {
  accountDeletedMail,
  alreadyRegisteredMail,
  approveNewEmailMail,
  confirmNewEmailMail,
  finishRegistrationMail,
  resetPasswordMail,
  securityNoticeMail,
} from '../src/domains/accounts/account-mail.ts'
import {
  cameOfAgeMail,
  contactAddedMail,
  contactDataChangedMail,
  guardianInvitationMail,
  guardianshipEndedMail,
} from '../src/domains/athletes/guardian-mail.ts'
import {
  ageCorrectedMail,
  agreementEndingMail,
  approvalAskedMail,
  approvalDecidedMail,
  companyDealEndedMail,
  dealEndedMail,
  dealSignedMail,
  deliverableDueMail,
  deliverableLateMail,
  guardianDealEndedMail,
  guardianDeliverableDueMail,
  guardianSignatureAskedMail,
  keyDateNearMail,
  paymentLateMail,
  paymentRecordedMail,
  paymentReversedMail,
  proofDecidedMail,
  proofSubmittedMail,
  signatureAskedMail,
  signatureLateMail,
  signedForMinorMail,
} from '../src/domains/deals/deal-mail.ts'
import { linkCodeMail, pageLinkMail, signatureLinkMail } from '../src/domains/deals/link-mail.ts'
import { composeStaffNotice, type DemoMailRequest } from '../src/domains/demo/demo-mail.ts'
import { disclosureDueMail, payorRequestMail, schoolNoticeMail } from '../src/domains/disclosures/disclosure-mail.ts'
import { feeInvoiceMail, feeInvoiceVoidedMail } from '../src/domains/finances/invoice-mail.ts'
import { paymentReminderMail } from '../src/domains/finances/reminder-mail.ts'
import { statementMail } from '../src/domains/finances/statement-mail.ts'
import { licenseEndingMail } from '../src/domains/licenses/license-mail.ts'
import { dailyDigestMail } from '../src/domains/notifications/digest-mail.ts'
import { auditHeadMail } from '../src/domains/organizations/audit-head-mail.ts'
import { workReceivedMail } from '../src/domains/organizations/handover-mail.ts'
import { invitationMail } from '../src/domains/organizations/invitation-mail.ts'
import { ownerNoticeMail } from '../src/domains/organizations/owner-notice-mail.ts'
import {
  invoiceMail,
  paymentOverdueMail,
  paymentReceivedMail,
  priceAcceptedMail,
  priceNeededMail,
  priceOfferMail,
  trialEndingMail,
  trialWithoutPlanMail,
} from '../src/domains/subscriptions/billing-mail.ts'
import { tasksDueMail } from '../src/domains/tasks/task-mail.ts'
import { viewAlertMail } from '../src/domains/views/view-mail.ts'
import { createMailComposer } from '../src/mail/compose-mail.ts'
import type { DetailedMailKind, QueuedMail } from '../src/mail/mail-kind.ts'
import type { Sender } from '../src/mail/sender.ts'
import { type MailKindParts, mailKinds } from '../src/mail-kinds.ts'

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

const aboutDeal = {
  name: 'Amara Cole',
  title: 'Jonah Okoye × Halden Sportswear',
  organization: '0193a1b2-0000-7000-8000-000000000002',
  deal: '0193a1b2-0000-7000-8000-000000000003',
}

const aboutLink = {
  ...aboutDeal,
  name: 'Sofia Brandt',
  link: '0193a1b2-0000-7000-8000-000000000004',
  token: '0193a1b2-0000-7000-8000-000000000002.token-of-the-link',
  organizationName: 'Ridgeline Sports',
  sender: 'Amara Cole',
}

const aboutAthlete = {
  name: 'Amara Cole',
  organization: '0193a1b2-0000-7000-8000-000000000002',
  organizationName: 'an organization',
  deal: '0193a1b2-0000-7000-8000-000000000003',
  athlete: 'Jonah Okoye',
}

export const request: DemoMailRequest = {
  id: '0193a1b2-0000-7000-8000-000000000001',
  reference: 'SH-7K2M',
  fullName: 'Zoë Cole',
  email: 'zoe@agency.example',
  phone: '+1 555 0100',
  company: 'Cole & Daughters',
  additionalInfo: 'We are two.\nOne of us reads <b>HTML</b>.',
  offsetMinutes: -300,
  timeZone: 'America/New_York',
  quarantined: false,
  state: 'requested',
  demoAt: new Date('2026-11-16T15:30:00Z'),
  lengthMinutes: 30,
  meetingLink: 'https://meet.example/room',
  calendarSequence: 0,
  assignee: { name: 'Nadia Boateng', email: 'nadia@sherpa.example' },
  dueAt: new Date('2026-11-15T19:30:00Z'),
  answered: false,
  linkToken: 'token-of-the-link',
}

export const staffNotice = (about: DemoMailRequest) =>
  composeStaffNotice(about, { ...sender, platformUrl: 'https://app.sherpa.example' }, 'America/New_York')

const recipient = 'amara@agency.example'
const organization = '0193a1b2-0000-7000-8000-000000000002'

/** Queued mail, as `queueMail` stores it. */
export function queued<Details>(kind: DetailedMailKind<Details>, details: NoInfer<Details>): QueuedMail {
  return { id: '7', kind: kind.name, recipient, details, person: null, demoRequest: null }
}

/** Uses the state as request id. */
const aboutRequest = (kind: string, state: DemoState = 'requested'): QueuedMail => ({
  id: '7',
  kind,
  recipient: null,
  details: null,
  person: null,
  demoRequest: state,
})

export const sampleMails = [
  aboutRequest('confirmation'),
  aboutRequest('staff-notice'),
  aboutRequest('demo-confirmed', 'confirmed'),
  aboutRequest('demo-moved', 'confirmed'),
  aboutRequest('demo-proposed', 'rescheduled'),
  aboutRequest('demo-canceled', 'canceled'),
  aboutRequest('demo-day-reminder', 'confirmed'),
  aboutRequest('demo-hour-reminder', 'confirmed'),
  aboutRequest('demo-due-soon'),
  aboutRequest('demo-changed-by-visitor', 'rescheduled'),
  queued(finishRegistrationMail, { token: 'a.b&c' }),
  queued(approveNewEmailMail, { name: 'Amara', newEmail: 'amara@team.example', token: 't' }),
  queued(confirmNewEmailMail, { name: 'Amara', token: 't' }),
  queued(alreadyRegisteredMail, { name: 'Amara' }),
  queued(resetPasswordMail, { name: 'Amara', token: 't' }),
  queued(securityNoticeMail, { name: 'Amara', change: 'second-factor-off' }),
  queued(accountDeletedMail, { name: 'Amara' }),
  queued(invitationMail, {
    organization: 'Ridgeline',
    role: 'coach',
    invitedBy: 'Jonas Berg',
    token: placedIn(organization, 't'),
  }),
  queued(signatureLinkMail, { ...aboutLink, until: 'November 30, 2026' }),
  queued(signatureLinkMail, { ...aboutLink, until: 'November 30, 2026', reassignedBy: 'Sofia Brandt' }),
  queued(pageLinkMail, aboutLink),
  queued(linkCodeMail, { ...aboutDeal, name: 'Sofia Brandt', code: '040713' }),
  queued(approvalAskedMail, aboutDeal),
  queued(approvalDecidedMail, {
    ...aboutDeal,
    by: 'Lin Zhao',
    decision: 'changes',
    comment: 'Add the end of the term.',
  }),
  queued(signatureAskedMail, aboutDeal),
  queued(agreementEndingMail, {
    name: 'Amara Cole',
    organization: '0193a1b2-0000-7000-8000-000000000001',
    athlete: '0193a1b2-0000-7000-8000-000000000002',
    date: 'April 1, 2027',
  }),
  queued(keyDateNearMail, {
    ...aboutDeal,
    date: 'April 1, 2027',
    what: 'Halden’s option to extend',
    explained: '90 days before the last day of the term',
  }),
  queued(deliverableDueMail, { ...aboutDeal, date: 'November 20, 2026', what: 'Three Instagram stories' }),
  queued(guardianDeliverableDueMail, {
    ...aboutAthlete,
    guardianship: '0193a1b2-0000-7000-8000-000000000004',
    what: 'Three Instagram stories',
    date: 'November 20, 2026',
    late: true,
  }),
  queued(deliverableLateMail, { ...aboutAthlete, what: 'Three Instagram stories', date: 'November 20, 2026' }),
  queued(signatureLateMail, { ...aboutAthlete, since: 'November 2, 2026' }),
  queued(paymentLateMail, { ...aboutAthlete, date: 'November 2, 2026' }),
  queued(paymentRecordedMail, aboutAthlete),
  queued(paymentReversedMail, aboutAthlete),
  queued(dealEndedMail, { ...aboutDeal, ending: 'terminated' }),
  queued(guardianDealEndedMail, {
    name: 'Mari Lind',
    title: aboutDeal.title,
    athlete: 'Theo Lind',
    guardianship: '0193a1b2-0000-7000-8000-000000000004',
    organization,
    deal: aboutDeal.deal,
    ending: 'declined',
  }),
  queued(companyDealEndedMail, {
    name: 'Sofia Brandt',
    title: aboutDeal.title,
    organization,
    organizationName: 'Ridgeline Sports',
    deal: aboutDeal.deal,
    day: 'November 16, 2026',
  }),
  queued(cameOfAgeMail, {
    name: 'Amara Cole',
    organization,
    athlete: '0193a1b2-0000-7000-8000-000000000006',
    about: 'Theo Lind',
  }),
  queued(guardianshipEndedMail, { name: 'Mari Lind', organization: 'Ridgeline Sports', athlete: 'Theo Lind' }),
  queued(feeInvoiceVoidedMail, {
    organizationName: 'Ridgeline Sports',
    number: 'F-0001',
    writeTo: 'jonas@ridgeline.example',
  }),
  queued(proofSubmittedMail, { ...aboutAthlete, what: 'Three Instagram stories', deliverable: aboutDeal.deal }),
  queued(proofDecidedMail, {
    ...aboutAthlete,
    what: 'Three Instagram stories',
    deliverable: aboutDeal.deal,
    decision: 'declined',
    comment: 'The tag is missing.',
  }),
  {
    ...queued(dailyDigestMail, {
      name: 'Amara Cole',
      organization,
      organizationName: 'Ridgeline Sports',
      notifications: ['0193a1b2-0000-7000-8000-000000000007'],
    }),
    person: '0193a1b2-0000-7000-8000-000000000008',
  },
  queued(tasksDueMail, {
    name: 'Amara Cole',
    organization,
    organizationName: 'Ridgeline Sports',
    count: 3,
    late: 1,
  }),
  queued(viewAlertMail, {
    name: 'Amara Cole',
    organization: '3e2b7f8e-0000-4000-8000-000000000001',
    organizationName: 'Ridgeline Sports',
    view: '3e2b7f8e-0000-4000-8000-000000000002',
    viewName: 'Receivers of 2027',
    list: 'athletes',
    count: 3,
  }),
  queued(licenseEndingMail, {
    name: 'Amara Cole',
    organization,
    organizationName: 'Ridgeline Sports',
    state: 'Texas',
    date: 'Friday, January 15, 2027',
  }),
  queued(schoolNoticeMail, {
    organization,
    organizationName: 'Ridgeline Sports',
    disclosure: '0193a1b2-0000-7000-8000-000000000009',
    athlete: 'Jonah Okoye',
    fields: [
      { label: 'Athlete', value: 'Jonah Okoye' },
      { label: 'Agency', value: 'Ridgeline Sports' },
    ],
  }),
  queued(payorRequestMail, {
    organization,
    organizationName: 'Ridgeline Sports',
    request: '0193a1b2-0000-7000-8000-000000000010',
    token: placedIn(organization, 'a'.repeat(43)),
    name: 'Dana Whitlock',
    athlete: 'Jonah Okoye',
    day: 2,
  }),
  queued(disclosureDueMail, {
    name: 'Amara Cole',
    organization,
    organizationName: 'Ridgeline Sports',
    disclosure: '0193a1b2-0000-7000-8000-000000000009',
    title: 'NIL Go report',
    date: 'November 20, 2026',
  }),
  queued(workReceivedMail, {
    name: 'Amara Cole',
    organization,
    organizationName: 'Ridgeline Sports',
    counts: { athletes: 13, deals: 2, reviews: 1, tasks: 4 },
  }),
  queued(dealSignedMail, {
    title: aboutDeal.title,
    organization: aboutDeal.organization,
    deal: organization,
    document: aboutDeal.deal,
    number: 3,
  }),
  queued(paymentReminderMail, {
    organization: 'Ridgeline Sports',
    subject: 'Payment reminder: Retainer, due November 1, 2026',
    text: 'The payment was due on November 1, 2026.\n\nThank you,\nAmara Cole',
    replyTo: 'amara@agency.example',
    payment: 'Retainer, Jonah Okoye',
    due: 'November 1, 2026',
    amount: '$1,200.00',
  }),
  queued(signedForMinorMail, {
    organization: 'Ridgeline Sports',
    athlete: 'Theo Lind',
    title: aboutDeal.title,
    signer: 'Mari Lind',
    side: 'guardian',
  }),
  queued(guardianSignatureAskedMail, {
    name: 'Mari Lind',
    title: aboutDeal.title,
    athlete: 'Theo Lind',
    guardianship: '0193a1b2-0000-7000-8000-000000000004',
    organization,
    deal: aboutDeal.deal,
  }),
  queued(ageCorrectedMail, { name: 'Mari Lind', organization: 'Ridgeline', athlete: 'Theo Lind', minor: false }),
  queued(auditHeadMail, {
    name: 'Amara',
    organization,
    organizationName: 'Ridgeline',
    head: { hash: 'a1'.repeat(32), number: 12, sealedAt: '2026-11-15T06:00:00.000Z', events: 340 },
  }),
  queued(ownerNoticeMail, {
    name: 'Amara',
    organization: 'Ridgeline',
    organizationId: organization,
    action: 'athlete-erased',
    by: 'Jonas Berg',
    at: '2026-11-15',
  }),
  queued(guardianInvitationMail, {
    organization: 'Ridgeline',
    athlete: 'Kaia N.',
    invitedBy: 'Jonas Berg',
    token: placedIn(organization, 't'),
  }),
  queued(contactDataChangedMail, { organization: 'Ridgeline Sports', athlete: 'Theo Lind', fields: 'Phone, Address' }),
  queued(contactAddedMail, {
    organization: 'Ridgeline',
    athlete: 'Kaia N.',
    contact: 'Mari Nakamura',
    relation: 'parent',
    addedBy: 'Jonas Berg',
    writeTo: 'jonas@ridgeline.example',
  }),
  queued(feeInvoiceMail, {
    organization,
    organizationName: 'Ridgeline Sports',
    invoice: '0193a1b2-0000-7000-8000-000000000005',
    number: 'F-0001',
    athlete: 'Jonah Okoye',
    dueOn: 'December 16, 2026',
    total: '$600.00',
    sentBy: 'Jonas Berg',
    writeTo: 'jonas@ridgeline.example',
  }),
  queued(statementMail, {
    organization,
    organizationName: 'Ridgeline Sports',
    athlete: { id: '0193a1b2-0000-7000-8000-000000000006', name: 'Jonah Okoye' },
    from: '2026-10-01',
    until: '2026-12-31',
    sentBy: 'Jonas Berg',
    writeTo: 'jonas@ridgeline.example',
  }),
  queued(invoiceMail, {
    organization,
    invoice: {
      id: 'i-1',
      number: 'SH-2026-00001',
      billedTo: 'Žižek & Daughters',
      dueAt: '2026-11-29T09:00:00Z',
      totalCents: 3000,
    },
  }),
  queued(paymentReceivedMail, { organization, number: 'SH-1', totalCents: 5 }),
  queued(paymentOverdueMail, { organization, number: 'SH-1', totalCents: 5 }),
  queued(priceNeededMail, { organization: 'Ridgeline', plan: 'Agency Starter', seats: 3 }),
  queued(priceOfferMail, {
    organization,
    organizationName: 'Ridgeline',
    plan: 'Agency Professional',
    seats: 5,
    tax: null,
    priceCents: 4900,
    startsAt: '2026-11-29T09:00:00Z',
  }),
  queued(priceAcceptedMail, {
    organization,
    organizationName: 'Ridgeline',
    plan: 'Agency Professional',
    seats: 5,
    tax: null,
    priceCents: 4900,
    startsAt: '2026-11-29T09:00:00Z',
    acceptedBy: 'Amara',
  }),
  queued(trialEndingMail, {
    organization,
    organizationName: 'Ridgeline',
    plan: 'Agency Professional',
    seats: 5,
    tax: null,
    priceCents: 4900,
    offerPriceCents: null,
    endsAt: '2026-11-29T09:00:00Z',
  }),
  queued(trialWithoutPlanMail, {
    name: 'Amara Cole',
    organization,
    organizationName: 'Ridgeline',
    endsAt: '2026-11-29T09:00:00Z',
  }),
]

export function sampleOf(kind: string): QueuedMail {
  const sample = sampleMails.find((mail) => mail.kind === kind)
  if (!sample) throw new Error(`There is no sample of the kind ${kind}: add one.`)
  return sample
}

/** Reminders of past events are skipped, so the sample is far ahead. */
const inACentury = new Date('2126-11-16T15:30:00Z')

const sampleParts: MailKindParts = {
  requestForMail: async (id) => ({
    ...request,
    ...(id &&
      id in demoStates &&
      id !== 'requested' && { state: id as DemoState, demoAt: inACentury, calendarSequence: 1 }),
  }),
  companyTimeZone: 'America/New_York',
  linkMailed: async () => undefined,
  noticeMailed: async () => undefined,
  payorMailed: async () => undefined,
  maySeeDeal: async () => true,
  guardianMaySign: async () => true,
  leadOf: async () => undefined,
  reviewInMail: async () => ({
    asker: { name: 'Riley Moss', email: 'riley@agency.example' },
    athlete: 'Jonah Okoye',
    company: 'Halden Sportswear',
    kind: 'nil',
    number: 2,
    trail: [
      { name: 'Submitted', done: true, when: 'Nov 17' },
      { name: 'Compliance', done: true, when: 'Nov 18' },
      { name: 'Owner', done: false },
      { name: 'Signed', done: false },
    ],
  }),
  auditHeadFor: async () => 'a1'.repeat(32),
  digestRows: async (_, __, [id = '']) => [
    {
      id,
      kind: 'signature-asked',
      actor: null,
      details: { deal: aboutDeal.deal },
      at: '2026-11-15T09:00:00Z',
      read: false,
    },
    {
      id,
      kind: 'deliverable-due',
      actor: null,
      details: { deal: aboutDeal.deal, what: 'Three Instagram stories', day: '2026-11-20' },
      at: '2026-11-15T09:00:00Z',
      read: false,
    },
  ],
  dealDocument: async (_, document) => Buffer.from(`%PDF-1.3 of document ${document}`),
  feeInvoiceFile: async (_, invoice) => Buffer.from(`%PDF-1.3 of invoice ${invoice}`),
  statementFile: async ({ athlete }) => Buffer.from(`%PDF-1.3 of ${athlete.name}`),
  invoiceFile: async (invoice) => Buffer.from(`%PDF-1.3 of invoice ${invoice}`),
}

export const sampleKinds = mailKinds(sampleParts)

/** Composer of the server, with sample parts as defaults. */
export function composerWith(parts: Partial<MailKindParts> = {}) {
  return createMailComposer(mailKinds({ ...sampleParts, ...parts }), {
    ...sender,
    platformUrl: 'https://app.sherpa.example',
  })
}

export async function composeMail(mail: QueuedMail) {
  const composed = await composerWith().compose(mail)
  if (!composed) throw new Error('The mail is out of date, so nothing was composed.')
  return composed
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

/** Visible texts and link targets of a mail's HTML. */
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

/** Starts a real SMTP server until the end of the test. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const deliveries: Delivery[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Grace period for open connections.
    closeTimeout: 100,
    onData: async (stream, { envelope }, callback) => {
      const raw = await buffer(stream)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      deliveries.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw })
      callback()
    },
    ...options,
  })
  // Ignore disconnecting clients.
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
