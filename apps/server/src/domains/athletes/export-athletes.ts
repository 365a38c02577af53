import {
  type AthleteRow,
  type AthletesExportQuery,
  athleteRow,
  type CustomField,
  levels,
  stages,
} from '@sherpa/contracts/athlete'
import { positionName, sportNames } from '@sherpa/contracts/sports'
import { CSV_BEGINNING, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { noteEvent } from '../audit/audit.ts'
import { todayIn } from '../organizations/organizations.ts'
import { seesSensitive, type Viewer } from './athlete-access.ts'
import { athleteRowOf, pageOfAthletes } from './athletes.ts'
import { fieldsOf } from './custom-fields.ts'

/** Rows read at once: enough to be quick, few enough to be kept in memory. */
const BATCH = 500

type Exported = AthleteRow & {
  hometown: string | null
  birthDate: string | null
  email: string | null
  phone: string | null
}

type Column = [heading: string, cell: (athlete: Exported) => string | number | null | undefined]

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

/**
 * All athletes of the list that the viewer sees, as parts of a file, and how many there are as it begins. They are read page by page:
 * whoever reads slowly, or stops, keeps nobody else from the database.
 */
export async function athletesFile(
  database: Database,
  viewer: Viewer,
  { format = 'csv', ...asked }: AthletesExportQuery,
  now: Date,
  /** Only these. */
  among?: readonly string[],
) {
  const { organization } = viewer.member
  const fields = await fieldsOf(database, organization)
  const today = await todayIn(database, organization, now)
  const first = await pageOfAthletes(database, viewer, { ...asked, limit: 1 }, { among })
  const count = first.similar ? 0 : (first.total?.count ?? 0)
  await noteEvent(database, {
    event: 'athletes-exported',
    actor: viewer.person.id,
    organization,
    details: `${count}, ${format}`,
  })
  return { count, format, parts: format === 'csv' ? csv() : json() }

  async function* csv() {
    const shown = [...columns, ...(seesSensitive(viewer) ? sensitiveColumns : []), ...fields.map(columnOf)]
    yield CSV_BEGINNING + csvLine(shown.map(([heading]) => heading))
    for await (const athletes of pages()) {
      yield athletes.map((athlete) => csvLine(shown.map(([, cell]) => cell(athlete)))).join('')
    }
  }

  async function* json() {
    let separator = '[\n'
    for await (const athletes of pages()) {
      for (const athlete of athletes) {
        yield separator + JSON.stringify(asJson(athlete, fields, seesSensitive(viewer)))
        separator = ',\n'
      }
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n'
  }

  async function* pages() {
    let after: string | undefined
    do {
      const page = await inOrganization(organization, () =>
        pageOfAthletes<Pick<Exported, 'hometown' | 'email' | 'phone'>>(
          database,
          viewer,
          { ...asked, limit: BATCH, after },
          { more: ['a.hometown', 'a.email', 'a.phone'], among },
        ),
      )
      if (page.similar) return
      yield page.rows.map((row): Exported => ({ ...row, ...athleteRowOf(row, today, viewer) }))
      after = page.next ?? undefined
    } while (after !== undefined)
  }
}

function columnOf({ id, name }: CustomField): Column {
  return [name, ({ custom }) => custom[id]]
}

/** As the API names things; custom fields by their names. */
function asJson(athlete: Exported, fields: CustomField[], sensitive: boolean) {
  const { custom, ...row } = athleteRow.parse(athlete)
  const { hometown, birthDate, email, phone } = athlete
  return {
    ...row,
    hometown,
    ...(sensitive && { birthDate, email, phone }),
    custom: Object.fromEntries(fields.flatMap(({ id, name }) => (id in custom ? [[name, custom[id]]] : []))),
  }
}
