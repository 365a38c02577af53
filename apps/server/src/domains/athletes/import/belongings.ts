import type { ImportTarget } from '@sherpa/contracts/athlete-import'
import type { Queryable } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { textOf } from '../../../persistence/queries.ts'
import { memberFacts } from '../../organizations/organizations.ts'
import type { Change, ImportedAthlete } from './changes-for-row.ts'
import type { Importer } from './importer.ts'
import { sameTag } from './read-belongings.ts'
import type { ReadContact, Reading } from './read-row.ts'

/** Loads what the columns of a file can add to: nothing, if there are no such columns. */
export async function loadBelongings(
  client: Queryable,
  organization: string,
  athletes: Map<string, ImportedAthlete>,
  targets: readonly (ImportTarget | null)[],
  importer: Importer,
) {
  if (athletes.size === 0) return
  async function each(
    target: ImportTarget,
    text: string,
    keep: (athlete: ImportedAthlete, value: string) => void,
    more: { condition: string; values: unknown[] } = { condition: '', values: [] },
  ) {
    if (!targets.includes(target)) return
    const { rows } = await client.query<{ athlete_id: string; value: string }>(
      `${text} where c.organization_id = $1 and c.athlete_id = any($2::uuid[]) ${more.condition}`,
      [organization, [...athletes.keys()], ...more.values],
    )
    for (const { athlete_id, value } of rows) {
      const athlete = athletes.get(athlete_id)
      if (athlete) keep(athlete, value)
    }
  }
  await each(
    'tags',
    'select c.athlete_id, t.name as value from athlete_tags c join tags t on t.organization_id = c.organization_id and t.id = c.tag_id',
    ({ tags }, name) => tags.add(sameTag(name)),
  )
  await each(
    'lookedAfterBy',
    'select c.athlete_id, c.user_id as value from athlete_assignments c',
    ({ lookedAfterBy }, id) => lookedAfterBy.add(id),
  )
  await each('contactName', 'select c.athlete_id, c.id as value from athlete_contacts c', (athlete) => {
    athlete.hasContact = true
  })
  // A note that the importer cannot read must not make a row a duplicate.
  await each(
    'note',
    'select c.athlete_id, c.text as value from athlete_timeline c',
    ({ notes }, text) => notes.add(text),
    {
      condition: "and c.kind = 'note' and (c.readers = any($3::text[]) or c.actor_id = $4)",
      values: [importer.readable, importer.id],
    },
  )
}

/** The ids of tags by their names as the file has them. Those that are not there yet are made. */
export async function ensureTags(client: Queryable, organization: string, names: readonly string[]) {
  const given = [...new Set(names)]
  if (given.length === 0) return { ids: new Map<string, string>(), made: [] }
  const { rows: made } = await client.query<{ id: string }>(
    `insert into tags (organization_id, name) select $1, min(name) from unnest($2::text[]) as name group by fold(name)
     on conflict (organization_id, folded) do nothing returning id`,
    [organization, given],
  )
  const { rows } = await client.query<{ name: string; id: string }>(
    `select given.name, t.id from unnest($2::text[]) as given(name)
     join tags t on t.organization_id = $1 and t.folded = fold(given.name)`,
    [organization, given],
  )
  return { ids: new Map(rows.map(({ name, id }) => [name, id])), made: made.map(({ id }) => id) }
}

type NewBelonging = { athlete: string } & (
  | { kind: 'tag' | 'colleague'; id: string }
  | { kind: 'contact'; id: string; contact: ReadContact }
  | { kind: 'note'; id: string; text: string }
)

/** Collects what a batch of rows adds to athletes, and writes it at once. */
export class NewBelongings {
  readonly #all: NewBelonging[] = []

  /** Answers with the ids of what is added, by field: so that it can be taken away again. */
  add(athlete: string, { tags = [], lookedAfterBy = [], contact, note }: Reading, tagIds: ReadonlyMap<string, string>) {
    const ofTags = tags.flatMap((name) => tagIds.get(name) ?? [])
    for (const id of ofTags) this.#all.push({ athlete, kind: 'tag', id })
    for (const id of lookedAfterBy) this.#all.push({ athlete, kind: 'colleague', id })
    const [contactId, noteId] = [newId(), newId()]
    if (contact) this.#all.push({ athlete, kind: 'contact', id: contactId, contact })
    if (note) this.#all.push({ athlete, kind: 'note', id: noteId, text: note })
    return { tags: ofTags, lookedAfterBy, contact: { id: contactId, ...contact }, note: noteId }
  }

  async write(client: Queryable, organization: string, importer: Importer, importId: string) {
    const ofKind = (kind: NewBelonging['kind']) =>
      JSON.stringify(
        this.#all
          .filter((one) => one.kind === kind)
          .map((one) => ({ ...one, ...('contact' in one ? one.contact : {}) })),
      )
    const insert = async (kind: NewBelonging['kind'], text: string, more: string[] = []) => {
      const rows = ofKind(kind)
      if (rows !== '[]') await client.query(text, [organization, rows, ...more])
    }
    await insert(
      'tag',
      `insert into athlete_tags (organization_id, athlete_id, tag_id)
       select $1, athlete, id from jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid) on conflict do nothing`,
    )
    // Whoever has left since the check looks after nobody.
    await insert(
      'colleague',
      `insert into athlete_assignments (organization_id, athlete_id, user_id)
       select $1, athlete, m.user_id from jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid)
       join ${textOf(memberFacts)} m on m.organization_id = $1 and m.user_id = x.id and m.role <> 'athlete' on conflict do nothing`,
    )
    await insert(
      'contact',
      `insert into athlete_contacts (organization_id, id, athlete_id, name, relation, title, reach, email, phone)
       select $1, id, athlete, name, relation, title, 'full', email, phone from jsonb_to_recordset($2::jsonb)
         as x(id uuid, athlete uuid, name text, relation text, title text, email text, phone text)`,
    )
    await insert(
      'note',
      `insert into athlete_timeline (organization_id, id, athlete_id, actor_id, kind, text, import_id, readers)
       select $1, id, athlete, $3, 'note', text, $4, $5 from jsonb_to_recordset($2::jsonb) as x(id uuid, athlete uuid, text text)`,
      [importer.id, importId, importer.readers],
    )
  }
}

const belongingFields: ReadonlySet<string> = new Set(['tags', 'lookedAfterBy', 'contact', 'note'])
export const isBelonging = ({ field }: Change) => belongingFields.has(field)

/** Takes away what rows added to athletes who were known before. */
export async function removeBelongings(
  client: Queryable,
  organization: string,
  added: readonly { athlete: string; change: Change }[],
) {
  const idsOf = (field: string) =>
    added
      .filter(({ change }) => change.field === field)
      .flatMap(({ athlete, change }) =>
        [change.after].flat().map((value) => ({
          athlete,
          id: typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
        })),
      )
  const pairs = 'jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid)'
  for (const [field, text] of [
    [
      'tags',
      `delete from athlete_tags t using ${pairs} where t.organization_id = $1 and t.athlete_id = x.athlete and t.tag_id = x.id`,
    ],
    [
      'lookedAfterBy',
      `delete from athlete_assignments s using ${pairs} where s.organization_id = $1 and s.athlete_id = x.athlete and s.user_id = x.id`,
    ],
    [
      'contact',
      `delete from athlete_contacts c using ${pairs} where c.organization_id = $1 and c.athlete_id = x.athlete and c.id = x.id`,
    ],
    [
      'note',
      `delete from athlete_timeline n using ${pairs} where n.organization_id = $1 and n.athlete_id = x.athlete and n.id = x.id`,
    ],
  ] as const) {
    const ids = idsOf(field)
    if (ids.length > 0) await client.query(text, [organization, JSON.stringify(ids)])
  }
}

/** Those of the contacts that nobody has changed, or asked to be a guardian, since they were imported. */
export async function untouchedContacts(client: Queryable, organization: string, changes: readonly Change[]) {
  const contacts = changes.filter(({ field }) => field === 'contact').map(({ after }) => after)
  if (contacts.length === 0) return new Set<string>()
  const { rows } = await client.query<{ id: string }>(
    `select c.id from athlete_contacts c
     join jsonb_to_recordset($2::jsonb) as x(id uuid, name text, relation text, title text, email text, phone text) on x.id = c.id
     where c.organization_id = $1 and (c.name, c.relation, c.title, c.email, c.phone)
       is not distinct from (x.name, x.relation, x.title, x.email, x.phone)
       and not exists (select from guardianships g where g.organization_id = $1 and g.contact_id = c.id)`,
    [organization, JSON.stringify(contacts)],
  )
  return new Set(rows.map(({ id }) => id))
}
