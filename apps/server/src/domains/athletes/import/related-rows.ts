import type { ImportTarget } from '@sherpa/contracts/athlete-import'
import type { Queryable } from '../../../persistence/database.ts'
import { newId } from '../../../persistence/new-id.ts'
import { textOf } from '../../../persistence/queries.ts'
import { dayOfOrganization, publicMemberships, releaseUnreachableWork } from '../../organizations/organizations.ts'
import type { Change, ImportedAthlete } from './compute-changes.ts'
import type { Importer } from './importer.ts'
import { normalizeTag } from './read-related-rows.ts'
import type { ReadContact, Reading } from './read-row.ts'

/** Loads related rows that the file's columns can add to. */
export async function loadRelatedRows(
  client: Queryable,
  organization: string,
  athletes: Map<string, ImportedAthlete>,
  targets: readonly (ImportTarget | null)[],
  importer: Importer,
) {
  if (athletes.size === 0) return
  async function loadEach(
    target: ImportTarget,
    text: string,
    keep: (athlete: ImportedAthlete, value: string) => void,
    more: { condition: string; values: unknown[] } = { condition: '', values: [] },
  ) {
    const isMapped = (one: ImportTarget | null) =>
      one !== null && (one === target || (target === 'contact1Name' && one.startsWith('contact')))
    if (!targets.some(isMapped)) return
    const { rows } = await client.query<{ athlete_id: string; value: string }>(
      `${text} where c.organization_id = $1 and c.athlete_id = any($2::uuid[]) ${more.condition}`,
      [organization, [...athletes.keys()], ...more.values],
    )
    for (const { athlete_id, value } of rows) {
      const athlete = athletes.get(athlete_id)
      if (athlete) keep(athlete, value)
    }
  }
  await loadEach(
    'tags',
    'select c.athlete_id, t.name as value from athlete_tags c join tags t on t.organization_id = c.organization_id and t.id = c.tag_id',
    ({ tags }, name) => tags.add(normalizeTag(name)),
  )
  await loadEach(
    'programs',
    'select c.athlete_id, c.program_id as value from program_athletes c',
    ({ programs }, id) => programs.add(id),
    { condition: `and (c.ends_on is null or c.ends_on >= ${textOf(dayOfOrganization)})`, values: [] },
  )
  await loadEach(
    'lookedAfterBy',
    'select c.athlete_id, c.user_id as value from athlete_assignments c',
    ({ lookedAfterBy }, id) => lookedAfterBy.add(id),
  )
  await loadEach('contact1Name', 'select c.athlete_id, c.id as value from athlete_contacts c', (athlete) => {
    athlete.hasContact = true
  })
  // A note that the importer cannot read must not count as a duplicate.
  await loadEach(
    'note',
    'select c.athlete_id, c.text as value from athlete_timeline c',
    ({ notes }, text) => notes.add(text),
    {
      condition: "and c.kind = 'note' and (c.readers = any($3::text[]) or c.actor_id = $4)",
      values: [importer.readable, importer.id],
    },
  )
}

/** Tag ids by name as spelled in the file. Creates missing tags. */
export async function ensureTags(client: Queryable, organization: string, names: readonly string[]) {
  const uniqueNames = [...new Set(names)]
  if (uniqueNames.length === 0) return { ids: new Map<string, string>(), made: [] }
  const { rows: made } = await client.query<{ id: string }>(
    `insert into tags (organization_id, name) select $1, min(name) from unnest($2::text[]) as name group by fold(name)
     on conflict (organization_id, folded) do nothing returning id`,
    [organization, uniqueNames],
  )
  const { rows } = await client.query<{ name: string; id: string }>(
    `select given.name, t.id from unnest($2::text[]) as given(name)
     join tags t on t.organization_id = $1 and t.folded = fold(given.name)`,
    [organization, uniqueNames],
  )
  return { ids: new Map(rows.map(({ name, id }) => [name, id])), made: made.map(({ id }) => id) }
}

type NewRelatedRow = { athlete: string } & (
  | { kind: 'tag' | 'program' | 'colleague'; id: string }
  | { kind: 'contact'; id: string; contact: ReadContact }
  | { kind: 'note'; id: string; text: string }
)

/** Collects related rows of a batch and inserts them in bulk. */
export class NewRelatedRows {
  readonly #all: NewRelatedRow[] = []

  /** Returns the added ids by field, for undo. */
  add(
    athlete: string,
    { tags = [], programs = [], lookedAfterBy = [], contacts = [], note }: Reading,
    tagIds: ReadonlyMap<string, string>,
  ) {
    const matchedTagIds = tags.flatMap((name) => tagIds.get(name) ?? [])
    for (const id of matchedTagIds) this.#all.push({ athlete, kind: 'tag', id })
    for (const id of programs) this.#all.push({ athlete, kind: 'program', id })
    for (const id of lookedAfterBy) this.#all.push({ athlete, kind: 'colleague', id })
    const noteId = newId()
    const addedContacts = contacts.map((contact) => ({ id: newId(), ...contact }))
    for (const { id, ...contact } of addedContacts) this.#all.push({ athlete, kind: 'contact', id, contact })
    if (note) this.#all.push({ athlete, kind: 'note', id: noteId, text: note })
    return { tags: matchedTagIds, programs, lookedAfterBy, contacts: addedContacts, note: noteId }
  }

  async write(client: Queryable, organization: string, importer: Importer, importId: string) {
    const toJsonRows = (kind: NewRelatedRow['kind']) =>
      JSON.stringify(
        this.#all
          .filter((one) => one.kind === kind)
          .map((one) => ({ ...one, ...('contact' in one ? one.contact : {}) })),
      )
    const insert = async (kind: NewRelatedRow['kind'], text: string, more: string[] = []) => {
      const rows = toJsonRows(kind)
      if (rows !== '[]') await client.query(text, [organization, rows, ...more])
    }
    await insert(
      'tag',
      `insert into athlete_tags (organization_id, athlete_id, tag_id)
       select $1, athlete, id from jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid) on conflict do nothing`,
    )
    // Skips programs that were archived since the check.
    await insert(
      'program',
      `insert into program_athletes (organization_id, program_id, athlete_id, starts_on)
       select $1, p.id, x.athlete, ${textOf(dayOfOrganization)} from jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid)
       join programs p on p.organization_id = $1 and p.id = x.id and p.archived_at is null
       where not exists (select from program_athletes known where known.organization_id = $1 and known.program_id = p.id
         and known.athlete_id = x.athlete and (known.ends_on is null or known.ends_on >= ${textOf(dayOfOrganization)}))`,
    )
    // Skips members who have left since the check.
    await insert(
      'colleague',
      `insert into athlete_assignments (organization_id, athlete_id, user_id)
       select $1, athlete, m.user_id from jsonb_to_recordset($2::jsonb) as x(athlete uuid, id uuid)
       join ${textOf(publicMemberships)} m on m.organization_id = $1 and m.user_id = x.id and m.role <> 'athlete' on conflict do nothing`,
    )
    await insert(
      'contact',
      // Contacts of an athlete keep the order of the columns.
      `insert into athlete_contacts (organization_id, id, athlete_id, name, relation, title, reach, email, phone, created_at)
       select $1, id, athlete, name, relation, title, 'full', email, phone, now() + n * interval '1 microsecond'
       from rows from (jsonb_to_recordset($2::jsonb)
         as (id uuid, athlete uuid, name text, relation text, title text, email text, phone text))
         with ordinality as x(id, athlete, name, relation, title, email, phone, n)`,
    )
    await insert(
      'note',
      `insert into athlete_timeline (organization_id, id, athlete_id, actor_id, kind, text, import_id, readers)
       select $1, id, athlete, $3, 'note', text, $4, $5 from jsonb_to_recordset($2::jsonb) as x(id uuid, athlete uuid, text text)`,
      [importer.id, importId, importer.readers],
    )
  }
}

const relatedFields: ReadonlySet<string> = new Set(['tags', 'programs', 'lookedAfterBy', 'contact', 'note'])
/** They give access to the athlete. */
const accessFields: ReadonlySet<string> = new Set(['programs', 'lookedAfterBy'])
export const isRelatedRow = ({ field }: Change) => relatedFields.has(field)

/** Removes rows that the import added to existing athletes. */
export async function removeRelatedRows(
  client: Queryable,
  organization: string,
  added: readonly { athlete: string; change: Change }[],
) {
  const listIds = (field: string) =>
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
      'programs',
      `delete from program_athletes p using ${pairs} where p.organization_id = $1 and p.athlete_id = x.athlete
         and p.program_id = x.id and p.ends_on is null`,
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
    const ids = listIds(field)
    if (ids.length > 0) await client.query(text, [organization, JSON.stringify(ids)])
  }
  if (added.some(({ change }) => accessFields.has(change.field))) await releaseUnreachableWork(client, organization)
}

/** Imported contacts without later changes, guardian invitations or logged calls. */
export async function findUntouchedContacts(client: Queryable, organization: string, changes: readonly Change[]) {
  const contacts = changes.filter(({ field }) => field === 'contact').map(({ after }) => after)
  if (contacts.length === 0) return new Set<string>()
  const { rows } = await client.query<{ id: string }>(
    `select c.id from athlete_contacts c
     join jsonb_to_recordset($2::jsonb) as x(id uuid, name text, relation text, title text, email text, phone text) on x.id = c.id
     where c.organization_id = $1 and (c.name, c.relation, c.title, c.email, c.phone)
       is not distinct from (x.name, x.relation, x.title, x.email, x.phone)
       and not exists (select from guardianships g where g.organization_id = $1 and g.contact_id = c.id)
       and not exists (select from athlete_timeline t where t.organization_id = $1 and t.contact_id = c.id)`,
    [organization, JSON.stringify(contacts)],
  )
  return new Set(rows.map(({ id }) => id))
}
