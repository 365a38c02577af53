import type { AgentNotice, InquiryPeriod } from '@sherpa/contracts/agent-notice'
import type { License } from '@sherpa/contracts/license'
import type { ListPage } from '@sherpa/contracts/list'
import { cameWithin72Hours } from '@sherpa/contracts/notice-time'
import { stateName } from '@sherpa/contracts/us-states'
import { type ZipFile, zip } from '../../files/zip.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import { loadTimeZone } from '../organizations/organizations.ts'
import { listAgentNotices } from './agent-notices.ts'
import type { Viewer } from './license-access.ts'
import { listLicenses } from './licenses.ts'

type Cell = string | number | null | undefined

/** A table that another domain adds: batches of rows, so that memory stays bounded. */
export type InquiryTable = {
  headings: readonly string[]
  /** Runs inside the organization. Rows that the viewer may not see are left out. */
  rows: (viewer: Viewer, period: InquiryPeriod) => AsyncIterable<readonly (readonly Cell[])[]>
}

export type InquiryParts = {
  database: Database
  clock: () => Date
  /** Reports to schools and clearinghouses: dates, kinds, athletes, submitters, proofs, outcomes. */
  disclosures: InquiryTable
  /** Blocked verdicts that somebody answered: who, when, why. */
  overrides: InquiryTable
}

const BATCH = 100

const noticeColumns = (clock: {
  zone: string
  now: string
}): [heading: string, cell: (notice: AgentNotice) => Cell][] => [
  ['Received', ({ receivedOn }) => receivedOn],
  ['Contract', ({ contractOn }) => contractOn],
  [
    'Within 72 hours',
    ({ contractOn, receivedOn }) =>
      cameWithin72Hours(contractOn ? { day: contractOn } : null, { day: receivedOn }, clock),
  ],
  ['Agent', ({ agent }) => agent],
  ['Agency', ({ agency }) => agency],
  ['Athlete', ({ athlete }) => athlete.name],
  ['Note', ({ note }) => note],
  ['Document', ({ file }) => file?.name],
  ['SHA-256 of the document', ({ file }) => file?.sha256],
  ['Recorded', ({ addedAt }) => addedAt],
  ['Recorded by', ({ addedBy }) => addedBy?.name],
]

const licenseColumns: [heading: string, cell: (license: License) => Cell][] = [
  ['Agent', ({ person }) => person?.name],
  ['State', ({ state }) => stateName(state)],
  ['Number', ({ number }) => number],
  ['From', ({ from }) => from],
  ['Until', ({ until }) => until],
  ['Document', ({ file }) => file?.name],
  ['SHA-256 of the document', ({ file }) => file?.sha256],
]

/** Streams the answer to an inquiry as a ZIP, with one batch of rows in memory. */
export function createInquiryExport({ database, clock, disclosures, overrides }: InquiryParts) {
  return async (viewer: Viewer, period: InquiryPeriod) => {
    const { organization } = viewer.member
    await recordEvent(database, {
      event: 'inquiry-exported',
      actor: viewer.person.id,
      organization,
      details: `${period.from} – ${period.until}`,
    })
    return zip(generateFiles(), clock())

    async function* generateFiles(): AsyncGenerator<ZipFile> {
      yield { path: 'README.txt', bytes: writeReadme() }
      const clocked = await inOrganization(organization, async () => ({
        zone: await loadTimeZone(database, organization),
        now: clock().toISOString(),
      }))
      const notices = (page: Page) => listAgentNotices(database, viewer, { ...period, ...page, sort: 'received' })
      yield { path: 'agent-notices.csv', bytes: writePages(noticeColumns(clocked), notices) }
      const licenses = (page: Page) => listLicenses(database, viewer, page, { now: clock(), inForce: period })
      yield { path: 'licenses.csv', bytes: writePages(licenseColumns, licenses) }
      yield { path: 'disclosures.csv', bytes: writeTable(disclosures) }
      yield { path: 'overrides.csv', bytes: writeTable(overrides) }
    }

    async function* writeReadme() {
      yield [
        `Records from ${period.from} to ${period.until}.`,
        '',
        'agent-notices.csv  Notices of agents that were received in the period.',
        'licenses.csv       Licenses of agents that were valid on a day of the period.',
        'disclosures.csv    Reports to schools and clearinghouses that were due in the period, with proof and outcome.',
        'overrides.csv      Deals that were approved or entered against a rule, with the reason and the approvers.',
        '',
        'Dates are year-month-day; times are UTC. A SHA-256 identifies the document on record.',
        'This is information, not legal advice.',
        '',
      ].join('\r\n')
    }

    async function* writePages<Row>(
      columns: readonly [heading: string, cell: (row: Row) => Cell][],
      load: (page: Page) => Promise<ListPage<Row>>,
    ) {
      yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading))
      let after: string | undefined
      do {
        const { rows, next } = await inOrganization(organization, () => load({ limit: BATCH, after }))
        yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join('')
        after = next ?? undefined
      } while (after)
    }

    async function* writeTable({ headings, rows }: InquiryTable) {
      yield BYTE_ORDER_MARK + csvLine(headings)
      const batches = rows(viewer, period)[Symbol.asyncIterator]()
      for (;;) {
        const { done, value } = await inOrganization(organization, () => batches.next())
        if (done) return
        yield value.map(csvLine).join('')
      }
    }
  }
}
type Page = { limit: number; after: string | undefined }
