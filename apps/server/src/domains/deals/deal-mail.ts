import { type Decision, dealKinds, decisions, type SigningSide, signingSides } from '@sherpa/contracts/deal'
import { type NotificationDetails, type NotificationKind, placeOfStep } from '@sherpa/contracts/notification'
import { placedIn } from '@sherpa/contracts/place'
import { type MailKind, mailboxOf, mailKind, onlyWhile, withAttachment } from '../../mail/mail-kind.ts'
import {
  facts,
  greetableName,
  greetableOrganization,
  greetableTitle,
  greeting,
  link,
  paragraph,
  trail,
} from '../../mail/mail-template.ts'
import { type LinkMailParts, linkMailKinds } from './link-mail.ts'
import type { ReviewInMail } from './review-in-mail.ts'

/** Queued mail contains no amounts, since these need a permission. Mail of older releases has no organization name. */
type AboutDeal = { name: string; title: string; organization: string; organizationName?: string; deal: string }

const why = 'You received this email because you are part of an organization on Sherpa.'
const whyFor = ({ organizationName }: { organizationName?: string }) =>
  organizationName
    ? `You received this email because you are part of ${greetableOrganization(organizationName)} on Sherpa.`
    : why
const dealPath = ({ organization, deal }: Pick<AboutDeal, 'organization' | 'deal'>) =>
  `/organizations/${organization}/deals/${deal}`
type Place = { organization: string; deal: string; deliverable?: string; decision?: 'approved' | 'declined' }
/** Where the recipient acts. */
const placeOf = (kind: NotificationKind, { organization, ...about }: Place) =>
  `/organizations/${organization}${placeOfStep(kind, about)}`
const remindedSubject = (subject: string, { reminder }: { reminder?: true }) =>
  reminder ? `Reminder: ${subject[0]?.toLowerCase()}${subject.slice(1)}` : subject

/** `review` is loaded when the mail is composed, with what the approver may see then. */
export const approvalAskedMail = mailKind<AboutDeal & { reminder?: true; review?: ReviewInMail }>({
  name: 'approval-asked',
  purpose: 'accounts',
  notification: true,
  why,
  words: ({ review, ...details }, at) => {
    const title = greetableTitle(details.title)
    const asker = greetableName(review?.asker?.name ?? '')
    return {
      subject: remindedSubject(`Please review: ${title}`, details),
      why: whyFor(details),
      parts: [
        greeting(greetableName(details.name)),
        paragraph(
          asker ? `${asker} asks you to review the deal “${title}”.` : `The deal “${title}” is ready for your review.`,
        ),
        ...(review ? [trail(...review.trail.map(greetableStep)), reviewFacts(review)] : []),
        link('Review deal', at(placeOf('approval-asked', details))),
        paragraph('Approve it, request changes or decline it. Add a comment if you don’t approve it.'),
      ],
      ...(asker && {
        signature: {
          name: asker,
          about: details.organizationName ? greetableOrganization(details.organizationName) : 'Reply to this email.',
        },
      }),
    }
  },
})

const greetableStep = (step: ReviewInMail['trail'][number]) => ({ ...step, name: greetableTitle(step.name, 'Review') })

function reviewFacts({ athlete, company, kind, number }: ReviewInMail) {
  return facts(
    ['Athlete', greetableName(athlete) ?? 'See the deal'],
    ['Company', greetableTitle(company, 'See the deal')],
    ['Deal', number > 1 ? `${dealKinds[kind]}, version ${number}` : dealKinds[kind]],
  )
}

const decisionVerbs: Record<Decision, string> = {
  approved: 'approved',
  changes: 'requested changes to',
  declined: 'declined',
}

export const approvalDecidedMail = mailKind<AboutDeal & { by: string; decision: Decision; comment: string | null }>({
  name: 'approval-decided',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `${decisions[details.decision]}: ${greetableTitle(details.title)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableName(details.by) ?? 'A colleague'} ${decisionVerbs[details.decision]} the deal “${greetableTitle(details.title)}”.`,
      ),
      ...(details.comment ? [facts(['Comment', details.comment])] : []),
      link('View deal', at(dealPath(details))),
    ],
  }),
})

/** To the athlete. */
export const signatureAskedMail = mailKind<AboutDeal & { reminder?: true }>({
  name: 'signature-asked',
  purpose: 'accounts',
  notification: true,
  why: 'You received this email because an organization on Sherpa has a deal for you to sign.',
  words: (details, at) => ({
    subject: remindedSubject(`Please read and sign: ${greetableTitle(details.title)}`, details),
    ...(details.organizationName && {
      why: `You received this email because ${greetableOrganization(details.organizationName)} has a deal for you to sign on Sherpa.`,
    }),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`The deal “${greetableTitle(details.title)}” is approved and ready for your signature.`),
      link('Read and sign', at(placeOf('signature-asked', details))),
      paragraph('Read all of it first, and ask if anything is unclear. You need your password or a code to sign.'),
    ],
  }),
})

function guardianDealPath({
  organization,
  guardianship,
  deal,
}: Record<'guardianship' | 'deal', string> & { organization?: string }) {
  const place = organization ? placedIn(organization, guardianship) : guardianship
  return `/account/guardianships/${place}/deals/${deal}`
}

/** To the guardian of a minor. */
export const guardianSignatureAskedMail = mailKind<{
  name: string
  title: string
  athlete: string
  guardianship: string
  deal: string
  /** Missing in mail of older releases. */
  organization?: string
  reminder?: true
}>({
  name: 'guardian-signature-asked',
  purpose: 'accounts',
  why: 'You received this email because you are the guardian of an athlete on Sherpa.',
  words: (details, at) => ({
    subject: remindedSubject(`Please read and sign: ${greetableTitle(details.title)}`, details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `The deal “${greetableTitle(details.title)}” for ${greetableName(details.athlete) ?? 'the athlete'} is ready for your signature. The athlete is under 18, so a parent or guardian must sign too.`,
      ),
      link('Read and sign', at(guardianDealPath(details))),
      paragraph('Read all of it first, and ask the organization if anything is unclear.'),
    ],
  }),
})

type Ending = NonNullable<NotificationDetails['ending']>
const endedSubjects: Record<Ending, string> = {
  terminated: 'Terminated',
  declined: 'Declined',
  expired: 'Expired',
  'amendment-declined': 'Changes declined',
}
const endedSentences: Record<Ending, (deal: string) => string> = {
  terminated: (deal) => `${deal} was terminated.`,
  declined: (deal) => `${deal} was declined and will not be signed.`,
  expired: (deal) => `${deal} was not signed in time and has expired.`,
  'amendment-declined': (deal) => `The changes to ${deal} were declined. The signed version stays in force.`,
}
const endedInWords = (ending: Ending, deal: string) => {
  const sentence = endedSentences[ending](deal)
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`
}

/** To the athlete and colleagues who were told that the deal goes ahead. */
export const dealEndedMail = mailKind<Omit<AboutDeal, 'deal'> & { deal?: string; ending: Ending }>({
  name: 'deal-ended',
  purpose: 'accounts',
  notification: true,
  why,
  words: ({ deal, ...details }, at) => ({
    subject: `${endedSubjects[details.ending]}: ${greetableTitle(details.title)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(endedInWords(details.ending, `the deal “${greetableTitle(details.title)}”`)),
      deal
        ? link('View deal', at(dealPath({ ...details, deal })))
        : link('Open Sherpa', at(`/organizations/${details.organization}`)),
    ],
  }),
})

/** To the guardian of a minor. */
export const guardianDealEndedMail = mailKind<{
  name: string
  title: string
  athlete: string
  guardianship: string
  organization: string
  deal: string
  ending: Ending
}>({
  name: 'guardian-deal-ended',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you are the guardian of an athlete on Sherpa.',
  words: (details, at) => ({
    subject: `${endedSubjects[details.ending]}: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        endedInWords(
          details.ending,
          `the deal “${greetableTitle(details.title)}” for ${greetableName(details.athlete) ?? 'the athlete'}`,
        ),
      ),
      link('View deals', at('/account/guardianships')),
    ],
  }),
})

/** To the company, if the person who terminates the deal says so. */
export const companyDealEndedMail = mailKind<{
  name: string
  title: string
  organization: string
  organizationName: string
  deal: string
  day: string
}>({
  name: 'company-deal-ended',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you are a party to a deal on Sherpa.',
  words: (details) => ({
    subject: `Ended: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableOrganization(details.organizationName)} recorded that the deal “${greetableTitle(details.title)}” ended on ${details.day}.`,
      ),
      paragraph('This email is for your information only. It is not a notice under the contract.'),
    ],
  }),
})

/** To the other contacts of a minor. */
export const signedForMinorMail = mailKind<{
  organization: string
  athlete: string
  title: string
  signer: string
  side: SigningSide
  /** Owner to contact with objections. Missing in mail of older releases. */
  contact?: { name: string; email: string }
}>({
  name: 'signed-for-minor',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you are a contact of an athlete under 18 on Sherpa. We notify contacts when a deal is signed.',
  words: (details) => ({
    subject: `A deal for ${greetableName(details.athlete) ?? 'an athlete'} was signed`,
    parts: [
      greeting(),
      paragraph(
        `A deal of ${greetableOrganization(details.organization)} for ${greetableName(details.athlete) ?? 'the athlete'} was signed on Sherpa.`,
      ),
      facts(
        ['Deal', greetableTitle(details.title)],
        ['Signed by', `${greetableName(details.signer) ?? 'Someone'} (${signingSides[details.side].toLowerCase()})`],
      ),
      paragraph(objectionText(details.contact)),
    ],
  }),
})

function objectionText(contact: { name: string; email: string } | undefined) {
  if (!contact) return 'If this is wrong, contact the organization right away.'
  const addressee = `${greetableName(contact.name) ?? 'the owner of the organization'}, ${contact.email}`
  return `If you are named here and did not sign, or if you object to the deal, write right away to ${addressee}.`
}

/** To all parties, with the document. */
export const dealSignedMail = mailKind<{
  title: string
  organization: string
  deal: string
  document: string
  number: number
  /** For guardians. */
  guardianship?: string
}>({
  name: 'deal-signed',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you are a party to a deal on Sherpa.',
  words: (details) => ({
    subject: `Signed by all parties: ${greetableTitle(details.title)}`,
    parts: [
      greeting(),
      paragraph(
        `Version ${details.number} of the deal “${greetableTitle(details.title)}” was signed by all parties. The document is attached, with a certificate of who signed and when.`,
      ),
      paragraph('Keep it for your records. The certificate is a record of consent, not legal advice.'),
    ],
  }),
})

/** To the members responsible for the deal. */
export const keyDateNearMail = mailKind<AboutDeal & { date: string; what: string; explained: string }>({
  name: 'key-date-near',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `${details.date}: ${greetableTitle(details.what, 'a key date')}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A key date of the deal “${greetableTitle(details.title)}” is coming up.`),
      facts(
        ['Key date', greetableTitle(details.what, 'a key date')],
        ['Date', details.date],
        ['Based on', details.explained],
      ),
      link('View deal', at(dealPath(details))),
    ],
  }),
})

/** To the agents of an agreement. It names no one: it is sent without another permission check. */
export const agreementEndingMail = mailKind<{
  name: string
  organization: string
  organizationName?: string
  athlete: string
  date: string
}>({
  name: 'agreement-ending',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `${details.date}: a representation agreement ends`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph('A representation agreement ends soon. Renew it, or agree on what comes next.'),
      facts(['Last day', details.date]),
      link('View agreement', at(`/organizations/${details.organization}/athletes/${details.athlete}/documents`)),
    ],
  }),
})

/** To the athlete. */
export const deliverableDueMail = mailKind<
  AboutDeal & {
    date: string
    what: string
    /** Missing in mail of older releases. */
    deliverable?: string
    late?: boolean
  }
>({
  name: 'deliverable-due',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: dueSubject(details),
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`You have something due for “${greetableTitle(details.title)}”.`),
      facts(['Deliverable', greetableTitle(details.what, 'a deliverable')], ['Due', details.date]),
      link('Submit proof', at(placeOf('deliverable-due', details))),
    ],
  }),
})

const dueSubject = ({ date, what, late }: { date: string; what: string; late?: boolean }) =>
  `${late ? 'Overdue since' : 'Due'} ${date}: ${greetableTitle(what, 'a deliverable')}`

/** To the guardian of a minor. */
export const guardianDeliverableDueMail = mailKind<{
  name: string
  athlete: string
  organization: string
  guardianship: string
  deal: string
  what: string
  date: string
  late: boolean
}>({
  name: 'guardian-deliverable-due',
  purpose: 'accounts',
  why: 'You received this email because you are the guardian of an athlete on Sherpa.',
  words: (details, at) => ({
    subject: dueSubject(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`${greetableName(details.athlete) ?? 'The athlete'} has something due. Please help to get it done.`),
      facts(['Deliverable', greetableTitle(details.what, 'a deliverable')], ['Due', details.date]),
      link('View deals', at('/account/guardianships')),
    ],
  }),
})

/** About an athlete's deal, without names of deals and companies. */
type AboutAthlete = { name: string; organization: string; organizationName: string; deal: string; athlete: string }
const athleteOf = ({ athlete }: AboutAthlete) => greetableName(athlete) ?? 'an athlete'

/** To the lead. */
export const deliverableLateMail = mailKind<AboutAthlete & { what: string; date: string }>({
  name: 'deliverable-late',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `Overdue: ${greetableTitle(details.what, 'a deliverable')}, ${athleteOf(details)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A deliverable of ${athleteOf(details)} is overdue.`),
      facts(['Deliverable', greetableTitle(details.what, 'a deliverable')], ['Due', details.date]),
      link('View deliverable', at(dealPath(details))),
    ],
  }),
})

/** To the lead. */
export const signatureLateMail = mailKind<AboutAthlete & { since: string }>({
  name: 'signature-late',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `Signature missing: a deal of ${athleteOf(details)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A deal of ${athleteOf(details)} was approved on ${details.since} and still lacks a signature.`),
      link('View deal', at(dealPath(details))),
      paragraph('Contact the party that is missing, or add the copy signed on paper.'),
    ],
  }),
})

/** To the lead. */
export const paymentLateMail = mailKind<AboutAthlete & { date: string }>({
  name: 'payment-late',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `Payment overdue: ${athleteOf(details)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A payment for ${athleteOf(details)} was due on ${details.date}.`),
      link('View payments', at(placeOf('payment-late', details))),
      paragraph('Record it if it has arrived. Otherwise you can remind the payor.'),
    ],
  }),
})

/** To the athlete. */
export const paymentRecordedMail = mailKind<Omit<AboutAthlete, 'athlete'>>({
  name: 'payment-recorded',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: 'A payment was recorded',
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`${greetableOrganization(details.organizationName)} recorded a payment for one of your deals.`),
      link('View deal', at(dealPath(details))),
    ],
  }),
})

/** To the athlete. */
export const paymentReversedMail = mailKind<Omit<AboutAthlete, 'athlete'>>({
  name: 'payment-reversed',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: 'A payment was reversed',
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableOrganization(details.organizationName)} reversed a payment that was recorded for one of your deals.`,
      ),
      link('View deal', at(dealPath(details))),
    ],
  }),
})

type AboutProof = { what: string; deliverable: string }

/** To the lead. */
export const proofSubmittedMail = mailKind<AboutAthlete & AboutProof>({
  name: 'proof-submitted',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => ({
    subject: `Please review proof: ${greetableTitle(details.what, 'a deliverable')}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`Proof was submitted for a deliverable of ${athleteOf(details)}.`),
      facts(['Deliverable', greetableTitle(details.what, 'a deliverable')]),
      link('Review proof', at(placeOf('deliverable-submitted', details))),
    ],
  }),
})

/** To the athlete. */
export const proofDecidedMail = mailKind<
  Omit<AboutAthlete, 'athlete'> & AboutProof & { decision: 'approved' | 'declined'; comment: string | null }
>({
  name: 'proof-decided',
  purpose: 'accounts',
  notification: true,
  why,
  words: (details, at) => {
    const what = greetableTitle(details.what, 'a deliverable')
    const accepted = details.decision === 'approved'
    return {
      subject: `Proof ${accepted ? 'accepted' : 'returned'}: ${what}`,
      why: whyFor(details),
      parts: [
        greeting(greetableName(details.name)),
        paragraph(accepted ? 'Your proof was accepted.' : 'Your proof was returned. Please submit it again.'),
        facts(['Deliverable', what], ...(details.comment ? [['Comment', details.comment] as [string, string]] : [])),
        link(accepted ? 'View deal' : 'Submit proof', at(placeOf('deliverable-decided', details))),
      ],
    }
  },
})

/** To a guardian. */
export const ageCorrectedMail = mailKind<{ name: string; organization: string; athlete: string; minor: boolean }>({
  name: 'age-corrected',
  purpose: 'accounts',
  why: 'You received this email because you confirmed on Sherpa that you are the parent or guardian of this athlete.',
  words: ({ name, organization, athlete, minor }) => {
    const who = greetableName(athlete) ?? 'the athlete'
    return {
      subject: `The record of ${who} was corrected`,
      parts: [
        greeting(greetableName(name)),
        paragraph(
          `${greetableOrganization(organization)} corrected the birth date or level of ${who}. According to the record, ${who} is ${minor ? 'under 18' : '18 or older'}.`,
        ),
        paragraph(
          minor
            ? 'Deals need your signature again. Submitted deals are reviewed again first.'
            : 'Deals no longer need your signature. Submitted deals are reviewed again first.',
        ),
        paragraph('If this is wrong, contact the organization.'),
      ],
    }
  },
})

export type DealMailParts = LinkMailParts & {
  dealDocument: (organization: string, document: string) => Promise<Buffer>
  /** Checks permission when the mail is composed. */
  maySeeDeal: (person: string, about: { organization: string; deal: string; money?: true }) => Promise<boolean>
  guardianMaySign: (person: string, guardianship: string) => Promise<boolean>
  leadOf: (organization: string, deal: string) => Promise<{ id: string; name: string; email: string } | undefined>
  /** The review, as this approver may see it; undefined if it is over. */
  reviewInMail: (organization: string, deal: string, approver: string) => Promise<ReviewInMail | undefined>
}

export function dealMailKinds(parts: DealMailParts): MailKind[] {
  const { dealDocument, maySeeDeal, guardianMaySign, leadOf, reviewInMail } = parts
  const toGuardian = (person: string, { guardianship }: { guardianship: string }) =>
    guardianMaySign(person, guardianship)
  const withMoney = (person: string, { organization, deal }: { organization: string; deal: string }) =>
    maySeeDeal(person, { organization, deal, money: true })
  const signed = onlyWhile(dealSignedMail, (person, { guardianship, organization, deal }) =>
    guardianship ? guardianMaySign(person, guardianship) : maySeeDeal(person, { organization, deal, money: true }),
  )
  const aboutDeals = [
    onlyWhile(approvalDecidedMail, maySeeDeal),
    onlyWhile(signatureAskedMail, maySeeDeal),
    onlyWhile(guardianSignatureAskedMail, toGuardian),
    onlyWhile(signatureLateMail, maySeeDeal),
    withAttachment(signed, async ({ organization, document, title, number }) => ({
      filename: `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}, version ${number}, signed.pdf`,
      contentType: 'application/pdf',
      content: await dealDocument(organization, document),
    })),
    onlyWhile(keyDateNearMail, maySeeDeal),
    onlyWhile(deliverableDueMail, maySeeDeal),
    onlyWhile(guardianDeliverableDueMail, toGuardian),
    onlyWhile(deliverableLateMail, maySeeDeal),
    onlyWhile(proofSubmittedMail, maySeeDeal),
    onlyWhile(proofDecidedMail, maySeeDeal),
    onlyWhile(paymentLateMail, withMoney),
    onlyWhile(paymentRecordedMail, withMoney),
    onlyWhile(paymentReversedMail, withMoney),
    // An athlete no longer sees a deal that returned to draft.
    onlyWhile(dealEndedMail, async (person, { organization, deal }) =>
      deal ? maySeeDeal(person, { organization, deal }) : true,
    ),
    onlyWhile(guardianDealEndedMail, toGuardian),
    companyDealEndedMail,
    ...linkMailKinds(parts),
  ]
  return [
    withReview(repliesToLead(onlyWhile(approvalAskedMail, maySeeDeal), leadOf), reviewInMail),
    ...aboutDeals.map((kind) => repliesToLead(kind, leadOf)),
    signedForMinorMail,
    ageCorrectedMail,
    agreementEndingMail,
  ]
}

/** Replies go to the lead of the deal, not to us. */
function repliesToLead(kind: MailKind, leadOf: DealMailParts['leadOf']): MailKind {
  return {
    ...kind,
    async compose(mail, parts) {
      const composed = await kind.compose(mail, parts)
      const { organization, deal } = mail.details as { organization?: string; deal: string }
      const lead = composed && organization ? await leadOf(organization, deal) : undefined
      if (!composed || !lead || lead.id === mail.person) return composed
      return { ...composed, replyTo: mailboxOf(lead) }
    },
  }
}

/** Adds the review to the request. Replies go to who asks. */
function withReview(kind: MailKind, reviewInMail: DealMailParts['reviewInMail']): MailKind {
  return {
    ...kind,
    async compose(mail, parts) {
      const details = mail.details as AboutDeal
      const review = mail.person ? await reviewInMail(details.organization, details.deal, mail.person) : undefined
      const composed = await kind.compose({ ...mail, details: { ...details, review } }, parts)
      return composed && review?.asker ? { ...composed, replyTo: mailboxOf(review.asker) } : composed
    },
  }
}
