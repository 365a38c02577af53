import { renderHtml } from './mail-html.ts'
import type { MailDescription } from './mail-kind.ts'
import { renderText } from './mail-text.ts'
import { oneLine } from './mailbox.ts'
import type { Sender } from './sender.ts'

/** What a mail is made of. Written once, read as plain text or as HTML. */
export type Part =
  | { kind: 'greeting'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'quote'; lines: string[] }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'trail'; steps: Step[] }

type Fact = [label: string, value: string]
type Step = { name: string; done: boolean; when?: string }

export const paragraph = (text: string): Part => ({ kind: 'paragraph', text })

/** A value is somebody's input more often than not: on one line, it cannot pass for a fact of its own. */
export const facts = (...facts: Fact[]): Part => ({
  kind: 'facts',
  facts: facts.map(([label, value]) => [label, oneLine(value)]),
})

/** Somebody else's words, set apart so that they cannot pass for ours. */
export const quote = (text: string): Part => ({
  kind: 'quote',
  lines: text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.toWellFormed().replace(/\p{Cc}/gu, ' ')),
})

/** Where to go next: the first of a mail is a button. As text, the address stands alone on its line, so that mail programs find it. */
export const link = (text: string, href: string): Part => ({ kind: 'link', text, href })

/** What has been done and what comes next, in order. */
export const trail = (...steps: Step[]): Part => ({ kind: 'trail', steps })

export function greeting(fullName = ''): Part {
  const name = greetableName(fullName)
  return { kind: 'greeting', text: name ? `Hello ${name},` : 'Hello,' }
}

const couldBeLink = /\/\/|[@<>]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/**
 * Nobody has proved that an address belongs to whoever typed it, so a mail must not carry a stranger's words to it: a name
 * that is long or could become a link is left out.
 */
export function greetableName(fullName: string) {
  const name = oneLine(fullName)
  return name.length <= 80 && !couldBeLink.test(name) ? name : undefined
}

/** An organization is named by strangers too. */
export function greetableOrganization(name: string) {
  return greetableName(name) ?? 'an organization'
}

/** So are deals, dates and deliverables. */
export function greetableTitle(title: string, otherwise = 'a deal') {
  const short = oneLine(title)
  return short.length <= 160 && !couldBeLink.test(short) ? short : otherwise
}

/** The heading defaults to the subject, `why` to that of the mail kind. */
export type MailContent = { subject: string; heading?: string; why?: string; parts: Part[] }

/** All that a mail says, in the order in which it says it. */
export type FilledTemplate = {
  heading: string
  /** What a list of mail shows beside the subject. */
  preview: string
  parts: Part[]
  signature: { name: string; about: string } | undefined
  footer: { why: string; company: string; siteUrl: string; privacyUrl: string }
}

/** One look for every kind of mail: wordmark, heading, parts, signature, and a footer that says who we are and why this was sent. */
export function fillTemplate(
  kind: Pick<MailDescription, 'why' | 'toStaff'>,
  { subject, heading = subject, why = kind.why, parts }: MailContent,
  { company }: Sender,
) {
  const filled: FilledTemplate = {
    heading: oneLine(heading),
    preview: parts.find((part) => part.kind === 'paragraph')?.text ?? '',
    parts,
    signature: kind.toStaff ? undefined : { name: 'The Sherpa team', about: 'Questions? Reply to this email.' },
    footer: {
      why,
      company: `${company.name}, ${company.postalAddress}`,
      siteUrl: company.siteUrl,
      privacyUrl: `${company.siteUrl}/privacy-policy`,
    },
  }
  return { subject: oneLine(subject), text: renderText(filled), html: renderHtml(filled) }
}
