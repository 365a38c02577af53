import { type ContactRelation, contactRelations, tagName } from '@sherpa/contracts/athlete'
import type { ProgramName } from '@sherpa/contracts/program'
import type { Queryable } from '../../../persistence/database.ts'
import { plain, withoutMarks } from '../../../tables/read-text.ts'
import type { Colleague } from '../../organizations/organizations.ts'

type Read<Value> = { value: Value } | { error: string }

const MAX_VALUES = 20

/** Exports put words with separators in quotation marks. */
function splitWords(text: string, separators: RegExp) {
  const quoted: string[] = []
  const rest = text.replace(/(?<![^\s,;])"((?:[^"]|"")+)"(?![^\s,;])/g, (_, word: string) => {
    quoted.push(word.replaceAll('""', '"'))
    return ';'
  })
  const words = [...quoted, ...rest.split(separators)].map((word) => word.trim())
  return words.filter((word) => word !== '')
}

/** Ignores case and accents. */
export const normalizeTag = (name: string) => withoutMarks(name).toLowerCase()

/** Parses "Top 50; NIL". */
export function readTags(text: string): Read<string[]> {
  const words = splitWords(text, /[,;|\n]/)
  if (words.length > MAX_VALUES) return { error: `Use at most ${MAX_VALUES} tags` }
  const names = words.map((name) => tagName.safeParse({ name }))
  if (names.some(({ success }) => !success)) return { error: 'A tag can have at most 40 characters' }
  const tags = new Map(names.flatMap(({ data }) => (data ? [[normalizeTag(data.name), data.name] as const] : [])))
  return { value: [...tags.values()] }
}

/** Parses "Ben Ortiz; ben@agency.example" into member ids. */
export function readColleagues(text: string, colleagues: readonly Colleague[]): Read<string[]> {
  const ids = new Set<string>()
  const words = splitWords(text, /[,;|/&\n]|\sand\s/i)
  if (words.length > MAX_VALUES) return { error: `Enter at most ${MAX_VALUES} colleagues` }
  for (const word of words) {
    const [address, key] = [word.toLowerCase(), plain(word)]
    const matches = colleagues.filter(({ id, name, email }) => id === word || email === address || plain(name) === key)
    const [match] = matches
    if (!match) return { error: `“${word}” is not the name or email address of a colleague here. Invite them first` }
    if (matches.length > 1) return { error: `Two colleagues are named “${word}”. Use the email address` }
    ids.add(match.id)
  }
  return { value: [...ids] }
}

/** Programs that athletes can join from today. */
export async function listProgramsForImport(client: Queryable, organization: string): Promise<ProgramName[]> {
  const { rows } = await client.query<ProgramName>(
    'select id, name from programs where organization_id = $1 and archived_at is null order by folded',
    [organization],
  )
  return rows
}

/** Parses "Women’s rowing; Diving" into program ids. Unknown programs are not created. */
export function readPrograms(text: string, programs: readonly ProgramName[]): Read<string[]> {
  const find = (word: string) => programs.find(({ id, name }) => id === word || plain(name) === plain(word))
  // A name may contain a separator.
  const whole = find(text)
  if (whole) return { value: [whole.id] }
  const ids = new Set<string>()
  const words = splitWords(text, /[,;|\n]/)
  if (words.length > MAX_VALUES) return { error: `Enter at most ${MAX_VALUES} programs` }
  for (const word of words) {
    const program = find(word)
    if (!program) return { error: `There is no program “${word}”. Add it in the settings, or choose another` }
    ids.add(program.id)
  }
  return { value: [...ids] }
}

const relationByWord = new Map<string, ContactRelation>([
  ...(Object.keys(contactRelations) as ContactRelation[]).map((relation): [string, ContactRelation] => [
    plain(relation),
    relation,
  ]),
  ...Object.entries({
    mother: 'parent',
    mom: 'parent',
    mum: 'parent',
    father: 'parent',
    dad: 'parent',
    parents: 'parent',
    stepmother: 'parent',
    stepfather: 'parent',
    stepmom: 'parent',
    stepdad: 'parent',
    legalguardian: 'guardian',
    guardians: 'guardian',
    parentguardian: 'guardian',
    guardianparent: 'guardian',
    headcoach: 'coach',
    hscoach: 'coach',
    advisor: 'adviser',
    grandmother: 'other',
    grandfather: 'other',
    grandparent: 'other',
    aunt: 'other',
    uncle: 'other',
    brother: 'other',
    sister: 'other',
    friend: 'other',
    spouse: 'other',
    emergency: 'other',
    emergencycontact: 'other',
    madre: 'parent',
    padre: 'parent',
    padres: 'parent',
    mutter: 'parent',
    vater: 'parent',
    eltern: 'parent',
    elternteil: 'parent',
    mere: 'parent',
    pere: 'parent',
    representant: 'guardian',
    representantlegal: 'guardian',
    responsable: 'guardian',
    responsablelegal: 'guardian',
    tutor: 'guardian',
    tutora: 'guardian',
    tuteur: 'guardian',
    tutrice: 'guardian',
    erziehungsberechtigter: 'guardian',
    erziehungsberechtigte: 'guardian',
    coachs: 'coach',
    entrenador: 'coach',
    trainer: 'coach',
    entraineur: 'coach',
  } as const),
])
export const readRelation = (text: string): ContactRelation | undefined => relationByWord.get(plain(text))

/** Relation implied by a column name: "Mother’s name" is a parent. */
export function readRelationFromName(column: string): ContactRelation {
  const words = withoutMarks(column)
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .split(/[^a-z]+/)
  const found = words.map((word) => relationByWord.get(word)).find((relation) => relation !== undefined)
  const isGuardian = words.includes('guardian') || /保護者|监护人|보호자/.test(column)
  return isGuardian ? 'guardian' : (found ?? 'other')
}
