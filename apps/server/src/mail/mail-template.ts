import { renderHtml } from './mail-html.ts'
import type { MailDescription } from './mail-kind.ts'
import { renderText } from './mail-text.ts'
import { oneLine } from './mailbox.ts'
import type { Sender } from './sender.ts'

/** Building blocks of a mail, rendered as plain text and HTML. */
export type Part =
  | { kind: 'greeting'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'quote'; lines: string[] }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'trail'; steps: Step[] }

type Fact = [label: string, value: string]
type Signature = { name: string; about: string }
type Step = { name: string; done: boolean; when?: string }

export const paragraph = (text: string): Part => ({ kind: 'paragraph', text })

/** Values may be user input: line breaks are removed, so they cannot imitate another fact. */
export const facts = (...facts: Fact[]): Part => ({
  kind: 'facts',
  facts: facts.map(([label, value]) => [label, oneLine(value)]),
})

/** User input, marked as a quotation so that it cannot pass for our text. */
export const quote = (text: string): Part => ({
  kind: 'quote',
  lines: text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.toWellFormed().replace(/\p{Cc}/gu, ' ')),
})

/** The first link of a mail is a button. In plain text the URL has its own line, so that mail clients link it. */
export const link = (text: string, href: string): Part => ({ kind: 'link', text, href })

/** Progress steps. */
export const trail = (...steps: Step[]): Part => ({ kind: 'trail', steps })

export function greeting(fullName = ''): Part {
  const name = greetableName(fullName)
  return { kind: 'greeting', text: name ? `Hello ${name},` : 'Hello,' }
}

const couldBeLink = /\/\/|[@<>]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/**
 * Addresses are unverified, so our mail must not carry text of strangers to them (spam). Long names and names that
 * could become links are left out.
 */
export function greetableName(fullName: string) {
  const name = oneLine(fullName)
  return name.length <= 80 && !couldBeLink.test(name) ? name : undefined
}

/** The same for organization names. */
export function greetableOrganization(name: string) {
  return greetableName(name) ?? 'an organization'
}

/** The same for titles of deals, dates and deliverables. */
export function greetableTitle(title: string, otherwise = 'a deal') {
  const short = oneLine(title)
  return short.length <= 160 && !couldBeLink.test(short) ? short : otherwise
}

/** The heading defaults to the subject, `why` to that of the mail kind. */
export type MailContent = {
  subject: string
  heading?: string
  why?: string
  parts: Part[]
  /** Ours by default. */
  signature?: Signature
  /** Notification settings, linked in the footer. */
  settingsUrl?: string
}

/** Complete content of a mail, in reading order. */
export type FilledTemplate = {
  heading: string
  /** Preview text in mail clients. */
  preview: string
  parts: Part[]
  signature: Signature | undefined
  footer: {
    why: string
    company: string
    siteUrl: string
    privacyUrl: string
    settings: { text: string; href: string } | undefined
  }
}

const ours: Signature = { name: 'The Sherpa team', about: 'Questions? Reply to this email.' }

/** Shared layout: wordmark, heading, parts, signature, and a footer with company and reason for sending. */
export function fillTemplate(
  kind: Pick<MailDescription, 'why' | 'toStaff'>,
  { subject, heading = subject, why = kind.why, parts, signature = ours, settingsUrl }: MailContent,
  { company }: Sender,
) {
  const filled: FilledTemplate = {
    heading: oneLine(heading),
    preview: parts.find((part) => part.kind === 'paragraph')?.text ?? '',
    parts,
    signature: kind.toStaff ? undefined : signature,
    footer: {
      why,
      company: `${company.name}, ${company.postalAddress}`,
      siteUrl: company.siteUrl,
      privacyUrl: `${company.siteUrl}/privacy-policy`,
      settings: settingsUrl ? { text: 'Notification settings', href: settingsUrl } : undefined,
    },
  }
  return { subject: oneLine(subject), text: renderText(filled), html: renderHtml(filled) }
}
