import {
  type AthleteRow,
  type AthletesExportQuery,
  athleteRow,
  type CustomField,
  levels,
} from '@sherpa/contracts/athlete'
import { stages } from '@sherpa/contracts/labels'
import { positionName, sportNames } from '@sherpa/contracts/sports'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { seesSensitive, type Viewer } from './athlete-access.ts'
import { listStoredAthletes, toAthleteRow } from './athletes.ts'
import { listFields } from './custom-fields.ts'

/** Rows per page. */
const BATCH = 500

type ExportedAthlete = AthleteRow & {
  hometown: string | null
  birthDate: string | null
  email: string | null
  phone: string | null
}

type Column = [heading: string, cell: (athlete: ExportedAthlete) => string | number | null | undefined]

const columns: Column[] = [
  ['Last name', ({ familyName }) => familyName],
  ['First name', ({ givenName }) => givenName],
  ['Preferred name', ({ preferredName }) => preferredName],
  ['Stage', ({ stage }) => stages[stage]],
  ['Sport', ({ sport }) => sport && sportNames[sport]],
  ['Positions', ({ sport, positions }) => positions.map((position) => positionName(sport, position)).join(', ')],
  ['Level', ({ level }) => levels[level]],
  ['School or club', ({ school }) => school],
  ['Class', ({ classYear }) => classYear],
  ['Hometown', ({ hometown }) => hometown],
  ['State', ({ state }) => state],
  ['Managed by', ({ lookedAfterBy }) => lookedAfterBy.map(({ name }) => name).join(', ')],
  ['Tags', ({ tags }) => tags.map(({ name }) => name).join(', ')],
  ['Last active', ({ lastActiveAt }) => lastActiveAt],
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
  const first = await listStoredAthletes(database, viewer, { ...query, limit: 1 }, { among })
  const count = first.similar ? 0 : (first.total?.count ?? 0)
  await recordEvent(database, {
    event: 'athletes-exported',
    actor: viewer.person.id,
    organization,
    details: `${count}, ${format}`,
  })
  return { count, format, parts: format === 'csv' ? writeCsv() : writeJson() }

  async function* writeCsv() {
    const visibleColumns = [...columns, ...(seesSensitive(viewer) ? sensitiveColumns : []), ...fields.map(toColumn)]
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
        listStoredAthletes<Pick<ExportedAthlete, 'hometown' | 'email' | 'phone'>>(
          database,
          viewer,
          { ...query, limit: BATCH, after },
          { more: ['a.hometown', 'a.email', 'a.phone'], among },
        ),
      )
      if (page.similar) return
      yield page.rows.map((row): ExportedAthlete => ({ ...row, ...toAthleteRow(row, today, viewer) }))
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}

function toColumn({ id, name }: CustomField): Column {
  return [name, ({ custom }) => custom[id]]
}

/** API field names, with custom fields by name. */
function toJson(athlete: ExportedAthlete, fields: CustomField[], sensitive: boolean) {
  const { custom, ...row } = athleteRow.parse(athlete)
  const { hometown, birthDate, email, phone } = athlete
  return {
    ...row,
    hometown,
    ...(sensitive && { birthDate, email, phone }),
    custom: Object.fromEntries(fields.flatMap(({ id, name }) => (id in custom ? [[name, custom[id]]] : []))),
  }
}
