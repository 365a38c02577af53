import type { Readable } from 'node:stream'
import { type FileChange, type FileType, type KeptFile, MOST_FILES, MOST_VERSIONS } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { typeNamed, withEnding } from '../../files/recognize-type.ts'
import type { ReceivedFile, StoredFiles } from '../../files/stored-files.ts'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { recordEvent } from '../audit/audit.ts'
import { requireVisible, seesSensitive, type Viewer } from './athlete-access.ts'
import { isMinorNow } from './guardianship.ts'
import { addTimelineEntry, createRecordChange } from './timeline.ts'

const MAX_VIEWS = 100

type Parts = {
  database: Database
  clock: () => Date
  files: StoredFiles
  addresses: FileAddresses
  /** Undefined after log-out; without a member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

type FileKey = { athlete: string; file: string }
type Content = { name: string; type: FileType; size: number; bytes: Readable }

/** Visible with the athlete; private files also need the permission for sensitive data. */
export function createAthleteFileService({ database, clock, files, addresses, admitSession }: Parts) {
  const changeRecord = createRecordChange(database)

  const recordFileEvent = (
    client: Queryable,
    { person, member }: Viewer,
    event: 'file-added' | 'file-removed',
    athlete: string,
  ) => recordEvent(client, { event, actor: person.id, organization: member.organization, athlete })

  return {
    async list(viewer: Viewer, athlete: string): Promise<{ files: KeptFile[] }> {
      await requireVisible(database, viewer, athlete)
      return { files: await listFiles(database, viewer, athlete, seesSensitive(viewer)) }
    },

    /** The default name is the type. Private files can be added without permission to see them. */
    async add(
      viewer: Viewer,
      athlete: string,
      { name, private: isPrivate }: { name?: string | undefined; private?: 'yes' | 'no' | undefined },
      upload: AsyncIterable<Buffer>,
    ) {
      const { organization } = viewer.member
      await requireVisible(database, viewer, athlete)
      await requireRoomForFile(database, organization, athlete)
      return files.receive(organization, upload, async (received) => {
        const fileName = name ?? withEnding('File', received.type)
        const type = typeNamed(received.type, fileName)
        return changeRecord(viewer, athlete, async (client) => {
          await requireRoomForFile(client, organization, athlete)
          const id = newId()
          const privateByDefault = isPrivate
            ? isPrivate === 'yes'
            : await belongsToMinor(client, organization, athlete, clock())
          const row = {
            organization_id: organization,
            id,
            athlete_id: athlete,
            name: fileName,
            type,
            private: privateByDefault,
          }
          await run(client, query.insertInto('files').values(row))
          await insertVersion(client, viewer, { file: id, number: 1 }, received)
          await files.keep(client, received)
          await addTimelineEntry(client, viewer, athlete, { kind: 'file-added', ...toTimelineDetails(row) })
          await recordFileEvent(client, viewer, 'file-added', athlete)
          return requireFile(client, viewer, { athlete, file: id }, true)
        })
      })
    },

    async addVersion(viewer: Viewer, fileKey: FileKey, upload: AsyncIterable<Buffer>) {
      const { organization } = viewer.member
      await requireVisible(database, viewer, fileKey.athlete)
      requireRoomForVersion(await requireFile(database, viewer, fileKey))
      return files.receive(organization, upload, (received) =>
        changeRecord(viewer, fileKey.athlete, async (client) => {
          const file = await requireFile(client, viewer, fileKey)
          requireRoomForVersion(file)
          if (!isSameType(received.type, file)) throw new Refusal('file-other-type')
          const number = (file.versions[0]?.number ?? 0) + 1
          await insertVersion(client, viewer, { file: file.id, number }, received)
          await files.keep(client, received)
          await addTimelineEntry(client, viewer, fileKey.athlete, {
            kind: 'file-version-added',
            ...toTimelineDetails(file),
          })
          await recordFileEvent(client, viewer, 'file-added', fileKey.athlete)
          return requireFile(client, viewer, fileKey)
        }),
      )
    },

    change(viewer: Viewer, fileKey: FileKey, { name, private: isPrivate }: FileChange): Promise<KeptFile> {
      return changeRecord(viewer, fileKey.athlete, async (client) => {
        const file = await requireFile(client, viewer, fileKey)
        const after = { name: withEnding(name, file.type), private: isPrivate ?? file.private }
        await run(
          client,
          query
            .updateTable('files')
            .set(after)
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', file.id),
        )
        // Names of private files must not appear on the timeline.
        const isHidden = file.private || after.private
        if (after.name !== file.name && !isHidden) {
          const changes = [{ field: 'file', before: file.name, after: after.name }]
          await addTimelineEntry(client, viewer, fileKey.athlete, { kind: 'file-renamed', about: after.name, changes })
        }
        return { ...file, ...after }
      })
    },

    /** Irreversible. A job removes the bytes from storage. */
    remove(viewer: Viewer, fileKey: FileKey) {
      return changeRecord(viewer, fileKey.athlete, async (client) => {
        const file = await requireFile(client, viewer, fileKey)
        await run(
          client,
          query.deleteFrom('files').where('organization_id', '=', viewer.member.organization).where('id', '=', file.id),
        )
        await addTimelineEntry(client, viewer, fileKey.athlete, { kind: 'file-removed', ...toTimelineDetails(file) })
        await recordFileEvent(client, viewer, 'file-removed', fileKey.athlete)
      })
    },

    async issueAddress(viewer: Viewer & { person: Person }, fileKey: FileKey, version: string) {
      await requireVisible(database, viewer, fileKey.athlete)
      const { versions } = await requireFile(database, viewer, fileKey)
      if (!versions.some(({ id }) => id === version)) throw new Refusal('not-found')
      return addresses.issue({ organization: viewer.member.organization, session: viewer.person.sessionId, version })
    },

    /** Checks access again and logs the view. */
    async openContent(address: string): Promise<Content> {
      const { id, organization, session, version } = addresses.read(address)
      const admitted = await admitSession(session, organization)
      const { person, member } = admitted ?? {}
      if (!person || !member?.permissions.includes('athletes.view')) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await rowOf(
          database,
          query
            .selectFrom('file_versions as v')
            .innerJoin('files as f', (join) =>
              join.onRef('f.organization_id', '=', 'v.organization_id').onRef('f.id', '=', 'v.file_id'),
            )
            .select(['f.athlete_id', 'f.name', 'f.type', 'f.private', 'v.storage_key', 'v.size'])
            .where('v.organization_id', '=', organization)
            .where('v.id', '=', version)
            .$narrowType<{ type: FileType }>(),
        )
        if (!found || (found.private && !seesSensitive({ person, member }))) throw new Refusal('not-found')
        await requireVisible(database, { person, member }, found.athlete_id)
        const view = { organization_id: organization, id, version_id: version, user_id: person.id }
        await run(
          database,
          query
            .insertInto('file_views')
            .values(view)
            .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing()),
        )
        const { name, type, size } = found
        return { name, type, size, bytes: await files.read(organization, found.storage_key) }
      })
    },

    async listViews(viewer: Viewer, fileKey: FileKey) {
      await requireVisible(database, viewer, fileKey.athlete)
      const file = await requireFile(database, viewer, fileKey)
      const rows = await rowsOf(
        database,
        query
          .selectFrom('file_views as o')
          .innerJoin('file_versions as v', (join) =>
            join.onRef('v.organization_id', '=', 'o.organization_id').onRef('v.id', '=', 'o.version_id'),
          )
          .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'o.user_id').on('u.deleted_at', 'is', null))
          .select(['o.id', 'o.viewed_at', 'o.user_id', 'u.name', 'v.number'])
          .where('o.organization_id', '=', viewer.member.organization)
          .where('v.file_id', '=', file.id)
          .orderBy('o.viewed_at', 'desc')
          .limit(MAX_VIEWS),
      )
      return {
        views: rows.map((row) => ({
          id: row.id,
          at: row.viewed_at.toISOString(),
          person: row.name ? { id: row.user_id, name: row.name } : null,
          version: row.number,
        })),
      }
    },
  }
}
export type AthleteFiles = ReturnType<typeof createAthleteFileService>

/** Leaves out the name of a private file, since everyone sees the timeline. */
const toTimelineDetails = (file: { name: string; private: boolean }) => (file.private ? {} : { about: file.name })

async function belongsToMinor(client: Queryable, organization: string, athlete: string, now: Date) {
  const row = await oneRowOf(
    client,
    query
      .selectFrom('athletes')
      .select(['organization_id', 'birth_date', 'level'])
      .where('organization_id', '=', organization)
      .where('id', '=', athlete),
  )
  return isMinorNow(client, row, now)
}

/** Text and CSV are indistinguishable by content; the first version's name decided. */
function isSameType(received: FileType, { type }: KeptFile) {
  return received === type || (received === 'text/plain' && type === 'text/csv')
}

async function requireRoomForFile(client: Queryable, organization: string, athlete: string) {
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('files')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('organization_id', '=', organization)
      .where('athlete_id', '=', athlete),
  )
  if (count >= MOST_FILES) throw new Refusal('too-many-files')
}

function requireRoomForVersion({ versions }: KeptFile) {
  if (versions.length >= MOST_VERSIONS) throw new Refusal('too-many-files')
}

async function insertVersion(
  client: Queryable,
  { person, member }: Viewer,
  { file, number }: { file: string; number: number },
  { key, size, sha256 }: ReceivedFile,
) {
  await run(
    client,
    query.insertInto('file_versions').values({
      organization_id: member.organization,
      id: newId(),
      file_id: file,
      number,
      storage_key: key,
      size,
      sha256,
      added_by: person.id,
    }),
  )
}

async function requireFile(
  client: Queryable,
  viewer: Viewer,
  { athlete, file }: FileKey,
  withPrivate = seesSensitive(viewer),
): Promise<KeptFile> {
  const [found] = await listFiles(client, viewer, athlete, withPrivate, file)
  if (!found) throw new Refusal('not-found')
  return found
}

/** Newest first. */
async function listFiles(
  client: Queryable,
  { member }: Viewer,
  athlete: string,
  withPrivate: boolean,
  file?: string,
): Promise<KeptFile[]> {
  let versions = query
    .selectFrom('files as f')
    .innerJoin('file_versions as v', (join) =>
      join.onRef('v.organization_id', '=', 'f.organization_id').onRef('v.file_id', '=', 'f.id'),
    )
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'v.added_by').on('u.deleted_at', 'is', null))
    .select(['f.id as file', 'f.name', 'f.type', 'f.private', 'v.id', 'v.number', 'v.size', 'v.added_at', 'v.added_by'])
    .select('u.name as addedByName')
    .where('f.organization_id', '=', member.organization)
    .where('f.athlete_id', '=', athlete)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id')
    .orderBy('v.number', 'desc')
    .$narrowType<{ type: FileType }>()
  if (!withPrivate) versions = versions.where('f.private', '=', false)
  if (file) versions = versions.where('f.id', '=', file)
  const byFile = new Map<string, KeptFile>()
  for (const row of await rowsOf(client, versions)) {
    const entry = byFile.get(row.file) ?? {
      id: row.file,
      name: row.name,
      type: row.type,
      private: row.private,
      versions: [],
    }
    entry.versions.push({
      id: row.id,
      number: row.number,
      size: row.size,
      addedAt: row.added_at.toISOString(),
      addedBy: row.added_by && row.addedByName ? { id: row.added_by, name: row.addedByName } : null,
    })
    byFile.set(row.file, entry)
  }
  return [...byFile.values()]
}
