import { type Decision, decisions, type SigningSide, signingSides } from '@sherpa/contracts/deal'
import { type MailKind, mailKind, onlyWhile, withAttachment } from '../../mail/mail-kind.ts'
import {
  facts,
  greetableName,
  greetableOrganization,
  greetableTitle,
  greeting,
  link,
  paragraph,
} from '../../mail/mail-template.ts'

/** Deal mail contains no amounts, since these need a permission. Mail of older releases has no organization name. */
type AboutDeal = { name: string; title: string; organization: string; organizationName?: string; deal: string }

const why = 'You received this email because you are part of an organization on Sherpa.'
const whyFor = ({ organizationName }: AboutDeal) =>
  organizationName
    ? `You received this email because you are part of ${greetableOrganization(organizationName)} on Sherpa.`
    : why
const pathOf = ({ organization, deal }: AboutDeal) => `/organizations/${organization}/deals/${deal}`

export const approvalAskedMail = mailKind<AboutDeal>({
  name: 'approval-asked',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `Please review: ${greetableTitle(details.title)}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`The deal “${greetableTitle(details.title)}” is ready for your review.`),
      link('Review deal', at(pathOf(details))),
      paragraph('Approve it, request changes or decline it. Add a comment if you don’t approve it.'),
    ],
  }),
})

const decisionVerbs: Record<Decision, string> = {
  approved: 'approved',
  changes: 'requested changes to',
  declined: 'declined',
}

export const approvalDecidedMail = mailKind<AboutDeal & { by: string; decision: Decision; comment: string | null }>({
  name: 'approval-decided',
  purpose: 'accounts',
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
      link('View deal', at(pathOf(details))),
    ],
  }),
})

/** To the athlete. */
export const signatureAskedMail = mailKind<AboutDeal>({
  name: 'signature-asked',
  purpose: 'accounts',
  why: 'You received this email because an organization on Sherpa has a deal for you to sign.',
  words: (details, at) => ({
    subject: `Please read and sign: ${greetableTitle(details.title)}`,
    ...(details.organizationName && {
      why: `You received this email because ${greetableOrganization(details.organizationName)} has a deal for you to sign on Sherpa.`,
    }),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`The deal “${greetableTitle(details.title)}” is approved and ready for your signature.`),
      link('Read and sign', at(pathOf(details))),
      paragraph('Read all of it first, and ask if anything is unclear. You need your password or a code to sign.'),
    ],
  }),
})

/** To the guardian of a minor. */
export const guardianSignatureAskedMail = mailKind<{
  name: string
  title: string
  athlete: string
  guardianship: string
  deal: string
}>({
  name: 'guardian-signature-asked',
  purpose: 'accounts',
  why: 'You received this email because you are the guardian of an athlete on Sherpa.',
  words: (details, at) => ({
    subject: `Please read and sign: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `The deal “${greetableTitle(details.title)}” for ${greetableName(details.athlete) ?? 'the athlete'} is ready for your signature. The athlete is under 18, so a parent or guardian must sign too.`,
      ),
      link('Read and sign', at(`/account/guardianships/${details.guardianship}/deals/${details.deal}`)),
      paragraph('Read all of it first, and ask the organization if anything is unclear.'),
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
      link('View deal', at(pathOf(details))),
    ],
  }),
})

export const deliverableDueMail = mailKind<AboutDeal & { date: string; what: string }>({
  name: 'deliverable-due',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `Due ${details.date}: ${greetableTitle(details.what, 'a deliverable')}`,
    why: whyFor(details),
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`You have something due for “${greetableTitle(details.title)}”.`),
      facts(['Deliverable', greetableTitle(details.what, 'a deliverable')], ['Due', details.date]),
      link('Submit proof', at(pathOf(details))),
    ],
  }),
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

export type DealMailParts = {
  dealDocument: (organization: string, document: string) => Promise<Buffer>
  /** Checks permission when the mail is composed. */
  maySeeDeal: (person: string, about: { organization: string; deal: string; money?: true }) => Promise<boolean>
  guardianMaySign: (person: string, guardianship: string) => Promise<boolean>
}

export function dealMailKinds({ dealDocument, maySeeDeal, guardianMaySign }: DealMailParts): MailKind[] {
  const toGuardian = (person: string, { guardianship }: { guardianship: string }) =>
    guardianMaySign(person, guardianship)
  const signed = onlyWhile(dealSignedMail, (person, { guardianship, organization, deal }) =>
    guardianship ? guardianMaySign(person, guardianship) : maySeeDeal(person, { organization, deal, money: true }),
  )
  return [
    onlyWhile(approvalAskedMail, maySeeDeal),
    onlyWhile(approvalDecidedMail, maySeeDeal),
    onlyWhile(signatureAskedMail, maySeeDeal),
    onlyWhile(guardianSignatureAskedMail, toGuardian),
    signedForMinorMail,
    ageCorrectedMail,
    withAttachment(signed, async ({ organization, document, title, number }) => ({
      filename: `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '')}, version ${number}, signed.pdf`,
      contentType: 'application/pdf',
      content: await dealDocument(organization, document),
    })),
    onlyWhile(keyDateNearMail, maySeeDeal),
    onlyWhile(deliverableDueMail, maySeeDeal),
  ]
}
