import { spokenDay } from '@sherpa/contracts/days'
import type { DealTimelineEntry } from '@sherpa/contracts/deal'
import { dealStages } from '@sherpa/contracts/deal-stage'
import { disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { fieldInWords } from '@sherpa/contracts/field-labels'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { ownValue } from '@sherpa/contracts/own-value'
import { movedSentence } from '../../disclosures/moved-sentence.ts'

type Told = Pick<DealTimelineEntry, 'changes' | 'about'> & { kind: string }

const sentences: Record<DealTimelineEntry['kind'], (entry: Told) => string> = {
  note: () => 'wrote a note',
  added: () => 'added this deal',
  changed: ({ changes }) =>
    changes.length === 0
      ? 'made a change that you don’t have permission to see'
      : `changed ${listInWords(changes.map(fieldInWords))}`,
  'version-added': ({ about }) => `started version ${about ?? ''}`,
  submitted: ({ about }) => `submitted ${about ? `version ${about}` : 'it'} for approval`,
  entered: ({ about }) => `entered it as signed${about ? ` on ${spokenDay(about)}` : ''}`,
  withdrawn: ({ about }) => `withdrew ${about ? `version ${about}` : 'the version'}`,
  'draft-discarded': ({ about }) => `discarded the draft of version ${about ?? ''}`,
  approved: () => 'approved it',
  'self-approved': () => 'approved it (self-approved)',
  'edited-by-approver': () => 'approved it (edited by the approver)',
  shared: ({ about }) => `shared version ${about ?? ''} with the athlete`,
  'changes-asked': () => 'asked for changes',
  declined: () => 'declined it',
  'all-approved': () => 'gave the last approval',
  'clash-accepted': () => 'allowed a conflict with another deal',
  'rule-answered': ({ about }) => `answered a rule that blocks approval: ${about}`,
  'approver-left': ({ about }) =>
    `left before reviewing it${about ? ` (${about})` : ''}. No one else can approve it: withdraw it and submit it again`,
  signed: ({ about }) => `signed it${about ? ` (${about})` : ''}`,
  'all-signed': () => 'completed the signatures',
  'paper-added': ({ about }) => `added the copy signed by ${about ?? 'a party'}`,
  'paper-replaced': ({ about }) => `replaced the signed copy with one signed by ${about ?? 'a party'}`,
  'link-sent': ({ about }) => `sent a link to ${about ?? 'the company'}`,
  'link-withdrawn': ({ about }) => `withdrew the link to ${about ?? 'the company'}`,
  'link-reopened': ({ about }) => `reopened the link to ${about ?? 'the company'}`,
  'link-closed': ({ about }) => `closed the link to ${about ?? 'the company'} after five wrong codes`,
  'link-reassigned': () => 'named a colleague to sign instead, who got a link',
  'reassignment-asked': () => 'asked that someone else sign for the company',
  'reassignment-confirmed': ({ about }) => `confirmed ${about ?? 'the new signer'} and sent them a link`,
  'reassignment-refused': ({ about }) => `refused ${about ?? 'someone else'} as the signer`,
  'company-asked-changes': () => 'asked for changes for the company',
  'company-declined': () => 'declined for the company',
  objected: ({ about }) => `objected to version ${about ?? ''} as the guardian. Signing is paused`,
  'objection-lifted': () => 'lifted the guardian’s objection',
  'guardian-missing': ({ about }) =>
    `corrected the athlete’s birth date or level: version ${about ?? ''} lacks a guardian’s signature`,
  'not-in-force': ({ about }) => `could not put version ${about ?? ''} in force, although everyone signed`,
  'signature-superseded': ({ about }) =>
    `ended a guardianship: the signature of ${about ?? 'the guardian'} no longer counts`,
  moved: ({ about }) => `moved it to ${ownValue<string>(dealStages, about ?? '') ?? about}`,
  'payments-settled': () => 'settled the payments owed after termination',
  repaired: () => 'corrected this deal after a Sherpa update',
  reminded: ({ about }) => (about ? `reminded ${about}` : 'sent a reminder'),
  'document-added': ({ about }) => `added the document ${about ?? ''}`,
  'document-removed': ({ about }) => `removed the document ${about ?? ''}`,
  'deliverable-submitted': ({ about }) => `submitted proof of ${about ?? 'a deliverable'}`,
  'deliverable-accepted': ({ about }) => `accepted the proof of ${about ?? 'a deliverable'}`,
  'deliverable-returned': ({ about }) => `returned the proof of ${about ?? 'a deliverable'}`,
  'key-date-done': ({ about }) => `marked a key date as done: ${about ?? ''}`,
  'key-date-moved': ({ about }) => `moved a key date: ${about ?? ''}`,
  reported: () => 'reported this deal',
  'report-accepted': () => 'accepted the report',
  'report-returned': () => 'returned the report',
  'disclosure-moved': ({ about }) => {
    const [kind = '', state = ''] = (about ?? '').split(' ')
    return movedSentence({ report: ownValue<string>(disclosureKinds, kind) ?? 'disclosure', state })
  },
}

/** Follows the actor's name. Unknown kinds of a newer server stay readable. */
export function dealSentence(entry: Told): string {
  const sentence = ownValue<(entry: Told) => string>(sentences, entry.kind)
  return (sentence?.(entry) ?? [entry.kind.replaceAll('-', ' '), entry.about].filter(Boolean).join(': ')).trim()
}
