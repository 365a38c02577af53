import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { type ScanType, scanTypes } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { typeNamed, withEnding } from '../../files/recognize-type.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, inTransaction } from '../../persistence/database.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { isVisibleAthlete } from '../athletes/athletes.ts'
import { loadExpense, lockExpense } from './expenses.ts'
import type { Viewer } from './finance-access.ts'

type Parts = {
  database: Database
  files: StoredFiles
  addresses: FileAddresses
  /** Person and membership behind a session; undefined after log-out, no member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

/** Receipt files of expenses. A file can be replaced until the expense is decided. */
export function createExpenseFileService({ database, files, addresses, admitSession }: Parts) {
  return {
    async add(viewer: Viewer, id: string, name: string | undefined, upload: AsyncIterable<Buffer>) {
      const { organization } = viewer.member
      const { file, state } = await loadExpense(database, viewer, id)
      if (file && state !== 'waiting') throw new Refusal('receipt-kept')
      return files.receive(organization, upload, async (received) => {
        if (!isReceiptType(received.type)) throw new Refusal('receipt-type-not-allowed')
        const fileName = name ?? withEnding('Receipt', received.type)
        const type = typeNamed(received.type, fileName)
        return inTransaction(database, async (client) => {
          const { storage_key, state } = await lockExpense(client, viewer, id)
          if (storage_key !== null) {
            if (state !== 'waiting') throw new Refusal('receipt-kept')
            await files.leave(client, storage_key)
          }
          await run(
            client,
            query
              .updateTable('expenses')
              .set({
                file_name: fileName,
                file_type: type,
                storage_key: received.key,
                file_size: received.size,
                file_sha256: received.sha256,
                version: sql<number>`version + 1`,
              })
              .where('organization_id', '=', organization)
              .where('id', '=', id),
          )
          await files.keep(client, received)
          return loadExpense(client, viewer, id)
        })
      })
    },

    async address(viewer: Viewer & { person: Person }, id: string) {
      const { organization } = viewer.member
      if (!(await findFile(viewer, id))) throw new Refusal('not-found')
      return addresses.issue({ organization, session: viewer.person.sessionId, version: id }, '/expense-files/content')
    },

    /** Opens a signed download URL, if its session may still see the file. */
    async content(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      const { access, alsoNeeds } = expenseOperations.expenseFileAddress
      const isAllowed = [access, alsoNeeds].every((needed) => member?.permissions.includes(needed))
      if (!person || !member || !isAllowed || member.role === 'athlete') throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await findFile({ person, member }, version)
        if (!found) throw new Refusal('not-found')
        const { key, ...file } = found
        return { ...file, bytes: await files.read(organization, key) }
      })
    },
  }

  async function findFile(viewer: Viewer, id: string) {
    return rowOf(
      database,
      query
        .selectFrom('expenses as e')
        .select(['e.file_name as name', 'e.file_type as type', 'e.file_size as size', 'e.storage_key as key'])
        .where('e.organization_id', '=', viewer.member.organization)
        .where('e.id', '=', id)
        .where('e.storage_key', 'is not', null)
        .where(isVisibleAthlete(viewer, sql.ref('e.athlete_id')))
        .$narrowType<{ name: string; type: ScanType; size: number; key: string }>(),
    )
  }
}
export type ExpenseFiles = ReturnType<typeof createExpenseFileService>

const isReceiptType = (type: string): type is ScanType => (scanTypes as readonly string[]).includes(type)
