import type { FoundRecords } from '@sherpa/contracts/search-operations'
import { type ListWithViews, listsWithViews } from '@sherpa/contracts/view'
import type { LoadPage, Viewer } from '../views/views.ts'

const SHOWN = '6'

type Lists = Extract<ListWithViews, 'athletes' | 'deals' | 'companies' | 'tasks' | 'members'>
type Parts = {
  loadPage: LoadPage
  findContacts: (search: string) => Promise<FoundRecords['contacts']>
}

/** One request of the palette instead of one per list. */
export function createRecordSearch({ loadPage, findContacts }: Parts) {
  return async (viewer: Viewer, { search }: { search: string }): Promise<FoundRecords> => {
    const { permissions, role } = viewer.member
    async function rowsOf<Row>(list: Lists, more: Record<string, string> = {}) {
      const needed = listsWithViews[list]
      if (needed !== 'member' && !permissions.includes(needed)) return []
      const { rows } = await loadPage(viewer, list, { ...more, search, limit: SHOWN })
      return rows as Row[]
    }
    // One after the other, so that a search takes one connection.
    const athletes = await rowsOf<FoundRecords['athletes'][number]>('athletes')
    const deals = await rowsOf<FoundRecords['deals'][number]>('deals')
    const companies = await rowsOf<FoundRecords['companies'][number]>('companies')
    // Contacts are internal.
    const seesContacts = permissions.includes('deals.view') && role !== 'athlete'
    const contacts = seesContacts ? await findContacts(search) : []
    const tasks = await rowsOf<FoundRecords['tasks'][number]>('tasks', { scope: 'all' })
    const people = await rowsOf<FoundRecords['people'][number]>('members')
    return { athletes, deals, companies, contacts, tasks, people }
  }
}
