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

/** Mail about deals names no amounts: those are shown where it leads to, to whoever may see them. */
type AboutDeal = { name: string; title: string; organization: string; deal: string }

const why = 'You received this email because you work on deals in an organization on Sherpa.'
const pathOf = ({ organization, deal }: AboutDeal) => `/organizations/${organization}/deals/${deal}`

export const approvalAskedMail = mailKind<AboutDeal>({
  name: 'approval-asked',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `A deal waits for your decision: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A version of the deal “${greetableTitle(details.title)}” is ready for your decision.`),
      link('Look at the deal', at(pathOf(details))),
      paragraph('You can approve it, ask for changes, or decline it. Say why if you do not approve it.'),
    ],
  }),
})

export const approvalDecidedMail = mailKind<AboutDeal & { by: string; decision: Decision; word: string | null }>({
  name: 'approval-decided',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `${decisions[details.decision]}: ${greetableTitle(details.title)}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(
        `${greetableName(details.by) ?? 'A colleague'} has decided about the deal “${greetableTitle(details.title)}”.`,
      ),
      facts(
        ['Decision', decisions[details.decision]],
        ...(details.word ? [['Note', details.word] as [string, string]] : []),
      ),
      link('Look at the deal', at(pathOf(details))),
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
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`The deal “${greetableTitle(details.title)}” is approved, and waits for your signature.`),
      link('Read and sign', at(pathOf(details))),
      paragraph(
        'Read all of it first, and ask if something is not clear. You are asked for your password again when you sign.',
      ),
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
        `The deal “${greetableTitle(details.title)}” for ${greetableName(details.athlete) ?? 'the athlete'} waits for your signature. The athlete is under 18, so a parent or guardian signs too.`,
      ),
      link('Read and sign', at(`/account/guardianships/${details.guardianship}/deals/${details.deal}`)),
      paragraph('Read all of it first, and ask the organization if something is not clear.'),
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
}>({
  name: 'signed-for-minor',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because an organization on Sherpa has your address as that of a contact of an athlete under 18. You are told when a deal is signed.',
  words: (details) => ({
    subject: `A deal for ${greetableName(details.athlete) ?? 'an athlete'} was signed`,
    parts: [
      greeting(),
      paragraph(
        `${greetableOrganization(details.organization)} has a deal for ${greetableName(details.athlete) ?? 'the athlete'} that was signed on Sherpa.`,
      ),
      facts(
        ['Deal', greetableTitle(details.title)],
        ['Signed by', `${greetableName(details.signer) ?? 'Someone'} (${signingSides[details.side].toLowerCase()})`],
      ),
      paragraph('If this is wrong, write to the organization at once.'),
    ],
  }),
})

/** To all sides, with the document. */
export const dealSignedMail = mailKind<{
  title: string
  organization: string
  deal: string
  document: string
  number: number
  /** Of a guardian. */
  guardianship?: string
}>({
  name: 'deal-signed',
  purpose: 'accounts',
  unlimited: true,
  why: 'You received this email because you are one of the sides of a deal on Sherpa.',
  words: (details) => ({
    subject: `Signed by all sides: ${greetableTitle(details.title)}`,
    parts: [
      greeting(),
      paragraph(
        `Version ${details.number} of the deal “${greetableTitle(details.title)}” was signed by all sides. The document is attached, with a certificate of who signed, and when.`,
      ),
      paragraph('Keep it. The certificate is a record of consent, and not legal advice.'),
    ],
  }),
})

/** To whoever answers for a deal, or the athlete. */
export const keyDateNearMail = mailKind<AboutDeal & { date: string; what: string; explained: string }>({
  name: 'key-date-near',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `${details.date}: ${greetableTitle(details.what, 'something')}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`A date of the deal “${greetableTitle(details.title)}” is near.`),
      facts(['What', greetableTitle(details.what, 'something')], ['When', details.date], ['From', details.explained]),
      link('Look at the deal', at(pathOf(details))),
    ],
  }),
})

export const deliverableDueMail = mailKind<AboutDeal & { date: string; what: string }>({
  name: 'deliverable-due',
  purpose: 'accounts',
  why,
  words: (details, at) => ({
    subject: `Due ${details.date}: ${greetableTitle(details.what, 'something')}`,
    parts: [
      greeting(greetableName(details.name)),
      paragraph(`Something is due under the deal “${greetableTitle(details.title)}”.`),
      facts(['What', greetableTitle(details.what, 'something')], ['Due', details.date]),
      link('Send proof', at(pathOf(details))),
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
          `${greetableOrganization(organization)} has corrected the birth date or level of ${who}. By the record, ${who} is now ${minor ? 'under 18' : '18 or older'}.`,
        ),
        paragraph(
          minor
            ? 'Deals need your signature again. Those that were submitted before are reviewed again first.'
            : 'Deals no longer need your signature. Those that were submitted before are reviewed again first.',
        ),
        paragraph('If this is wrong, tell the organization.'),
      ],
    }
  },
})

export type DealMailParts = {
  dealDocument: (organization: string, document: string) => Promise<Buffer>
  /** Whether a person may know of a deal at this moment: as a member, or as a guardian who signs it. */
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
