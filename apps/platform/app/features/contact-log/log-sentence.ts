import {
  type ContactKind,
  contactResults,
  isContact,
  type LogEntry,
  type NoteReaders,
} from '@sherpa/contracts/contact-log'

type Told = Pick<LogEntry, 'direction' | 'contact'> & { kind: string }

/** The verb by direction: out, in, unknown. */
const verbs: Record<ContactKind, [out: string, incoming: string, unknown: string]> = {
  call: ['called', 'got a call from', 'logged a call with'],
  text: ['texted', 'got a text from', 'logged a text with'],
  email: ['emailed', 'got an email from', 'logged an email with'],
  meeting: ['met', 'met', 'met'],
  visit: ['visited', 'was visited by', 'logged a visit with'],
  letter: ['wrote to', 'got a letter from', 'logged a letter with'],
}

/** The sentence after the author's name. `name` is that of the record. */
export function logSentence({ kind, direction, contact }: Told, name: string) {
  if (!isContact(kind)) return 'wrote a note'
  const [out, incoming, unknown] = verbs[kind]
  const verb = direction === 'out' ? out : direction === 'in' ? incoming : unknown
  return `${verb} ${contact ? (contact.name ?? 'a contact') : name}`
}

/** Such as "Reached, 12 min". A duration says that it took place. */
export function logDetails({ result, minutes }: Pick<LogEntry, 'result' | 'minutes'>) {
  const isSaid = result === 'took-place' && minutes
  return [result && !isSaid && contactResults[result], minutes && `${minutes} min`].filter(Boolean).join(', ')
}

/** Below an entry. */
export const seenBy: Record<NoteReaders, string> = {
  team: 'Visible to team',
  deals: 'Visible to people who see deals',
  money: 'Visible to people who see money',
  me: 'Visible only to me',
}

export const readersInWords: Record<NoteReaders, string> = {
  team: 'Team',
  deals: 'People who see deals',
  money: 'People who see money',
  me: 'Only me',
}
