import { type Deal, type NewSignature, type SigningSide, signingIntent } from '@sherpa/contracts/deal'
import type { DealDocument, NewPaper } from '@sherpa/contracts/deal-work'
import { type NotificationDetails, signingMethods } from '@sherpa/contracts/notification'
import { Refusal } from '@sherpa/contracts/problem'
import { isSameName } from '@sherpa/contracts/signer-name'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { contactsToNotify, guardiansToNotify, loadAthleteFacts } from '../athletes/athletes.ts'
import { recordEvent } from '../audit/audit.ts'
import { requireCompany } from '../companies/companies.ts'
import { notify, settleNotifications } from '../notifications/notifications.ts'
import { notifyOwners, ownersOf, publicOrganizations } from '../organizations/organizations.ts'
import { requireValidSignedCopy } from './check-signed-copy.ts'
import { type LockedDeal, lockDeal, maySignForOrganization, requireVisibleDeal, type Viewer } from './deal-access.ts'
import { type DealDocuments, describeSignedCopy } from './deal-documents.ts'
import { signedForMinorMail } from './deal-mail.ts'
import { loadDeal } from './deal-record.ts'
import { type Author, addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { loadFrozenNames } from './frozen-names.ts'
import { requirePossible } from './life-cycle.ts'
import { closeLinks } from './link-rows.ts'
import { lacksGuardian, supersede } from './missing-guardians.ts'
import type { createPaperConfirmations } from './paper-confirmations.ts'
import type { PutInForce } from './put-in-force.ts'
import { loadValidSignatures, requestSignatures, requiredSides, requireSigners } from './request-signatures.ts'
import { findResponsible } from './responsible.ts'
import { loadVersion, type Version } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  /** Re-authentication, in case a session was left open. */
  confirmIdentity: ConfirmIdentity
  documents: DealDocuments
  putInForce: PutInForce
  confirmations: ReturnType<typeof createPaperConfirmations>
}

/** Network address and device of the signer. */
export type Origin = { address: string; device: string }

export function createSigningService(parts: Parts) {
  const { database, clock, onMail, confirmIdentity, documents, confirmations, putInForce } = parts
  return {
    /** Signs the approved version as the athlete, or for the organization where it is the company. */
    async sign(
      viewer: Viewer & { person: Person },
      id: string,
      signature: NewSignature,
      origin: Origin,
    ): Promise<Deal> {
      await confirmIdentity(viewer.person, signature)
      const deal = await inTransaction(database, async (client) => {
        const locked = await lockDeal(client, viewer, id)
        await signAs(
          client,
          viewer,
          locked,
          await determineSide(client, viewer, locked, signature.number),
          signature,
          origin,
        )
        return loadDeal(client, viewer, id, clock())
      })
      onMail()
      return deal
    },

    signAs,

    /** Signs for the company by link. The hash is that of the shared terms. */
    signByLink: (
      client: Queryable,
      author: Author,
      deal: LockedDeal,
      version: Version,
      signature: Omit<NewSignatureRow, 'side' | 'method'>,
      contact: string,
    ) => recordSignature(client, author, deal, version, { ...signature, side: 'company', method: 'link' }, contact),

    /** Confirms the identity of the uploader and issues a token for each signed copy. */
    async confirmPaper(viewer: Viewer & { person: Person }, id: string, confirmation: NewPaper) {
      const { side, signer, reason, number, also = [], ...proof } = confirmation
      await confirmIdentity(viewer.person, proof)
      const papers = [{ side, signer, reason }, ...also]
      await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        const version = await loadSignableVersion(client, deal, number)
        for (const paper of papers) await requireValidSignedCopy(client, viewer, deal, version, paper, clock())
      })
      const about = { organization: viewer.member.organization, person: viewer.person.id, deal: id, number }
      const first = confirmations.issue({ ...about, side, signer, reason })
      return { ...first, also: also.map((paper) => confirmations.issue({ ...about, ...paper }).token) }
    },

    /** Records an uploaded paper copy as the signature of a party. */
    async signOnPaper(
      viewer: Viewer & { person: Person },
      id: string,
      { token, name }: { token?: string | undefined; name?: string | undefined },
      upload: AsyncIterable<Buffer>,
    ): Promise<DealDocument> {
      const { organization } = viewer.member
      await requireVisibleDeal(database, viewer, id)
      const paper = confirmations.read(token, { organization, person: viewer.person.id, deal: id })
      const { side, signer, number, reason = null } = paper
      const about = describeSignedCopy(side, { name, number })
      const document = await documents.receive(viewer, id, about, upload, async (client, document_id) => {
        const deal = await lockDeal(client, viewer, id)
        const version = await loadSignableVersion(client, deal, number)
        await requireUnusedToken(client, organization, paper.id)
        await requireValidSignedCopy(client, viewer, deal, version, paper, clock())
        await recordSignature(client, viewer, deal, version, {
          id: paper.id,
          side,
          method: 'paper',
          signer_name: signer,
          reason,
          hash: version.hash,
          document_id,
        })
        await notifyOwners(client, { organization, by: viewer.person, action: 'signed-copy-added', at: clock() })
      })
      onMail()
      return document
    },
  }

  async function determineSide(
    client: Queryable,
    viewer: Viewer,
    deal: LockedDeal,
    number: number,
  ): Promise<SigningSide> {
    const { organization, role } = viewer.member
    const athlete = await loadAthleteFacts(client, organization, deal.athlete_id, clock())
    if (role === 'athlete' && athlete.userId === viewer.person.id) return 'athlete'
    const { company_id } = await loadSignableVersion(client, deal, number)
    const { isSelf } = await requireCompany(client, organization, company_id)
    if (isSelf && maySignForOrganization(viewer)) return 'company'
    throw new Refusal('not-your-signature')
  }

  /** Signs for one party. The last signature puts the version in force. */
  async function signAs(
    client: Queryable,
    author: Author & { person: Person },
    deal: LockedDeal,
    side: SigningSide,
    { number, hash, name }: Pick<NewSignature, 'number' | 'hash' | 'name'>,
    origin: Origin,
  ) {
    const version = await loadSignableVersion(client, deal, number)
    if (version.hash !== hash) throw new Refusal('version-replaced')
    if (!isSameName(name, author.person.name)) {
      const message = `Type your name as in your account: ${author.person.name}`
      throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
    }
    await recordSignature(client, author, deal, version, {
      side,
      method: 'platform',
      signer_name: name,
      intent: signingIntent,
      hash,
      user_id: author.person.id,
      address: origin.address,
      device: origin.device,
    })
    const { organization_id: organization } = deal
    await notifyOwners(client, { organization, by: author.person, action: 'deal-signed', at: clock() })
  }

  async function recordSignature(
    client: Queryable,
    author: Author,
    deal: LockedDeal,
    version: Version,
    signature: NewSignatureRow,
    /** Whom the link was sent to. */
    contact?: string,
  ) {
    const { organization_id: organization } = deal
    const { number } = version
    const { signer_name: by, side, method } = signature
    const linkSentTo = contact !== undefined && !isSameName(contact, by) ? contact : undefined
    if (deal.objection) throw new Refusal('objection-open')
    // A version in force may still lack the guardian's signature.
    const isLate =
      signature.side === 'guardian' &&
      number === deal.version_in_force &&
      (await lacksGuardian(client, deal, await loadAthleteFacts(client, organization, deal.athlete_id, clock())))
    if (!isLate) {
      if (number !== deal.newest_version) throw new Refusal('version-replaced')
      requirePossible(deal, version, 'sign')
    }
    const minor = isLate || (await requireSigners(client, deal, version, clock())).minor
    if (!requiredSides(minor).includes(signature.side)) throw new Refusal('not-a-minor')
    const others = await loadValidSignatures(client, deal, number)
    const earlier = others.find(({ side }) => side === signature.side)
    const isGuardianMissing = minor && !others.some(({ side }) => side === 'guardian')
    // Paper copies arrive in any order.
    if (signature.side === 'athlete' && signature.method === 'platform' && isGuardianMissing) {
      throw new Refusal('guardian-signs-first')
    }
    // Signatures in the platform are final. Paper copies can be replaced until the version is in force.
    if (earlier && (earlier.method !== 'paper' || signature.method !== 'paper')) throw new Refusal('already-signed')
    const id = signature.id ?? newId()
    if (earlier) await supersede(client, organization, earlier.id, { by: id, at: clock() })
    await run(
      client,
      query.insertInto('deal_signatures').values({
        organization_id: organization,
        deal_id: deal.id,
        number,
        signed_at: clock(),
        ...signature,
        id,
      }),
    )
    if (signature.side === 'company') {
      await closeLinks(client, deal, { purpose: 'signature', as: 'withdrawn', now: clock() })
    }
    await settleRequests(client, deal, side, clock())
    const isPaper = method === 'paper'
    await addTimelineEntry(client, author, deal.id, {
      kind: earlier ? 'paper-replaced' : isPaper ? 'paper-added' : 'signed',
      about: `${by} (${[side, linkSentTo && `link sent to ${linkSentTo}`].filter(Boolean).join(', ')})`,
      text: signature.reason ?? null,
    })
    await recordEvent(client, {
      event: isPaper ? 'signed-copy-added' : 'deal-signed',
      actor: author.person?.id,
      organization,
      athlete: deal.athlete_id,
      deal: deal.id,
      details: isPaper ? side : `${side}, ${signingMethods[method]}`,
    })
    if (minor) await notifyContacts(client, deal, number, signature)
    if (isLate) {
      await settleNotifications(client, { organization, kind: 'guardian-missing', about: { deal: deal.id } })
      return touchDeal(client, organization, deal.id)
    }
    const signed = [signature, ...others].map(({ side }) => side)
    const missing = requiredSides(minor).filter((side) => !signed.includes(side))
    const last = { by, method, ...(linkSentTo && { linkSentTo }) }
    if (missing.length === 0) return putInForce(client, author, deal, version, last)
    await touchDeal(client, organization, deal.id)
    if (side === 'company') await notifyCompanySigned(client, author, deal, version, last)
    // The athlete's turn came with the guardian's signature.
    if (side === 'guardian') await requestSignatures(client, author, deal, clock(), 'athlete')
  }
}
export type Signing = ReturnType<typeof createSigningService>

/** Tokens are single-use. The deal is locked, so there is no race with the insert. */
async function requireUnusedToken(client: Queryable, organization: string, id: string) {
  const used = await rowOf(
    client,
    query.selectFrom('deal_signatures').select('id').where('organization_id', '=', organization).where('id', '=', id),
  )
  if (used) throw new Refusal('paper-not-confirmed')
}

/** Loads the newest version or the one in force; no other can be signed. */
async function loadSignableVersion(client: Queryable, deal: LockedDeal, number: number): Promise<FrozenVersion> {
  if (number !== deal.newest_version && number !== deal.version_in_force) throw new Refusal('version-replaced')
  const version = await loadVersion(client, deal, number)
  if (!version.hash) throw new Refusal('version-replaced')
  return { ...version, hash: version.hash }
}
type FrozenVersion = Version & { hash: string }

/** Marks the requests of a party as read. Members are asked if the organization is the company. */
async function settleRequests(client: Queryable, deal: LockedDeal, side: SigningSide, now: Date) {
  const request = { organization: deal.organization_id, kind: 'signature-asked' } as const
  if (side === 'company') await settleNotifications(client, { ...request, about: { deal: deal.id, side } })
  if (side !== 'athlete') return
  const { userId } = await loadAthleteFacts(client, deal.organization_id, deal.athlete_id, now)
  if (userId) await settleNotifications(client, { ...request, about: { deal: deal.id }, person: userId })
}

/** The last signature of all parties has a notification of its own. */
async function notifyCompanySigned(
  client: Queryable,
  { person: actor }: Author,
  deal: LockedDeal,
  { title }: Version,
  signed: NotificationDetails,
) {
  const { organization_id: organization, id } = deal
  for (const { id: person } of await findResponsible(client, organization, deal)) {
    const details = { deal: id, title, ...signed }
    await notify(client, { organization, person, ...(actor && { actor: actor.id }), kind: 'company-signed', details })
  }
}

/** Informs guardians and contacts of a minor, and names an owner for objections. */
async function notifyContacts(
  client: Queryable,
  deal: LockedDeal,
  number: number,
  { side, method, signer_name }: NewSignatureRow,
) {
  const { organization_id: organization } = deal
  const { title, athlete } = await loadFrozenNames(client, deal, number)
  const { name } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
  )
  const contacts = await contactsToNotify(client, organization, deal.athlete_id, null)
  // Someone else may have added the guardian's paper copy, so guardians are informed too.
  const isGuardiansCopy = side === 'guardian' && method === 'paper'
  const guardians = isGuardiansCopy ? await guardiansToNotify(client, organization, deal.athlete_id) : []
  const [owner] = await ownersOf(client, organization)
  const contact = owner && { name: owner.name, email: owner.email }
  for (const recipient of new Set([...guardians.map(({ email }) => email), ...contacts])) {
    await queueMail(client, signedForMinorMail, {
      recipient,
      details: { organization: name, athlete, title, signer: signer_name, side, ...(contact && { contact }) },
    })
  }
}

type NewSignatureRow = {
  id?: string
  side: SigningSide
  method: 'platform' | 'paper' | 'link'
  signer_name: string
  signer_title?: string
  signer_email?: string
  link_id?: string
  reason?: string | null
  hash: string
  intent?: string
  user_id?: string
  address?: string
  device?: string
  document_id?: string
}
