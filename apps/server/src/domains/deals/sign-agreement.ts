import type { Agreement, AgreementConfirmation, SignedAgreement } from '@sherpa/contracts/agreement'
import { dayIn, IN_FUTURE } from '@sherpa/contracts/days'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { isOpenable } from '../../files/openable.ts'
import { withEnding } from '../../files/recognize-type.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import type { ConfirmIdentity, Member, Person } from '../../http/access.ts'
import { type Database, inOrganization, inTransaction, type Queryable } from '../../persistence/database.ts'
import { filterIds, oneRowOf, query, rowOf } from '../../persistence/queries.ts'
import { isMinorOn, isVisibleAthlete, requireAthleteFacts } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { lockOrganization, notifyOwners, publicOrganizations } from '../organizations/organizations.ts'
import { hasOtherConfirmer, loadConfirmingRoles } from './agreement-confirmations.ts'
import { loadAgreement, loadIfUnchanged, redactFor, updateAgreement } from './agreements.ts'
import { seesMoney, type Viewer } from './deal-access.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  files: StoredFiles
  addresses: FileAddresses
  confirmIdentity: ConfirmIdentity
  /** Person and membership behind a session; undefined after log-out, no member after leaving. */
  admitSession: (
    session: string,
    organization: string,
  ) => Promise<{ person: Pick<Person, 'id'>; member: Member | undefined } | undefined>
}

const PDF = 'application/pdf'

/** Signed documents of representation agreements, entered as signed. Nobody outside of the organization is notified. */
export function createAgreementSigningService(parts: Parts) {
  const { database, clock, onMail, files, addresses, confirmIdentity, admitSession } = parts

  /** Runs `work` on the agreement, under the lock of all changes to agreements. */
  function changeAgreement(
    viewer: Viewer,
    { athlete, id }: { athlete: string; id: string },
    work: (client: Queryable) => Promise<void>,
  ): Promise<Agreement> {
    const { organization } = viewer.member
    return inTransaction(database, async (client) => {
      await lockOrganization(client, organization)
      await requireAthleteFacts(client, viewer, athlete, clock())
      await work(client)
      return redactFor(viewer, await loadAgreement(client, organization, athlete, id))
    })
  }

  return {
    async addDocument(
      viewer: Viewer,
      athlete: string,
      id: string,
      name: string | undefined,
      upload: AsyncIterable<Buffer>,
    ): Promise<Agreement> {
      const { organization } = viewer.member
      await requireAthleteFacts(database, viewer, athlete, clock())
      requireUnsigned(await loadAgreement(database, organization, athlete, id))
      return files.receive(organization, upload, async (received) => {
        const bytes = Buffer.concat(await (await files.read(organization, received.key)).toArray())
        if (received.type !== PDF) throw new Refusal('signed-pdf-needed')
        if (!isOpenable(received.type, bytes)) throw new Refusal('signed-copy-not-openable')
        return changeAgreement(viewer, { athlete, id }, async (client) => {
          requireUnsigned(await loadAgreement(client, organization, athlete, id))
          await updateAgreement(client, organization, id, {
            file_name: name ?? withEnding('Agreement', received.type),
            storage_key: received.key,
            file_size: received.size,
            file_sha256: received.sha256,
          })
          await files.keep(client, received)
        })
      })
    },

    async sign(
      viewer: Viewer & { person: Person },
      athlete: string,
      id: string,
      { version, signedOn, signedTime, guardian, ...proof }: SignedAgreement,
    ): Promise<Agreement> {
      await confirmIdentity(viewer.person, proof)
      const { organization } = viewer.member
      const signed = await changeAgreement(viewer, { athlete, id }, async (client) => {
        const agreement = await loadIfUnchanged(client, viewer, athlete, id, version)
        requireUnsigned(agreement)
        if (!agreement.document) throw new Refusal('signed-pdf-needed')
        // Midday if only the day is known.
        const signedAtTime = sql<Date>`(${signedOn}::date + ${signedTime ?? '12:00'}::time) at time zone o.time_zone`
        const { time_zone, created_at, signedAt } = await oneRowOf(
          client,
          query
            .selectFrom(publicOrganizations.as('o'))
            .select(['o.time_zone', 'o.created_at', signedAtTime.as('signedAt')])
            .where('id', '=', organization),
        )
        if (signedTime && signedAt > clock()) throw invalid('signedTime', 'Enter a time that is not in the future')
        if (signedOn > dayIn(clock().toISOString(), time_zone)) {
          throw invalid('signedOn', IN_FUTURE)
        }
        const { ageFacts } = await requireAthleteFacts(client, viewer, athlete, clock())
        const isMinor = isMinorOn(signedOn, ageFacts)
        if (isMinor && !guardian) {
          throw invalid('guardian', 'The athlete was under 18. Enter the name of the guardian who signed')
        }
        const joinedOn = dayIn(created_at.toISOString(), time_zone)
        await updateAgreement(client, organization, id, {
          signed_at: signedAt,
          signed_exactly: signedTime !== undefined,
          signed_by: viewer.person.id,
          guardian_name: isMinor ? guardian : null,
          ...(signedOn < joinedOn && { confirmed_at: clock() }),
        })
        const event = { event: 'agreement-signed' as const, actor: viewer.person.id, organization, athlete }
        await recordEvent(client, { ...event, details: signedOn })
        await notifyOwners(client, { organization, by: viewer.person, action: 'agreement-entered', at: clock() })
      })
      onMail()
      return signed
    },

    /** By a colleague. The only approver may confirm their own entry, with a comment. */
    confirm(viewer: Viewer, athlete: string, id: string, { version, comment }: AgreementConfirmation) {
      const { organization } = viewer.member
      return changeAgreement(viewer, { athlete, id }, async (client) => {
        const { signature } = await loadIfUnchanged(client, viewer, athlete, id, version)
        if (!signature) throw new Refusal('signed-pdf-needed')
        if (signature.confirmed) throw new Refusal('already-signed')
        if (signature.enteredBy?.id === viewer.person.id) {
          const isOther = hasOtherConfirmer(viewer, await loadConfirmingRoles(client, organization))
          const [other] = await filterIds(client, { table: 'agreements', as: 'g', organization }, [id], isOther)
          if (other) throw new Refusal('another-may-approve')
          if (!comment) throw invalid('comment', 'Explain why you confirm it yourself')
        }
        const confirmed = { confirmed_at: clock(), confirmed_by: viewer.person.id, confirm_comment: comment ?? null }
        await updateAgreement(client, organization, id, confirmed)
        await recordEvent(client, { event: 'agreement-confirmed', actor: viewer.person.id, organization, athlete })
      })
    },

    async address(viewer: Viewer & { person: Person }, athlete: string, id: string) {
      const { organization } = viewer.member
      await requireAthleteFacts(database, viewer, athlete, clock())
      const { document } = await loadAgreement(database, organization, athlete, id)
      if (!document) throw new Refusal('signed-pdf-needed')
      return addresses.issue(
        { organization, session: viewer.person.sessionId, version: id },
        '/agreement-documents/content',
      )
    },

    /** Opens a signed download URL, if its session may still see the document. */
    async content(address: string) {
      const { organization, session, version } = addresses.read(address)
      const { person, member } = (await admitSession(session, organization)) ?? {}
      if (!person || !member) throw new Refusal('not-found')
      const viewer = { person, member }
      if (!member.permissions.includes('deals.view') || !seesMoney(viewer)) throw new Refusal('not-found')
      return inOrganization(organization, async () => {
        const found = await rowOf(
          database,
          query
            .selectFrom('agreements as g')
            .select(['g.file_name as name', 'g.file_size as size', 'g.storage_key as key'])
            .where('g.organization_id', '=', organization)
            .where('g.id', '=', version)
            .where('g.storage_key', 'is not', null)
            .where(isVisibleAthlete(viewer, sql.ref('g.athlete_id')))
            .$narrowType<{ name: string; size: number; key: string }>(),
        )
        if (!found) throw new Refusal('not-found')
        const { key, ...file } = found
        return { ...file, type: PDF as typeof PDF, bytes: await files.read(organization, key) }
      })
    },
  }
}
export type AgreementSigning = ReturnType<typeof createAgreementSigningService>

/** The signed document is evidence. */
function requireUnsigned({ signature }: Pick<Agreement, 'signature'>) {
  if (signature) throw new Refusal('already-signed')
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
