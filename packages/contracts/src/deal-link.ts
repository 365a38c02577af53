import * as z from 'zod/mini'
import { accountMessages, emailAddressOr, oneTimeToken } from './account.ts'
import { amountMinor, currency } from './currency.ts'
import { deal, dealKind, linkEnds, linkPurposes, signingSides } from './deal.ts'
import { boundedString, line, requiredLine, requiredText, text } from './text.ts'

/** Links by which a company reads and signs a version without an account. */
export const LINK_DAYS = 14
export const CODE_MINUTES = 10
/** Close a link for an hour. */
export const WRONG_CODES_FOR_AN_HOUR = 5
/** Within a day of each other, close it until the organization reopens it. */
export const MOST_WRONG_CODES = 20
export const CODES_PER_HOUR = 3
/** How long a device stays confirmed. */
export const DEVICE_DAYS = 30
/** The page of a deal stays open for this long after the deal's end. */
export const PAGE_DAYS = 90

const when = z.iso.datetime()
const day = z.nullable(z.string())
const token = { token: oneTimeToken }
const code = boundedString(12).check(z.regex(/^\d{6}$/, 'Enter the 6 digits from your email'))

const recipient = {
  name: requiredLine(120, 'Enter a name'),
  title: z.nullable(line(80)),
  email: emailAddressOr(accountMessages.emailRequired),
}
export const newDealLink = z.strictObject({
  purpose: z.enum(linkPurposes),
  /** The version that the sender sees. */
  number: z.int(),
  ...recipient,
})
export type NewDealLink = z.infer<typeof newDealLink>

export const sentDeal = z.extend(deal, {
  /** What should have happened before anyone signs. It stops nothing. */
  warnings: z.array(z.string()),
})
export type SentDeal = z.infer<typeof sentDeal>

/** The terms that a company sees, and whose hash it signs. No fee, approvals, notes, internal dates or other deals. */
export const sharedDeal = z.object({
  deal: z.uuid(),
  number: z.int(),
  kind: dealKind,
  title: z.string(),
  organization: z.string(),
  athlete: z.string(),
  company: z.string(),
  startsOn: day,
  endsOn: day,
  category: z.nullable(z.string()),
  exclusivity: z.string(),
  territory: z.string(),
  usageRights: z.nullable(z.string()),
  currency,
  payments: z.array(z.object({ due: z.string(), title: z.string(), amountMinor })),
  deliverables: z.array(
    z.object({
      title: z.string(),
      count: z.int(),
      platform: z.nullable(z.string()),
      disclosureTag: z.nullable(z.string()),
      dueOn: day,
    }),
  ),
  /** SHA-256 of the contract PDF, if the version has one. */
  contract: z.nullable(z.string()),
})
export type SharedDeal = z.infer<typeof sharedDeal>

const file = z.object({ id: z.uuid(), name: z.string() })

/** Behind a confirmed device: a signed deal as the company sees it. */
const companyPage = z.object({
  copies: z.array(file),
  payments: z.array(
    z.object({
      title: z.string(),
      dueOn: day,
      amountMinor,
      /** Still due. 0 if paid, in kind or conditional. */
      openMinor: amountMinor,
      /** Owed only if this happens; null once it has. */
      condition: z.nullable(z.string()),
      inKind: z.boolean(),
    }),
  ),
  deliverables: z.array(
    z.object({
      title: z.string(),
      dueOn: day,
      acceptedAt: z.nullable(when),
      /** Accepted proof only. */
      proofs: z.array(z.object({ link: z.nullable(z.string()), file: z.nullable(file) })),
    }),
  ),
  /** Null while the term runs. */
  ended: z.nullable(z.object({ on: z.string(), terminated: z.boolean() })),
  /** The page closes after this day; null for an open term. */
  until: day,
})
export type CompanyPage = z.infer<typeof companyPage>

/** What a link shows. Closed links name the organization only. */
export const linkedDeal = z.object({
  /**
   * `signed`: other parties still have to sign. `page`: the deal was signed by all parties. `page-expired`: it ended too
   * long ago. `version-withdrawn`: the company signed, but the version never came into force.
   */
  state: z.enum(['open', 'signed', 'page', ...linkEnds, 'page-expired', 'version-withdrawn']),
  organization: z.string(),
  /** With `codes`: when the link opens again. Null: once the organization reopens it. */
  lockedUntil: z.nullable(when),
  details: z.nullable(
    z.object({
      recipient: z.object({ name: z.string(), title: z.nullable(z.string()), maskedEmail: z.string() }),
      lead: z.nullable(z.object({ name: z.string(), email: z.string() })),
      expiresAt: z.nullable(when),
      /** The company cannot sign right now. The reason is internal. */
      paused: z.boolean(),
      /** Null without a confirmed device, once the company has signed. */
      shared: z.nullable(sharedDeal),
      /** Hash of `shared`. */
      hash: z.nullable(z.string()),
      contract: z.nullable(file),
      signed: z.array(z.enum(Object.keys(signingSides) as (keyof typeof signingSides)[])),
      missing: z.array(z.enum(Object.keys(signingSides) as (keyof typeof signingSides)[])),
      page: z.nullable(companyPage),
      /** Whom the recipient named to sign instead: waits for the organization, or was refused. */
      reassignment: z.nullable(z.object({ name: z.string(), refused: z.boolean() })),
    }),
  ),
})
export type LinkedDeal = z.infer<typeof linkedDeal>

const device = z.optional(boundedString(500))
export const linkQuestion = z.strictObject({ ...token, device })
export const linkOnly = z.strictObject(token)
export const codeSent = z.object({ maskedEmail: z.string() })

export const linkSigningIntent =
  'I have read this version of the deal, I may sign for the company, and I sign it by typing my name.'
export const newLinkSignature = z.strictObject({
  ...token,
  code,
  /** The hash of the displayed document. */
  hash: boundedString(64).check(z.regex(/^[\da-f]{64}$/)),
  name: requiredLine(120, 'Type your full name'),
  title: requiredLine(80, 'Enter your title'),
  agrees: z.literal(true, 'Confirm that you may sign'),
})
export type NewLinkSignature = z.infer<typeof newLinkSignature>

export const newLinkAnswer = z.strictObject({ ...token, code, text: requiredText(2000, 'Enter what you would change') })
export const newLinkRefusal = z.strictObject({ ...token, code, text: z.nullable(text(2000)) })
export const newLinkDevice = z.strictObject({ ...token, code })
/** Keeps the device confirmed. */
export const linkDevice = z.object({ device: z.string() })

/** Someone else who signs for the company. */
export const newReassignment = z.strictObject({ ...token, code, ...recipient })
export type NewReassignment = z.infer<typeof newReassignment>
/** `waiting`: the address is outside of the company's mail domain, so the organization confirms it first. */
export const reassigned = z.object({ state: z.enum(['sent', 'waiting']) })
export type Reassigned = z.infer<typeof reassigned>
export const reassignmentDecision = z.strictObject({
  /** The address that was shown. */
  email: recipient.email,
  decision: z.enum(['confirmed', 'refused']),
})
export type ReassignmentDecision = z.infer<typeof reassignmentDecision>
