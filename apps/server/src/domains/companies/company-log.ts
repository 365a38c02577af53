import type { CompanyLogQuery } from '@sherpa/contracts/company'
import type { LogEntry } from '@sherpa/contracts/contact-log'
import type { ListPage } from '@sherpa/contracts/list'
import { sql } from 'kysely'
import type { Database } from '../../persistence/database.ts'
import { listRows } from '../../persistence/lists/list-rows.ts'
import { oneRowOf, query, run } from '../../persistence/queries.ts'
import { createNoteService, type Log, selectEntries, toLogEntry } from '../contact-log/contact-log.ts'
import { requireCompany } from './companies.ts'
import { lockCompany, type Viewer } from './company-access.ts'

const companyLog: Log = {
  table: 'company_timeline',
  recordColumn: 'company_id',
  contactsTable: 'company_contacts',
  // Everyone who sees companies sees deals.
  audiences: ['deals', 'money', 'me'],
  lock: (client, { member }, company) => lockCompany(client, member.organization, company),
  touch: (client, { member }, company) =>
    run(
      client,
      query
        .updateTable('companies')
        .set({ created_at: sql.ref<Date>('created_at') })
        .where('organization_id', '=', member.organization)
        .where('id', '=', company),
    ),
  seesContacts: () => true,
}

export function createCompanyLogService(database: Database) {
  const selectLog = (viewer: Viewer, company: string) =>
    selectEntries(companyLog, viewer).where('t.company_id', '=', company)

  return {
    notes: createNoteService(database, companyLog, async (client, viewer, company, id) =>
      toLogEntry(await oneRowOf(client, selectLog(viewer, company).where('t.id', '=', id)), viewer, companyLog),
    ),

    async list(viewer: Viewer, company: string, paging: CompanyLogQuery): Promise<ListPage<LogEntry>> {
      await requireCompany(database, viewer.member.organization, company)
      const page = await listRows(
        database,
        {
          table: 'company_timeline',
          rows: () => selectLog(viewer, company),
          sorts: { time: { column: 't.at', type: 'timestamptz' } },
          sort: '-time',
          id: { column: 't.id', type: 'uuid' },
          withoutTotal: true,
        },
        paging,
      )
      return { ...page, rows: page.rows.map((row) => toLogEntry(row, viewer, companyLog)) }
    },
  }
}
export type CompanyLogs = ReturnType<typeof createCompanyLogService>
