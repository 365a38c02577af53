import { Readable } from 'node:stream'
import type { Disclosure, Packet } from '@sherpa/contracts/disclosure'
import { disclosureKinds } from '@sherpa/contracts/disclosure-state'
import { type FileType, MOST_FILES } from '@sherpa/contracts/file'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { typeNamed, withEnding } from '../../files/recognize-type.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import { type ZipFile, zip } from '../../files/zip.ts'
import type { Member, Person } from '../../http/access.ts'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import { storableName } from '../../persistence/archive-part.ts'
import { type Database, inOrganization } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import type { DisclosureService } from './change-disclosures.ts'
import { filterVisibleDisclosures, isDisclosureVisible, type Viewer } from './disclosure-access.ts'
import { updateDisclosure } from './disclosure-events.ts'
import type { PacketPaper } from './packet-pdf.ts'

type Parts = {
  database: Database
  clock: () => Date
  files: StoredFiles
  addresses: FileAddresses
  disclosures: DisclosureService
  draw: Draw<PacketPaper>
  /** Person and membership behind a session; undefined after log-out, no member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

/** Proof of filing, and the packet as a file. */
export function createDisclosureFileService(parts: Parts) {
  const { database, clock, files, addresses, disclosures, draw, admitSession } = parts

  function selectFiles(viewer: Viewer, id: string) {
    return query
      .selectFrom('disclosure_files as f')
      .innerJoin('disclosures as x', (join) =>
        join.onRef('x.organization_id', '=', 'f.organization_id').onRef('x.id', '=', 'f.disclosure_id'),
      )
      .select(['f.name', 'f.type', 'f.size', 'f.storage_key as key', 'f.disclosure_id as disclosure'])
      .where('f.organization_id', '=', viewer.member.organization)
      .where('f.id', '=', id)
      .where(isDisclosureVisible(viewer))
      .$narrowType<{ type: FileType }>()
  }

  async function loadPacket(viewer: Viewer, id: string) {
    const disclosure = await disclosures.load(viewer, id)
    const { checks: _, filled: __, hash, ...packet } = disclosure.packet
    return { disclosure, hash, packet: packet satisfies Packet }
  }

  async function pdf(viewer: Viewer, id: string) {
    const { disclosure, hash, packet } = await loadPacket(viewer, id)
    const { organization } = viewer.member
    const { name } = await oneRowOf(
      database,
      query.selectFrom(publicOrganizations.as('o')).select('o.name').where('o.id', '=', organization),
    )
    const { title, kind } = disclosure
    const today = await todayIn(database, organization, clock())
    const drawn = await draw({ organization: name, packet, title, hash, today })
    return { pdf: drawn, name: `${title ?? disclosureKinds[kind]}, ${packet.athlete}.pdf` }
  }

  return {
    async add(
      viewer: Viewer,
      id: string,
      name: string | undefined,
      upload: AsyncIterable<Buffer>,
    ): Promise<Disclosure> {
      const { organization } = viewer.member
      await disclosures.load(viewer, id)
      return files.receive(organization, upload, (received) =>
        disclosures.changeLocked(viewer, id, undefined, async (client) => {
          const { count } = await oneRowOf(
            client,
            query
              .selectFrom('disclosure_files')
              .select(sql<number>`count(*)::integer`.as('count'))
              .where('organization_id', '=', organization)
              .where('disclosure_id', '=', id),
          )
          if (count >= MOST_FILES) throw new Refusal('too-many-files')
          const fileName = name ?? withEnding('Proof', received.type)
          await run(
            client,
            query.insertInto('disclosure_files').values({
              organization_id: organization,
              id: newId(),
              disclosure_id: id,
              name: fileName,
              type: typeNamed(received.type, fileName),
              storage_key: received.key,
              size: received.size,
              sha256: received.sha256,
              added_by: viewer.person.id,
            }),
          )
          await files.keep(client, received)
          await updateDisclosure(client, organization, id, {})
          return undefined
        }),
      )
    },

    async address(viewer: Viewer & { person: Person }, id: string, file: string) {
      const found = await rowOf(database, selectFiles(viewer, file).where('f.disclosure_id', '=', id))
      if (!found) throw new Refusal('not-found')
      const target = { organization: viewer.member.organization, session: viewer.person.sessionId, version: file }
      return addresses.issue(target, '/disclosure-files/content')
    },

    /** Opens a signed download URL, if its session may still see the file. */
    async content(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      if (!person || !member?.permissions.includes('money.view')) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await rowOf(database, selectFiles({ person, member }, version))
        if (!found) throw new Refusal('not-found')
        const { name, type, size, key } = found
        return { name, type, size, bytes: await files.read(organization, key) }
      })
    },

    packet: async (viewer: Viewer, id: string): Promise<Packet> => (await loadPacket(viewer, id)).packet,

    pdf,

    /** Streams PDFs as a ZIP, one at a time. */
    async packets(viewer: Viewer, ids: readonly string[]) {
      const { organization } = viewer.member
      const visible = await filterVisibleDisclosures(database, viewer, ids)
      return zip(drawAll(), clock())

      async function* drawAll(): AsyncGenerator<ZipFile> {
        for (const [index, id] of visible.entries()) {
          const { pdf: bytes, name } = await inOrganization(organization, () => pdf(viewer, id))
          const path = `${index + 1} ${storableName(name)}`
          yield { path, bytes: Readable.from([bytes]), compressed: false }
        }
      }
    },
  }
}
export type DisclosureFiles = ReturnType<typeof createDisclosureFileService>
