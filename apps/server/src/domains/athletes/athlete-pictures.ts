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
import { noteEvent } from '../audit/audit.ts'
import { requireSeen, type Viewer } from './athlete-access.ts'
import { noteOnTimeline, recordChanges } from './timeline.ts'

type Parts = {
  database: Database
  files: StoredFiles
  addresses: FileAddresses
  /** Whose session it is, and what they are in the organization: none, if they have logged out or left. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

/** The picture of an athlete: whoever sees the athlete sees it. */
export function athletePictures({ database, files, addresses, admitSession }: Parts) {
  const changing = recordChanges(database)

  async function note(client: Queryable, viewer: Viewer, athlete: string, event: 'picture-set' | 'picture-removed') {
    await noteOnTimeline(client, viewer, athlete, { kind: event })
    await noteEvent(client, { event, actor: viewer.person.id, organization: viewer.member.organization, athlete })
  }

  return {
    /** In place of the one that there is. */
    async set(viewer: Viewer, athlete: string, upload: AsyncIterable<Buffer>) {
      const { organization } = viewer.member
      await requireSeen(database, viewer, athlete)
      await files.receive(
        organization,
        upload,
        async (received) => {
          const { key, size, type } = received
          if (!isPictureType(type)) throw new Refusal('picture-type-not-allowed')
          await changing(viewer, athlete, async (client) => {
            await run(client, pictureOf(organization, athlete))
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
            await note(client, viewer, athlete, 'picture-set')
          })
        },
        { mostBytes: MAX_PICTURE_BYTES, refusal: 'picture-over-limit' },
      )
    },

    async remove(viewer: Viewer, athlete: string) {
      await changing(viewer, athlete, async (client) => {
        if ((await run(client, pictureOf(viewer.member.organization, athlete))) === 0) throw new Refusal('not-found')
        await note(client, viewer, athlete, 'picture-removed')
      })
    },

    key({ person, member }: { person: Person; member: Member }) {
      return addresses.pictureKey({ organization: member.organization, session: person.sessionId })
    },

    /** If whoever got the key may still see the athlete. */
    async content(picture: string, key: string): Promise<{ type: PictureType; size: number; bytes: Readable }> {
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
        await requireSeen(database, { person, member }, found.athlete_id)
        const { type, size } = found
        return { type, size, bytes: await files.read(organization, found.storage_key) }
      })
    },
  }
}
export type AthletePictures = ReturnType<typeof athletePictures>

function isPictureType(type: string): type is PictureType {
  return (pictureTypes as readonly string[]).includes(type)
}

function pictureOf(organization: string, athlete: string) {
  return query
    .deleteFrom('athlete_pictures')
    .where('organization_id', '=', organization)
    .where('athlete_id', '=', athlete)
}

/** Of the table of athletes, called `a`: the id of the picture, if there is one. */
export const pictureOfRow = sql<string | null>`(select p.id from athlete_pictures p
  where p.organization_id = a.organization_id and p.athlete_id = a.id)`
