import { type Task, type TasksExportQuery, taskSubjects } from '@sherpa/contracts/task'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { recordEvent } from '../audit/audit.ts'
import type { Viewer } from './task-access.ts'
import { listTasks } from './tasks.ts'

const BATCH = 100

const columns: [heading: string, cell: (task: Task) => string | null | undefined][] = [
  ['Task', ({ title }) => title],
  ['About', ({ about }) => about?.name],
  ['Kind', ({ about }) => about && taskSubjects[about.kind]],
  ['Assigned to', ({ assignee }) => assignee?.name],
  ['Day', ({ day }) => day],
  ['Time', ({ time }) => time],
  ['Completed', ({ done }) => done?.at],
  ['Completed by', ({ done }) => done?.by?.name],
  ['Added by', ({ createdBy }) => createdBy?.name],
  ['Added', ({ createdAt }) => createdAt],
]

/** Streams the filtered list as CSV, page by page, with the count at the start. */
export async function exportTasks(database: Database, viewer: Viewer, params: TasksExportQuery) {
  const { organization } = viewer.member
  const first = await listTasks(database, viewer, { ...params, limit: 1 })
  const count = first.similar ? 0 : (first.total?.count ?? 0)
  await recordEvent(database, {
    event: 'tasks-exported',
    actor: viewer.person.id,
    organization,
    details: String(count),
  })
  return { count, parts: csv() }

  async function* csv() {
    yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading))
    if (count === 0) return
    let after: string | undefined
    do {
      const { rows, next } = await inOrganization(organization, () =>
        listTasks(database, viewer, { ...params, limit: BATCH, after }),
      )
      yield rows.map((task) => csvLine(columns.map(([, cell]) => cell(task)))).join('')
      after = next ?? undefined
    } while (after)
  }
}
