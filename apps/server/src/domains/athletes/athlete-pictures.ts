import type { Readable } from 'node:stream'
import { MAX_PICTURE_BYTES, type PictureType, pictureTypes } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { query, rowOf, run } from '../../persistence/queries.ts'
import { recordEvent } from '../audit/audit.ts'
import { requireVisible, type Viewer } from './athlete-access.ts'
import { addTimelineEntry, createRecordChange } from './timeline.ts'

type Parts = {
  database: Database
  files: StoredFiles
  addresses: FileAddresses
  /** Undefined after log-out; without a member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

/** Visible to everyone who sees the athlete. */
export function createAthletePictureService({ database, files, addresses, admitSession }: Parts) {
  const changeRecord = createRecordChange(database)

  async function recordPictureEvent(
    client: Queryable,
    viewer: Viewer,
    athlete: string,
    event: 'picture-set' | 'picture-removed',
  ) {
    await addTimelineEntry(client, viewer, athlete, { kind: event })
    await recordEvent(client, { event, actor: viewer.person.id, organization: viewer.member.organization, athlete })
  }

  return {
    /** Replaces an existing picture. */
    async set(viewer: Viewer, athlete: string, upload: AsyncIterable<Buffer>) {
      const { organization } = viewer.member
      await requireVisible(database, viewer, athlete)
      await files.receive(
        organization,
        upload,
        async (received) => {
          const { key, size, type } = received
          if (!isPictureType(type)) throw new Refusal('picture-type-not-allowed')
          await changeRecord(viewer, athlete, async (client) => {
            await run(client, deletePicture(organization, athlete))
            const row = {
              organization_id: organization,
              id: newId(),
              athlete_id: athlete,
              type,
              storage_key: key,
              size,
            }
            await run(client, query.insertInto('athlete_pictures').values(row))
            await files.keep(client, received)
            await recordPictureEvent(client, viewer, athlete, 'picture-set')
          })
        },
        { mostBytes: MAX_PICTURE_BYTES, refusal: 'picture-over-limit' },
      )
    },

    async remove(viewer: Viewer, athlete: string) {
      await changeRecord(viewer, athlete, async (client) => {
        if ((await run(client, deletePicture(viewer.member.organization, athlete))) === 0)
          throw new Refusal('not-found')
        await recordPictureEvent(client, viewer, athlete, 'picture-removed')
      })
    },

    issueKey({ person, member }: { person: Person; member: Member }) {
      return addresses.pictureKey({ organization: member.organization, session: person.sessionId })
    },

    /** Checks access again: it may have changed since the key was issued. */
    async openContent(picture: string, key: string): Promise<{ type: PictureType; size: number; bytes: Readable }> {
      const { organization, session } = addresses.readPictureKey(key)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      if (!person || !member?.permissions.includes('athletes.view')) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await rowOf(
          database,
          query
            .selectFrom('athlete_pictures')
            .select(['athlete_id', 'type', 'storage_key', 'size'])
            .where('organization_id', '=', organization)
            .where('id', '=', picture)
            .$narrowType<{ type: PictureType }>(),
        )
        if (!found) throw new Refusal('not-found')
        await requireVisible(database, { person, member }, found.athlete_id)
        const { type, size } = found
        return { type, size, bytes: await files.read(organization, found.storage_key) }
      })
    },
  }
}
export type AthletePictures = ReturnType<typeof createAthletePictureService>

function isPictureType(type: string): type is PictureType {
  return (pictureTypes as readonly string[]).includes(type)
}

function deletePicture(organization: string, athlete: string) {
  return query
    .deleteFrom('athlete_pictures')
    .where('organization_id', '=', organization)
    .where('athlete_id', '=', athlete)
}

/** Column of athletes `a`: picture id or null. */
export const pictureColumn = sql<string | null>`(select p.id from athlete_pictures p
  where p.organization_id = a.organization_id and p.athlete_id = a.id)`
