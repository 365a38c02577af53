import { type ScanType, scanTypes } from '@sherpa/contracts/file'
import type { Scan } from '@sherpa/contracts/license'
import { Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { withEnding } from '../../files/recognize-type.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { rowOf, run } from '../../persistence/queries.ts'
import type { Viewer } from './license-access.ts'

export type ScanParts = {
  database: Database
  files: StoredFiles
  addresses: FileAddresses
  /** Person and membership behind a session; undefined after log-out, no member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

type Kind<Row> = {
  table: 'licenses' | 'agent_notices'
  /** Alias of the table in `isVisible`. */
  as: string
  isVisible: (viewer: Viewer) => RawBuilder<boolean>
  /** Permissions of the whole table. */
  mayRead: (member: Member) => boolean
  /** Locks the row; refuses people who may not change it. */
  lock: (client: Queryable, viewer: Viewer, id: string) => Promise<unknown>
  /** Audits the change and returns the row. */
  changed: (client: Queryable, viewer: Viewer, id: string) => Promise<Row>
  /** Without an ending. */
  defaultName: string
  /** Of the content. */
  path: string
}

/** The document of each row. A new one replaces it. */
export function createScans<Row>({ database, files, addresses, admitSession }: ScanParts, kind: Kind<Row>) {
  const table = sql.table(kind.table)

  function findFile(viewer: Viewer, id: string) {
    return rowOf(
      database,
      sql<{ name: string; type: ScanType; size: number; key: string }>`select file_name as name, file_type as type,
          file_size as size, storage_key as key from ${table} as ${sql.id(kind.as)}
        where organization_id = ${viewer.member.organization} and id = ${id} and storage_key is not null
          and ${kind.isVisible(viewer)}`,
    )
  }

  return {
    async add(viewer: Viewer, id: string, name: string | undefined, upload: AsyncIterable<Buffer>): Promise<Row> {
      const { organization } = viewer.member
      // Refuses before the upload; checked again in the transaction of the change.
      await inTransaction(database, (client) => kind.lock(client, viewer, id))
      return files.receive(organization, upload, (received) => {
        const { key, type, size, sha256 } = received
        if (!isScan(type)) throw new Refusal('scan-type-not-allowed')
        return inTransaction(database, async (client) => {
          await kind.lock(client, viewer, id)
          await run(
            client,
            sql`update ${table} set file_name = ${withEnding(name ?? kind.defaultName, type)}, file_type = ${type},
                storage_key = ${key}, file_size = ${size}, file_sha256 = ${sha256}, version = version + 1
              where organization_id = ${organization} and id = ${id}`,
          )
          await files.keep(client, received)
          return kind.changed(client, viewer, id)
        })
      })
    },

    async address(viewer: Viewer & { person: Person }, id: string) {
      if (!(await findFile(viewer, id))) throw new Refusal('not-found')
      const { organization } = viewer.member
      return addresses.issue({ organization, session: viewer.person.sessionId, version: id }, kind.path)
    },

    /** Opens a signed download URL, if its session may still see the file. */
    async content(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      if (!person || !member || !kind.mayRead(member)) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await findFile({ person, member }, version)
        if (!found) throw new Refusal('not-found')
        const { key, ...file } = found
        return { ...file, bytes: await files.read(organization, key) }
      })
    },
  }
}
export type Scans<Row> = ReturnType<typeof createScans<Row>>

const isScan = (type: string): type is ScanType => (scanTypes as readonly string[]).includes(type)

export type StoredFile = {
  file_name: string | null
  file_type: ScanType | null
  file_size: number | null
  file_sha256: Buffer | null
}

export const fileColumns = <Alias extends string>(table: Alias) =>
  [`${table}.file_name`, `${table}.file_type`, `${table}.file_size`, `${table}.file_sha256`] as const

/** Erasure keeps the hash of a document that it removes. */
export function toScan({ file_name, file_type, file_size, file_sha256 }: StoredFile): Scan | null {
  if (!file_name || !file_type || file_size === null || !file_sha256) return null
  return { name: file_name, type: file_type, size: file_size, sha256: file_sha256.toString('hex') }
}
