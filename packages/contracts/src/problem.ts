import { z } from 'zod'
import { secondFactorSentence } from './second-factor.ts'

/** All problem codes. Never rename one: clients may depend on it. */
export const problemCodes = {
  'malformed-request': { status: 400, title: 'The request could not be read' },
  'sign-in-required': { status: 401, title: 'Log in to continue' },
  'wrong-credentials': { status: 401, title: 'Incorrect email or password' },
  'wrong-code': { status: 401, title: 'This code is incorrect or has expired' },
  'second-factor-required': { status: 403, title: secondFactorSentence },
  'not-permitted': { status: 403, title: 'You don’t have permission to do this' },
  'not-yours': { status: 403, title: 'Only the person who wrote this can remove it' },
  'only-the-athlete': { status: 403, title: 'Only the athlete can change this. Edit the record instead' },
  'not-found': { status: 404, title: 'Not found' },
  'file-missing': { status: 404, title: 'The content of this file is missing. Contact us, or upload it again' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed' },
  'not-a-member': { status: 409, title: 'This person is not a member. Invite them again first' },
  'idempotency-key-reused': { status: 409, title: 'This Idempotency-Key was already used for another request' },
  'already-subscribed': { status: 409, title: 'This organization already has a subscription' },
  'not-subscribed': { status: 409, title: 'This organization has no subscription' },
  'offer-replaced': { status: 409, title: 'This price is no longer offered. Please review the new one' },
  'no-seat-left': { status: 409, title: 'All seats in your plan are taken. Add seats or remove someone' },
  'no-room-for-athletes': {
    status: 409,
    title: 'Your plan’s limit for signed athletes is reached. Choose a larger plan',
  },
  'sample-stays-inside': { status: 409, title: 'This is a sample. Invite people to an organization of your own' },
  'already-a-member': { status: 409, title: 'This person is already a member' },
  'already-invited': { status: 409, title: 'This person already has an open invitation' },
  'athlete-without-email': { status: 409, title: 'Enter the athlete’s email address first' },
  'athlete-linked': { status: 409, title: 'This athlete already has an account' },
  'athlete-under-13': { status: 409, title: 'Athletes under 13 cannot have an account' },
  'birth-date-needed': {
    status: 409,
    title: 'Enter the athlete’s birth date first. Their age decides whether they can have an account',
  },
  'guardian-consent-needed': {
    status: 409,
    title: 'This athlete is under 18. A parent or guardian must confirm and allow an account first',
  },
  'address-of-contact': {
    status: 409,
    title: 'One of the athlete’s contacts has this email address. The athlete needs an address of their own',
  },
  'disclosure-move-not-possible': { status: 409, title: 'This is not possible in the disclosure’s current state' },
  'disclosure-filed': {
    status: 409,
    title: 'This disclosure was submitted and stays on record. Withdraw or revise it',
  },
  'disclosure-open': { status: 409, title: 'This report is already open. Continue with the open one' },
  'proof-needed': { status: 409, title: 'Add a confirmation number or a file as proof of the submission first' },
  'packet-incomplete': { status: 409, title: 'Some fields of the packet are empty. Complete them first' },
  'deal-has-disclosures': {
    status: 409,
    title: 'This deal has disclosures. Delete their drafts first. If one was submitted, decline the deal instead',
  },
  'agreed-day-needed': { status: 409, title: 'Enter the day on which the deal was signed or agreed' },
  'payor-answered': { status: 409, title: 'The payor has already answered' },
  'only-athletes-report': { status: 403, title: 'Only athletes report deals. Add the deal instead' },
  'report-decided': { status: 409, title: 'A colleague has already answered this report' },
  'not-a-minor': { status: 409, title: 'Only athletes under 18 have guardians' },
  'not-a-guardian': { status: 409, title: 'Only a parent or guardian can be asked' },
  'contact-without-email': { status: 409, title: 'Enter the contact’s email address first' },
  'address-of-athlete': {
    status: 409,
    title: 'The athlete has this email address. A guardian needs an address of their own',
  },
  'address-of-member': {
    status: 409,
    title: 'A member of the organization has this email address. Members cannot be guardians',
  },
  'guardian-here': {
    status: 409,
    title: 'This person is the guardian of an athlete here. End the guardianship before they become a member',
  },
  'another-may-verify': {
    status: 409,
    title: 'You sent the request to this guardian. Ask a colleague who can edit this athlete to verify them',
  },
  'objection-open': {
    status: 409,
    title: 'A guardian objected to this deal. Signing is paused until compliance or an owner lifts the objection',
  },
  'signing-paused': { status: 409, title: 'Signing is paused. Your contact will tell you when you can sign' },
  'age-corrected': {
    status: 409,
    title:
      'The athlete’s birth date or level was corrected after this deal was submitted. Withdraw it and submit it again',
  },
  'age-reason-needed': {
    status: 409,
    title: 'This athlete has or had a verified guardian. Enter a reason for changing them to an adult',
  },
  'signed-pdf-needed': { status: 409, title: 'Add the signed document as a PDF first' },
  'already-a-guardian': { status: 409, title: 'This contact has already confirmed they are the guardian' },
  'not-confirmed': { status: 409, title: 'The guardian must confirm first' },
  'account-exists': { status: 409, title: 'This email address already has an account. Log in to continue' },
  'last-owner': { status: 409, title: 'An organization needs an owner. Transfer ownership first' },
  'invoice-settled': { status: 409, title: 'This invoice is already paid' },
  'changed-meanwhile': { status: 409, title: 'A colleague has just changed this. Review the change and try again' },
  'move-not-possible': { status: 409, title: 'This is not possible in the request’s current status' },
  'too-many-proposals': {
    status: 409,
    title: 'You have already proposed several times. Please wait for our reply by email',
  },
  'demo-not-begun': { status: 409, title: 'This demo has not started yet' },
  'colleague-busy': { status: 409, title: 'This colleague has another demo at that time' },
  'mail-outdated': { status: 409, title: 'This email is out of date and can’t be resent' },
  'nobody-on-duty': {
    status: 409,
    title: 'Nobody is on duty. Choose a colleague here, or set the rotation under Reports',
  },
  'nobody-free': { status: 409, title: 'Nobody on duty is free at that time' },
  'too-many-rows-to-watch': {
    status: 409,
    title: 'Alerts work for up to 1,000 results. Narrow the search first',
  },
  'too-many-shared-views': { status: 409, title: 'You can share at most 20 views per list. Stop sharing one first' },
  'too-many-views': { status: 409, title: 'You can save at most 50 views. Delete one of yours first' },
  'too-many-custom-fields': { status: 409, title: 'You can add at most 50 custom fields. Remove one first' },
  'too-many-programs': { status: 409, title: 'You can add at most 200 programs. Remove one first' },
  'program-in-use': {
    status: 409,
    title: 'This program has or had athletes or members. Archive it instead',
  },
  'selection-changed': { status: 409, title: 'The list has changed. Review your selection and try again' },
  'deal-move-not-possible': { status: 409, title: 'This is not possible at the deal’s current stage' },
  'version-replaced': { status: 409, title: 'There is a newer version of this deal. Please review it' },
  'nobody-can-approve': {
    status: 409,
    title:
      'You can’t approve your own deal, and nobody else here can approve deals yet. Invite an approver, or ask the owner to allow self-approval',
  },
  'another-may-approve': { status: 409, title: 'Someone else can approve this deal now. Ask them for approval' },
  'import-changed': { status: 409, title: 'The import has changed. Review it and approve it again' },
  'import-approval-needed': { status: 409, title: 'A colleague has to approve this file first. Ask for approval' },
  'not-a-zip': { status: 422, title: 'This is not a ZIP archive that can be opened. Choose another file' },
  'not-your-turn': { status: 403, title: 'This deal is not waiting for your review' },
  'deal-incomplete': { status: 409, title: 'Some terms are missing. Add them first' },
  'deals-conflict': {
    status: 409,
    title: 'This deal conflicts with another one. Change it, or ask an approver to allow the conflict',
  },
  'guardian-needed': {
    status: 409,
    title:
      'This athlete is under 18 and needs a verified guardian before signing. The athlete’s record says what is missing',
  },
  'already-signed': { status: 409, title: 'This party has already signed' },
  'guardian-signs-first': { status: 409, title: 'The guardian signs before the athlete. Wait for their signature' },
  'link-to-insider': {
    status: 409,
    title: 'A member, athlete or guardian of your organization has this email address. Enter one of the company',
  },
  'address-not-accepted': {
    status: 409,
    title: 'We can’t send the deal to this address. Enter another one and use a new code, or ask your contact',
  },
  'page-expired': {
    status: 409,
    title: 'This deal ended more than 90 days ago, so its page is closed. Send the company the signed copy instead',
  },
  'signed-inside': { status: 409, title: 'Your organization is the company in this deal, so it signs here' },
  'code-limit': { status: 429, title: 'We sent 3 codes within an hour. Use the last one, or try again later' },
  'contract-not-pdf': { status: 415, title: 'Upload the contract as a PDF that can be opened' },
  'another-may-add-copy': {
    status: 409,
    title: 'You lead or edited this deal. Ask a colleague who can edit deals to add the guardian’s signed copy',
  },
  'paper-not-confirmed': {
    status: 403,
    title: 'Confirm your identity with your password or a code, then add the signed copy again',
  },
  'not-your-signature': {
    status: 403,
    title:
      'Only the athlete can sign here, and approvers where your organization is the company. Guardians sign on their own page',
  },
  'deal-in-force': { status: 409, title: 'A signed deal can’t be removed. Terminate it instead' },
  'deal-has-expenses': {
    status: 409,
    title: 'This deal has expenses and can’t be removed. Decline it instead',
  },
  'merged-deals-signed': {
    status: 409,
    title: 'A deal from this merge has been signed since. The merge can’t be undone',
  },
  'deal-has-bookings': {
    status: 409,
    title: 'This deal has recorded payments. Its currency and who pays can’t change',
  },
  'already-reversed': { status: 409, title: 'This is already reversed' },
  'other-currency': { status: 409, title: 'This is in another currency. Record each currency separately' },
  'payment-is-ours': { status: 409, title: 'Your organization pays this. Record a payout instead' },
  'payment-is-not-ours': { status: 409, title: 'Someone else pays this. Record a payment instead' },
  'deal-not-signed': { status: 409, title: 'This deal is not signed, so payments can’t be recorded yet' },
  'deal-not-in-force': {
    status: 409,
    title: 'This deal is not in force, so its conditions can’t change',
  },
  'more-than-owed': { status: 409, title: 'This is more than the amount owed' },
  'condition-decided': { status: 409, title: 'This payment is not conditional' },
  'payment-has-paydays': { status: 409, title: 'This payment has paydays. Remove them first' },
  'payment-has-receipts': { status: 409, title: 'This payment has receipts. Reverse them first' },
  'payment-not-late': { status: 409, title: 'This payment is not overdue, so no reminder was sent' },
  'reminded-recently': { status: 409, title: 'A reminder was already sent today' },
  'nobody-reachable': { status: 409, title: 'Nobody can be reached, so no reminder was sent' },
  'bank-line-booked': { status: 409, title: 'This bank transaction is already matched or ignored' },
  'expense-decided': { status: 409, title: 'This expense is already approved or rejected' },
  'own-expense': { status: 403, title: 'Someone else must approve your expense' },
  'expense-recouped': {
    status: 409,
    title: 'This expense is partly recouped or reimbursed. Reverse those receipts and payouts first',
  },
  'receipt-kept': { status: 409, title: 'This expense was approved with its receipt, which can’t be replaced' },
  'nothing-to-invoice': { status: 409, title: 'There are no fees to invoice for this athlete' },
  'invoice-not-open': { status: 409, title: 'This invoice is already paid or void' },
  'invoice-has-payments': { status: 409, title: 'This invoice has payments. Reverse them first' },
  'month-not-over': { status: 409, title: 'Only a past month can be closed' },
  'company-in-use': { status: 409, title: 'This company has deals. Merge it into another company instead' },
  'invite-from-record': {
    status: 409,
    title: 'Athletes are invited from their own record. Open the athlete and choose “Invite to Sherpa”',
  },
  'verdicts-unanswered': {
    status: 409,
    title: 'A compliance rule blocks this version. Answer it with a reason, or request changes',
  },
  'verdict-not-answerable': {
    status: 409,
    title: 'This rule doesn’t block the version, or a reason can’t replace what it demands',
  },
  'own-company': {
    status: 409,
    title: 'This company is your organization. It can’t be removed or merged into another one',
  },
  'own-company-pays': {
    status: 409,
    title:
      'The other company has submitted deals, so it can’t be merged into your organization: payments to your athletes would become yours',
  },
  'sample-exists': { status: 409, title: 'You already have a sample organization. Remove it first' },
  'not-a-sample': { status: 409, title: 'This organization is not a sample' },
  'other-has-signed-deals': {
    status: 409,
    title: 'The other record has signed deals or expenses. Open that record, and merge this one into it',
  },
  'both-have-signed-deals': {
    status: 409,
    title: 'Both records have signed deals or expenses, so they cannot be merged',
  },
  'both-have-accounts': {
    status: 409,
    title: 'Both records belong to someone with an account. Remove one of them from the organization first',
  },
  'too-many-files': {
    status: 409,
    title: 'An athlete can have at most 200 files with 20 versions each. Remove one first',
  },
  'file-other-type': { status: 409, title: 'A new version must be of the same type as the file' },
  'archive-under-way': { status: 409, title: 'An archive is already being prepared' },
  'import-under-way': {
    status: 409,
    title: 'This is not possible while the import is running or after it has finished',
  },
  'another-import-running': {
    status: 409,
    title: 'Another import is running. Wait until it is done, or stop it first',
  },
  'check-first': { status: 409, title: 'Check the file first' },
  'nothing-to-undo': { status: 409, title: 'This import can no longer be undone' },
  'second-factor-set': { status: 409, title: 'Two-factor authentication is already on' },
  'link-expired': { status: 410, title: 'This link has expired or was already used' },
  'data-erased': { status: 410, title: 'This request and all its data were erased' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'file-over-limit': { status: 413, title: 'This file is larger than 25 MB' },
  'file-type-not-allowed': {
    status: 415,
    title:
      'This file type is not supported. Upload a PDF, image, Word, Excel or PowerPoint file, CSV or text in UTF-8, or MP4 video',
  },
  'signed-copy-not-openable': {
    status: 415,
    title: 'This file can’t be opened. Upload the signed copy as a PDF or a photo (JPEG, PNG, GIF or WebP)',
  },
  'file-misnamed': { status: 415, title: 'The content of this file does not match its extension' },
  'file-has-macros': { status: 415, title: 'Office files with macros are not allowed' },
  'receipt-type-not-allowed': {
    status: 415,
    title: 'Upload the receipt as a photo (JPEG, PNG or WebP) or a PDF',
  },
  'scan-type-not-allowed': { status: 415, title: 'Upload a PDF or a photo (JPEG, PNG or WebP)' },
  'picture-over-limit': { status: 413, title: 'This picture is too large' },
  'picture-type-not-allowed': { status: 415, title: 'A picture must be a JPEG, PNG or WebP image' },
  'file-empty': { status: 422, title: 'This file is empty' },
  'file-too-large': { status: 413, title: 'This file is larger than 50 MB. Split it into smaller files' },
  'too-many-rows': { status: 413, title: 'This file has more than 100,000 rows. Split it into smaller files' },
  'other-cell': { status: 421, title: 'This organization is on other servers now. Load the page again' },
  'unsupported-media-type': { status: 415, title: 'This content type is not supported' },
  'not-a-table': {
    status: 422,
    title: 'This file is not a readable table. Save your spreadsheet as CSV and try again',
  },
  'empty-table': { status: 422, title: 'This table has no rows' },
  'invalid-fields': { status: 422, title: 'Some fields are not valid' },
  'too-many-mails': {
    status: 429,
    title: 'Your organization has sent too many emails today. Try again tomorrow, or contact us if you need more',
  },
  'rate-limited': { status: 429, title: 'Too many attempts. Try again later' },
  'internal-error': { status: 500, title: 'Something went wrong on our side' },
  'organization-moving': {
    status: 503,
    title: 'This organization is being moved to other servers. Try again in a few minutes',
  },
  unavailable: { status: 503, title: 'Sherpa is not available right now. Try again in a minute' },
} as const

export type ProblemCode = keyof typeof problemCodes

/** RFC 9457. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]),
  /** The specific cause, if the title is too general. */
  detail: z.string().optional(),
  /** Errors by field. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** The current record, in a conflict. */
  present: z.unknown().optional(),
  /** The cell to ask instead, with its address, and the organization that is there. */
  moved: z.object({ cell: z.string(), organization: z.uuid().optional(), address: z.string().optional() }).optional(),
})

export type Problem = z.infer<typeof problem>

export type ProblemDetails = Pick<Problem, 'detail' | 'errors' | 'present' | 'moved'>

export function problemOf(code: ProblemCode, { detail, errors, present, moved }: ProblemDetails = {}): Problem {
  return {
    type: 'about:blank',
    ...problemCodes[code],
    code,
    ...(detail && { detail }),
    ...(errors && { errors }),
    ...(present !== undefined && { present }),
    ...(moved && { moved }),
  }
}

/** Expected failure; the error handler turns it into a problem document. */
export class Refusal extends Error {
  readonly code: ProblemCode
  readonly detail: string | undefined
  readonly errors: Problem['errors']
  readonly present: unknown
  readonly moved: Problem['moved']
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, more: ProblemDetails & { retryAfterSeconds?: number } = {}) {
    super(code)
    this.code = code
    this.detail = more.detail
    this.errors = more.errors
    this.present = more.present
    this.moved = more.moved
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
