import { Readable } from 'node:stream'
import type { SigningSide } from '@sherpa/contracts/deal'
import type { DealStage } from '@sherpa/contracts/deal-stage'
import type { CheckedDocument, DealDocument, DocumentKind } from '@sherpa/contracts/deal-work'
import type { FileType } from '@sherpa/contracts/file'
import { type ProblemCode, Refusal } from '@sherpa/contracts/problem'
import { type RawBuilder, sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { isOpenable } from '../../files/openable.ts'
import { typeNamed, withEnding } from '../../files/recognize-type.ts'
import type { ReceivedFile, StoredFiles } from '../../files/stored-files.ts'
import type { Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { isDealVisible, type LockedDeal, lockDeal, requireVisibleDeal, seesMoney, type Viewer } from './deal-access.ts'
import { loadSignatures } from './deal-record.ts'
import { addTimelineEntry, bumpActivity, touchDeal } from './deal-timeline.ts'
import { isCopyOfGuardian, organizationOfCopy } from './guardian-documents.ts'
import { mayOpenByLink } from './link-documents.ts'
import { loadNewestVersion, recordEditor } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  files: StoredFiles
  addresses: FileAddresses
  /** Person and membership behind a session; undefined after log-out, no member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

const MOST_DOCUMENTS = 200
/** Signed copies and proofs are evidence and cannot be removed. */
const removable: ReadonlySet<DocumentKind> = new Set(['document', 'contract'])

/** `fallbackName` is used for uploads without a name. */
type DocumentInfo = { kind: DocumentKind; name: string | undefined; fallbackName?: string; number?: number }

export function createDealDocumentService({ database, clock, files, addresses, admitSession }: Parts) {
  /** Without a check. */
  async function readDocument(organization: string, id: string) {
    const { storage_key, ...document } = await oneRowOf(
      database,
      query
        .selectFrom('deal_documents')
        .select(['name', 'type', 'size', 'storage_key'])
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .$narrowType<{ type: FileType }>(),
    )
    return { ...document, bytes: await files.read(organization, storage_key) }
  }

  /** Stores an upload as a document of the deal. `onStored` runs in the same transaction. */
  async function receive(
    viewer: Viewer,
    deal: string,
    about: DocumentInfo,
    upload: AsyncIterable<Buffer>,
    onStored: (client: Queryable, document: string) => Promise<void> = async () => undefined,
  ): Promise<DealDocument> {
    const { organization } = viewer.member
    await requireVisibleDeal(database, viewer, deal)
    return files.receive(organization, upload, async (received) => {
      if (about.kind === 'paper') await requireOpenable(organization, received, 'signed-copy-not-openable')
      return inTransaction(database, async (client) => {
        await lockDeal(client, viewer, deal)
        await requireDocumentLimit(client, organization, deal)
        const id = await insertDocument(client, { organization, deal, person: viewer.person.id }, about, received)
        await files.keep(client, received)
        await onStored(client, id)
        // Proofs and signed copies have their own timeline entries.
        if (about.kind === 'document') {
          await addTimelineEntry(client, viewer, deal, { kind: 'document-added', about: about.name ?? null })
        }
        await bumpActivity(client, organization, deal)
        return oneRowOf(client, selectDocuments(organization, deal).where('f.id', '=', id)).then(toDocument)
      })
    })
  }

  /** A signed copy or contract must be readable by everyone who relies on it. */
  async function requireOpenable(organization: string, { key, type }: ReceivedFile, refusal: ProblemCode) {
    const bytes = Buffer.concat(await (await files.read(organization, key)).toArray())
    if (!isOpenable(type, bytes)) throw new Refusal(refusal)
  }

  return {
    receive,

    async all(viewer: Viewer, deal: string): Promise<{ documents: DealDocument[] }> {
      await requireVisibleDeal(database, viewer, deal)
      return {
        documents: (
          await rowsOf(database, selectDocuments(viewer.member.organization, deal).where(visibleDocuments(viewer)))
        ).map(toDocument),
      }
    },

    add: (viewer: Viewer, deal: string, name: string | undefined, upload: AsyncIterable<Buffer>) =>
      receive(viewer, deal, { kind: 'document', name }, upload),

    /** Stores what the company sent to an athlete, who does not see drafts. */
    async addReported(
      organization: string,
      deal: string,
      { name, person }: { name: string | undefined; person: string },
      upload: AsyncIterable<Buffer>,
      check: (client: Queryable) => Promise<void>,
    ) {
      await inTransaction(database, check)
      await files.receive(organization, upload, (received) =>
        inTransaction(database, async (client) => {
          await check(client)
          await requireDocumentLimit(client, organization, deal)
          const about = { kind: 'document' as const, name, fallbackName: 'Sent by the company' }
          await insertDocument(client, { organization, deal, person }, about, received)
          await files.keep(client, received)
          await bumpActivity(client, organization, deal)
        }),
      )
    },

    /** Sets the contract PDF of the draft, which the version is frozen with. */
    async setContract(viewer: Viewer, deal: string, name: string | undefined, upload: AsyncIterable<Buffer>) {
      const { organization } = viewer.member
      await requireVisibleDeal(database, viewer, deal)
      return files.receive(organization, upload, async (received) => {
        if (received.type !== 'application/pdf') throw new Refusal('contract-not-pdf')
        await requireOpenable(organization, received, 'contract-not-pdf')
        return inTransaction(database, async (client) => {
          const locked = await lockDeal(client, viewer, deal)
          await requireDraft(client, locked)
          const { newest_version: number } = locked
          await run(
            client,
            query
              .deleteFrom('deal_documents')
              .where('organization_id', '=', organization)
              .where('deal_id', '=', deal)
              .where('kind', '=', 'contract')
              .where('number', '=', number),
          )
          await requireDocumentLimit(client, organization, deal)
          const about = { kind: 'contract' as const, name, fallbackName: 'Contract', number }
          const id = await insertDocument(client, { organization, deal, person: viewer.person.id }, about, received)
          await files.keep(client, received)
          await recordEditor(client, locked, number, viewer.person.id)
          await addTimelineEntry(client, viewer, deal, { kind: 'document-added', about: name ?? null })
          await touchDeal(client, organization, deal)
          return oneRowOf(client, selectDocuments(organization, deal).where('f.id', '=', id)).then(toDocument)
        })
      })
    },

    async remove(viewer: Viewer, deal: string, document: string) {
      const { organization } = viewer.member
      await inTransaction(database, async (client) => {
        const locked = await lockDeal(client, viewer, deal)
        const found = await rowOf(client, selectDocuments(organization, deal).where('f.id', '=', document))
        if (!found) throw new Refusal('not-found')
        if (!removable.has(found.kind)) throw new Refusal('not-permitted')
        // The contract of a frozen version is part of it.
        if (found.kind === 'contract') {
          if (found.number !== locked.newest_version) throw new Refusal('deal-move-not-possible')
          await requireDraft(client, locked)
        }
        await run(
          client,
          query.deleteFrom('deal_documents').where('organization_id', '=', organization).where('id', '=', document),
        )
        await addTimelineEntry(client, viewer, deal, { kind: 'document-removed', about: found.name })
        if (found.kind === 'contract') {
          await recordEditor(client, locked, locked.newest_version, viewer.person.id)
          await touchDeal(client, organization, deal)
        } else await bumpActivity(client, organization, deal)
      })
    },

    async address(viewer: Viewer & { person: Person }, deal: string, document: string) {
      const { organization } = viewer.member
      const found = await rowOf(
        database,
        selectDocuments(organization, deal).where('f.id', '=', document).where(visibleDocuments(viewer)),
      )
      if (!found) throw new Refusal('not-found')
      if (!mayOpen(viewer, found.kind)) throw new Refusal('not-permitted')
      const target = { organization, session: viewer.person.sessionId, version: document }
      return addresses.issue(target, '/deal-documents/content')
    },

    /** A link to a signed copy for the guardian of its athlete. */
    async addressForGuardian(person: Person, guardianship: string, document: string) {
      const organization = await organizationOfCopy(database, person.id, guardianship, document, clock())
      if (!organization) throw new Refusal('not-found')
      return addresses.issue({ organization, session: person.sessionId, version: document }, '/deal-documents/content')
    },

    /** Opens a signed download URL, if its session may still see the document. */
    async content(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      if (!person) {
        // A company has a link instead of a session.
        const opened = { organization, link: session, document: version }
        if (!(await mayOpenByLink(database, opened, clock()))) throw new Refusal('not-found')
        return inOrganization(organization, () => readDocument(organization, version))
      }
      if (!member) {
        const copy = { organization, document: version }
        if (!(await isCopyOfGuardian(database, person.id, copy, clock()))) throw new Refusal('not-found')
        return inOrganization(organization, () => readDocument(organization, version))
      }
      if (!member.permissions.includes('deals.view')) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const viewer = { person, member }
        const found = await rowOf(
          database,
          query
            .selectFrom('deal_documents as f')
            .innerJoin('deals as d', (join) =>
              join.onRef('d.organization_id', '=', 'f.organization_id').onRef('d.id', '=', 'f.deal_id'),
            )
            .select(['f.name', 'f.type', 'f.kind', 'f.storage_key', 'f.size'])
            .where('f.organization_id', '=', organization)
            .where('f.id', '=', version)
            .where(visibleDocuments(viewer))
            .$narrowType<{ type: FileType; kind: DocumentKind }>(),
        )
        if (!found || !mayOpen(viewer, found.kind)) throw new Refusal('not-found')
        const { name, type, size } = found
        return { name, type, size, bytes: await files.read(organization, found.storage_key) }
      })
    },

    /** Finds a visible document by its SHA-256. */
    async check(viewer: Viewer, sha256: string): Promise<CheckedDocument> {
      const found = await rowOf(
        database,
        query
          .selectFrom('deal_documents as f')
          .innerJoin('deals as d', (join) =>
            join.onRef('d.organization_id', '=', 'f.organization_id').onRef('d.id', '=', 'f.deal_id'),
          )
          .leftJoin('deal_versions as v', (join) =>
            join
              .onRef('v.organization_id', '=', 'd.organization_id')
              .onRef('v.deal_id', '=', 'd.id')
              .onRef('v.number', '=', 'f.number'),
          )
          .select(['d.id', 'd.version_in_force', 'd.stage', 'f.kind', 'f.number', 'f.added_at', 'v.hash'])
          .select([supersededAt.as('supersededAt'), sql<string>`coalesce(v.frozen->>'title', d.title)`.as('title')])
          .where('f.organization_id', '=', viewer.member.organization)
          .where('f.sha256', '=', Buffer.from(sha256, 'hex'))
          .where('d.removed_at', 'is', null)
          .where(visibleDocuments(viewer))
          .$narrowType<{ kind: DocumentKind; stage: DealStage }>(),
      )
      if (!found) return { found: null }
      const { id, title, kind, number, added_at, version_in_force, stage, hash, supersededAt: replaced } = found
      const signatures = await loadSignatures(database, viewer, id)
      return {
        found: {
          deal: { id, title },
          kind,
          number,
          addedAt: added_at.toISOString(),
          superseded: replaced !== null,
          inForce: number !== null && number === version_in_force && stage === 'active',
          versionHash: hash,
          signatures: signatures.filter((signature) => signature.number === number),
        },
      }
    },

    /** Stores a generated PDF. */
    async keep(
      { organization, deal }: { organization: string; deal: string },
      about: DocumentInfo,
      pdf: Uint8Array,
      onStored: (client: Queryable, document: string) => Promise<void>,
    ) {
      await files.receive(organization, Readable.from([Buffer.from(pdf)]), (received) =>
        inTransaction(database, async (client) => {
          const id = await insertDocument(client, { organization, deal, person: null }, about, received)
          await files.keep(client, received)
          await onStored(client, id)
          await bumpActivity(client, organization, deal)
        }),
      )
    },

    /** Replaces a generated PDF, if `mayReplace` holds inside the transaction. */
    async replace(
      organization: string,
      document: string,
      pdf: Uint8Array,
      mayReplace: (client: Queryable) => Promise<boolean>,
    ): Promise<boolean> {
      return files.receive(organization, Readable.from([Buffer.from(pdf)]), (received) =>
        inTransaction(database, async (client) => {
          if (!(await mayReplace(client))) return false
          await run(
            client,
            query
              .updateTable('deal_documents')
              .set({
                storage_key: received.key,
                size: received.size,
                sha256: received.sha256,
                added_at: sql<Date>`now()`,
              })
              .where('organization_id', '=', organization)
              .where('id', '=', document),
          )
          await files.keep(client, received)
          return true
        }),
      )
    },

    /** For mail attachments. */
    async bytesOf(organization: string, document: string): Promise<Buffer> {
      const { storage_key } = await oneRowOf(
        database,
        query
          .selectFrom('deal_documents')
          .select('storage_key')
          .where('organization_id', '=', organization)
          .where('id', '=', document),
      )
      return Buffer.concat(await (await files.read(organization, storage_key)).toArray())
    },
  }
}
export type DealDocuments = ReturnType<typeof createDealDocumentService>

/** Condition on `deal_documents f` with `deals d`: athletes do not see documents of unshared versions. */
function visibleDocuments(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.member.role !== 'athlete') return isDealVisible(viewer)
  return sql`(${isDealVisible(viewer)} and (f.number is null or (d.shared and f.number = d.newest_version)
    or exists (select from deal_versions v where v.organization_id = f.organization_id and v.deal_id = f.deal_id
      and v.number = f.number and v.stage = 'signed')))`
}

/** Documents contain amounts and need `money.view`; proofs of deliverables do not. */
function mayOpen(viewer: Viewer, kind: DocumentKind) {
  return seesMoney(viewer) || kind === 'proof'
}

export function describeSignedCopy(
  side: SigningSide,
  { name, number }: { name: string | undefined; number: number },
): DocumentInfo {
  return { kind: 'paper', name, fallbackName: `Signed by the ${side}`, number }
}

async function insertDocument(
  client: Queryable,
  { organization, deal, person }: { organization: string; deal: string; person: string | null },
  { kind, name, fallbackName = 'Document', number }: DocumentInfo,
  received: ReceivedFile,
) {
  const id = newId()
  const fileName = name ?? withEnding(fallbackName, received.type)
  await run(
    client,
    query.insertInto('deal_documents').values({
      organization_id: organization,
      id,
      deal_id: deal,
      kind,
      number: number ?? null,
      name: fileName,
      type: typeNamed(received.type, fileName),
      storage_key: received.key,
      size: received.size,
      sha256: received.sha256,
      added_by: person,
    }),
  )
  return id
}

async function requireDraft(client: Queryable, deal: LockedDeal) {
  if ((await loadNewestVersion(client, deal)).stage !== 'draft') throw new Refusal('deal-move-not-possible')
}

async function requireDocumentLimit(client: Queryable, organization: string, deal: string) {
  const { count } = await oneRowOf(
    client,
    query
      .selectFrom('deal_documents')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('organization_id', '=', organization)
      .where('deal_id', '=', deal),
  )
  if (count >= MOST_DOCUMENTS) throw new Refusal('too-many-files')
}

/** When a newer signed copy superseded `deal_documents f`. */
const supersededAt = sql<Date | null>`(select case when bool_and(s.superseded_at is not null) then max(s.superseded_at) end from deal_signatures s
  where s.organization_id = f.organization_id and s.document_id = f.id)`

/** Newest first. */
function selectDocuments(organization: string, deal: string) {
  return query
    .selectFrom('deal_documents as f')
    .innerJoin('deals as d', (join) =>
      join.onRef('d.organization_id', '=', 'f.organization_id').onRef('d.id', '=', 'f.deal_id'),
    )
    .leftJoin(publicUsers.as('u'), (join) => join.onRef('u.id', '=', 'f.added_by').on('u.deleted_at', 'is', null))
    .select([
      'f.id',
      'f.kind',
      'f.number',
      'f.name',
      'f.type',
      'f.size',
      'f.added_at',
      'u.id as byId',
      'u.name as byName',
      supersededAt.as('superseded_at'),
    ])
    .where('f.organization_id', '=', organization)
    .where('f.deal_id', '=', deal)
    .orderBy('f.added_at', 'desc')
    .orderBy('f.id', 'desc')
    .$narrowType<{ kind: DocumentKind; type: FileType }>()
}

type Row = Omit<DealDocument, 'addedAt' | 'addedBy' | 'supersededAt'> & {
  added_at: Date
  superseded_at: Date | null
  byId: string | null
  byName: string | null
}

function toDocument({ added_at, superseded_at, byId, byName, ...document }: Row): DealDocument {
  return {
    ...document,
    addedAt: added_at.toISOString(),
    addedBy: byId && byName ? { id: byId, name: byName } : null,
    supersededAt: superseded_at?.toISOString() ?? null,
  }
}
