import type { AthleteEvent, ChangedField, TimelineEntry } from '@sherpa/contracts/athlete'
import { fieldInWords } from '@sherpa/contracts/field-labels'
import { type Labels, stageNamed } from '@sherpa/contracts/labels'
import { ownValue } from '@sherpa/contracts/own-value'
import { movedSentence } from '../../disclosures/moved-sentence.ts'
import { dated } from './athlete-words.ts'

type Told = Pick<TimelineEntry, 'changes' | 'about'> & { kind: string }

const sentences: Record<AthleteEvent, (entry: Told, labels: Labels) => string> = {
  added: () => 'added this athlete',
  changed: ({ changes }, labels) => {
    const [first, ...others] = changes
    if (!first) return 'made a change you don’t have permission to see'
    return others.length === 0 ? changeSentence(first, labels) : `changed ${changes.length} fields`
  },
  'contact-added': ({ about }) => `added the contact ${about ?? ''}`,
  'contact-changed': ({ about }) => `changed the contact ${about ?? ''}`,
  'contact-removed': ({ about }) => `removed the contact ${about ?? ''}`,
  'contact-shown': ({ about }) => `viewed contact details of ${about ?? 'a contact'}`,
  'reach-shown': () => 'viewed contact details of this athlete',
  measured: ({ about }) => `added a measurement. ${about ?? ''}`,
  'measurement-changed': ({ about }) => `changed a measurement. ${about ?? ''}`,
  'measurement-removed': ({ about }) => `removed a measurement. ${about ?? ''}`,
  'eligibility-added': ({ about }) => `added eligibility. ${about ?? ''}`,
  'eligibility-removed': ({ about }) => `removed the eligibility of ${about ?? 'a season'}`,
  'picture-set': () => 'changed the picture',
  'picture-removed': () => 'removed the picture',
  'file-added': ({ about }) => `added ${fileNamed(about)}`,
  'file-version-added': ({ about }) => `added a new version of ${fileNamed(about)}`,
  'file-renamed': ({ about, changes: [change] }) => `renamed the file ${change?.before ?? ''} to ${about ?? ''}`,
  'file-removed': ({ about }) => `removed ${fileNamed(about)}`,
  merged: ({ about }) => `merged another record into this one: ${about ?? ''}`,
  'contacts-told': ({ about }) => `notified the other contacts of the new one: ${about ?? ''}`,
  'athlete-invited': () => 'invited the athlete to Sherpa',
  'account-linked': () => 'accepted the invitation and created an account',
  'account-closed': () => 'closed the athlete’s account: no guardian allows it',
  'guardian-invited': ({ about }) => `asked ${about ?? 'someone'} to confirm as guardian`,
  'guardian-confirmed': ({ about }) => `confirmed they are the guardian${about ? `: ${about}` : ''}`,
  'guardian-declined': ({ about }) => `said they are not the guardian${about ? `: ${about}` : ''}`,
  'guardian-verified': ({ about }) => `verified the guardian ${about ?? ''}`,
  'guardian-consented': ({ about }) => `allowed an account for the athlete${about ? `: ${about}` : ''}`,
  'guardian-withdrew-consent': ({ about }) => `withdrew consent to an account${about ? `: ${about}` : ''}`,
  'guardian-ended': ({ about }) => `ended the guardianship of ${about ?? 'a guardian'}`,
  'made-adult': () => 'changed this athlete from under 18 to adult',
  unmerged: () => 'undid a merge',
  'disclosure-moved': ({ about, changes }) => {
    const lastOf = (name: string) => changes.find(({ field }) => field === name)?.after
    return movedSentence({ report: about ?? 'disclosure', state: lastOf('state') ?? '', proof: lastOf('proof') })
  },
  'contact-data-changed': ({ about }) => `updated the contact data: ${about}`,
  'contact-data-proposed': ({ about }) => `asked to update the contact data: ${about}`,
  'contact-data-declined': ({ about }) => `declined an update of the contact data: ${about}`,
  'social-changed': ({ about }) =>
    about ? `changed the social accounts. Now: ${about}` : 'removed all social accounts',
}

const fileNamed = (name: string | null) => (name ? `the file ${name}` : 'a private file')

/** The sentence after the actor's name. Unknown kinds, from a newer server, fall back to their name. */
export function timelineSentence(entry: Told, labels: Labels): string {
  const sentence = ownValue<(typeof sentences)['changed']>(sentences, entry.kind)
  return (sentence?.(entry, labels) ?? [entry.kind.replaceAll('-', ' '), entry.about].filter(Boolean).join(': ')).trim()
}

/** One line per field, if several were changed at once. */
export function timelineDetails({ kind, changes }: Pick<TimelineEntry, 'kind' | 'changes'>, labels: Labels): string[] {
  return kind === 'changed' && changes.length > 1
    ? changes.map((change) => capitalize(changeSentence(change, labels)))
    : []
}

function changeSentence({ field, before, after }: ChangedField, labels: Labels) {
  const name = fieldInWords(field)
  const shown = (value: string) => (field === 'stage' ? stageNamed(value, labels) : dated(value))
  if (before === null && after !== null) return `set ${name} to ${shown(after)}`
  if (after === null) return `removed ${name}${before === null ? '' : ` (was ${shown(before)})`}`
  return `changed ${name} from ${shown(before ?? '')} to ${shown(after)}`
}

function capitalize(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
