import {
  type AthleteRow,
  type AthletesExportQuery,
  athleteRow,
  type Contact,
  type CustomField,
  contactRelations,
  levels,
  type SocialPlatform,
  socialPlatforms,
} from '@sherpa/contracts/athlete'
import { contactNumbers } from '@sherpa/contracts/athlete-import'
import { stages } from '@sherpa/contracts/labels'
import { type Measurable, measurables } from '@sherpa/contracts/measurable'
import { positionName, sportNames } from '@sherpa/contracts/sports'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { seesSensitive, type Viewer } from './athlete-access.ts'
import { listStoredAthletes, toAthleteRow } from './athletes.ts'
import { listFields } from './custom-fields.ts'
import { ATHLETE_ID_HEADING, exportedMeasurables, headingOfField } from './import/own-headings.ts'
import { readRelation } from './import/read-related-rows.ts'

/** Rows per page. */
const BATCH = 500

type ExportedAthlete = AthleteRow & {
  hometown: string | null
  country: string | null
  birthDate: string | null
  email: string | null
  phone: string | null
} & Details

type Details = {
  measured: Partial<Record<Measurable, number>>
  social: Partial<Record<SocialPlatform, { handle: string; followers: number | null }>>
  contacts: Pick<Contact, 'name' | 'relation' | 'title' | 'email' | 'phone'>[]
}

type Column = [heading: string, cell: (athlete: ExportedAthlete) => string | number | null | undefined]

const columns: Column[] = [
  [ATHLETE_ID_HEADING, ({ id }) => id],
  ['Last name', ({ familyName }) => familyName],
  ['First name', ({ givenName }) => givenName],
  ['Preferred name', ({ preferredName }) => preferredName],
  ['Stage', ({ stage }) => stage && stages[stage]],
  ['Sport', ({ sport }) => sport && sportNames[sport]],
  ['Positions', ({ sport, positions }) => positions.map((position) => positionName(sport, position)).join(', ')],
  ['Level', ({ level }) => level && levels[level]],
  ['School or club', ({ school }) => school],
  ['Class', ({ classYear }) => classYear],
  ['Hometown', ({ hometown }) => hometown],
  ['State', ({ state }) => state],
  ['Country', ({ country }) => country],
  ['Managed by', ({ lookedAfterBy }) => joinWords(lookedAfterBy)],
  ['Programs', ({ programs }) => joinWords(programs)],
  ['Tags', ({ tags }) => joinWords(tags)],
  ['Last active', ({ lastActiveAt }) => lastActiveAt],
  ['Last contact', ({ lastContactAt }) => lastContactAt],
  ['Added', ({ createdAt }) => createdAt],
]
const sensitiveColumns: Column[] = [
  ['Birth date', ({ birthDate }) => birthDate],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
]

/** Parts of the file and the row count at the start. Reads page by page, so that slow clients hold no connection. */
export async function exportAthletes(
  database: Database,
  viewer: Viewer,
  { format = 'csv', ...query }: AthletesExportQuery,
  now: Date,
  /** Limits the export to these ids. */
  among?: readonly string[],
) {
  const { organization } = viewer.member
  const fields = await listFields(database, organization)
  const today = await todayIn(database, organization, now)
  const first = await listStoredAthletes(database, viewer, { ...query, limit: 1 }, { among, counted: true })
  const count = first.similar ? 0 : (first.total?.count ?? 0)
  await recordEvent(database, {
    event: 'athletes-exported',
    actor: viewer.person.id,
    organization,
    details: `${count}, ${format}`,
  })
  return { count, format, parts: format === 'csv' ? writeCsv() : writeJson() }

  async function* writeCsv() {
    const sensitive = seesSensitive(viewer)
    const visibleColumns = [
      ...columns,
      ...(sensitive ? sensitiveColumns : []),
      ...exportedMeasurables.map(toMeasurableColumn),
      // Always all of them, so that columns reveal nothing about hidden athletes.
      ...(Object.keys(socialPlatforms) as SocialPlatform[]).flatMap(toSocialColumns),
      ...(sensitive ? contactNumbers.flatMap((number) => toContactColumns(number - 1)) : []),
      ...fields.map(toColumn),
    ]
    yield BYTE_ORDER_MARK + csvLine(visibleColumns.map(([heading]) => heading))
    for await (const athletes of readPages()) {
      yield athletes.map((athlete) => csvLine(visibleColumns.map(([, cell]) => cell(athlete)))).join('')
    }
  }

  async function* writeJson() {
    let separator = '[\n'
    for await (const athletes of readPages()) {
      for (const athlete of athletes) {
        yield separator + JSON.stringify(toJson(athlete, fields, seesSensitive(viewer)))
        separator = ',\n'
      }
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n'
  }

  async function* readPages() {
    let after: string | undefined
    do {
      const page = await inOrganization(organization, () =>
        listStoredAthletes<Pick<ExportedAthlete, 'hometown' | 'country' | 'email' | 'phone'>>(
          database,
          viewer,
          { ...query, limit: BATCH, after },
          { more: ['a.hometown', 'a.country', 'a.email', 'a.phone'], among },
        ),
      )
      if (page.similar) return
      const details = await inOrganization(organization, () =>
        loadDetails(
          database,
          organization,
          page.rows.map(({ id }) => id),
        ),
      )
      yield page.rows.map(
        (row): ExportedAthlete => ({
          ...row,
          ...toAthleteRow(row, today, viewer),
          ...(details.get(row.id) ?? { measured: {}, social: {}, contacts: [] }),
        }),
      )
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}

/** Words with separators are quoted, so that an import splits them alike. */
function joinWords(named: readonly { name: string }[]) {
  const quote = (name: string) => (/[,;|/&\n"]|\sand\s/i.test(name) ? `"${name.replaceAll('"', '""')}"` : name)
  return named.map(({ name }) => quote(name)).join(', ')
}

/** In the stored unit, so that an import reads the same value. */
function toMeasurableColumn(kind: (typeof exportedMeasurables)[number]): Column {
  const unit = { height: 'cm', weight: 'kg' }[kind]
  return [
    measurables[kind].name,
    ({ measured }) => measured[kind] && `${Math.round(measured[kind] * 1000) / 1000} ${unit}`,
  ]
}

function toSocialColumns(platform: SocialPlatform): Column[] {
  return [
    [socialPlatforms[platform], ({ social }) => social[platform]?.handle],
    [`${socialPlatforms[platform]} followers`, ({ social }) => social[platform]?.followers],
  ]
}

function toContactColumns(at: number): Column[] {
  const column = (part: string, cell: (contact: Details['contacts'][number]) => string | null): Column => [
    `Contact ${at + 1} ${part}`,
    ({ contacts }) => contacts[at] && cell(contacts[at]),
  ]
  return [
    column('name', ({ name }) => name),
    // A title that an import reads as another relation is left out.
    column('relationship', ({ relation, title }) =>
      title && readRelation(title) === relation ? title : contactRelations[relation],
    ),
    column('email', ({ email }) => email),
    column('phone', ({ phone }) => phone),
  ]
}

async function loadDetails(database: Database, organization: string, ids: readonly string[]) {
  const details = new Map(ids.map((id): [string, Details] => [id, { measured: {}, social: {}, contacts: [] }]))
  const values = [organization, ids]
  const { rows: measured } = await database.query<{ athlete_id: string; kind: Measurable; value: number }>(
    `select distinct on (athlete_id, kind) athlete_id, kind, value from athlete_measurements
     where organization_id = $1 and athlete_id = any($2::uuid[]) and kind = any($3::text[])
     order by athlete_id, kind, measured_on desc, id desc`,
    [...values, exportedMeasurables],
  )
  for (const { athlete_id, kind, value } of measured)
    Object.assign(details.get(athlete_id)?.measured ?? {}, { [kind]: value })
  const { rows: social } = await database.query<{
    athlete_id: string
    platform: SocialPlatform
    handle: string
    followers: number | null
  }>(
    `select athlete_id, platform, handle, followers from athlete_social_accounts
     where organization_id = $1 and athlete_id = any($2::uuid[])`,
    values,
  )
  for (const { athlete_id, platform, ...account } of social) {
    Object.assign(details.get(athlete_id)?.social ?? {}, { [platform]: account })
  }
  const { rows: contacts } = await database.query<{ athlete_id: string } & Details['contacts'][number]>(
    `select athlete_id, name, relation, title, email, phone from athlete_contacts
     where organization_id = $1 and athlete_id = any($2::uuid[]) order by created_at, id`,
    values,
  )
  for (const { athlete_id, ...contact } of contacts) details.get(athlete_id)?.contacts.push(contact)
  return details
}

function toColumn({ id, name }: CustomField): Column {
  return [headingOfField({ name }), ({ custom }) => custom[id]]
}

/** API field names, with custom fields by name. */
function toJson(athlete: ExportedAthlete, fields: CustomField[], sensitive: boolean) {
  const { custom, ...row } = athleteRow.parse(athlete)
  const { hometown, country, birthDate, email, phone } = athlete
  return {
    ...row,
    hometown,
    country,
    ...(sensitive && { birthDate, email, phone }),
    custom: Object.fromEntries(
      fields.flatMap(({ id, name }) => (Object.hasOwn(custom, id) ? [[name, custom[id]]] : [])),
    ),
  }
}
