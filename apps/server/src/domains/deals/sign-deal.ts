import { type Deal, type NewSignature, type SigningSide, signingIntent } from '@sherpa/contracts/deal'
import type { DealDocument, NewPaper } from '@sherpa/contracts/deal-work'
import { Refusal } from '@sherpa/contracts/problem'
import { isSameName } from '@sherpa/contracts/signer-name'
import type { ConfirmIdentity, Person } from '../../http/access.ts'
import { queueMail } from '../../mail/outbox.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, run } from '../../persistence/queries.ts'
import { contactsToTell, factsForDeals, guardiansToTell } from '../athletes/athletes.ts'
import { noteEvent } from '../audit/audit.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { organizationFacts, ownersOf, tellOwners } from '../organizations/organizations.ts'
import { requireFitCopy } from './check-signed-copy.ts'
import { type LockedDeal, lockDeal, requireSeenDeal, type Viewer } from './deal-access.ts'
import { type DealDocuments, paperOf } from './deal-documents.ts'
import { signedForMinorMail } from './deal-mail.ts'
import { wholeDeal } from './deal-record.ts'
import { type Author, noteOnDeal, touchDeal } from './deal-timeline.ts'
import { namesToSign } from './frozen-names.ts'
import { requirePossible } from './life-cycle.ts'
import { lacksGuardian, supersede } from './missing-guardians.ts'
import type { paperConfirmations } from './paper-confirmations.ts'
import type { PutInForce } from './put-in-force.ts'
import { requireSigners, sidesOf, signaturesThatCount } from './signatures-asked.ts'
import { loadVersion, type Version } from './versions.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  /** Nobody signs from a window that someone left open. */
  confirmIdentity: ConfirmIdentity
  documents: DealDocuments
  putInForce: PutInForce
  confirmations: ReturnType<typeof paperConfirmations>
}

/** From where someone signs. */
export type Origin = { address: string; device: string }

export function signingDeals(parts: Parts) {
  const { database, clock, onMail, confirmIdentity, documents, confirmations, putInForce } = parts
  return {
    /** The athlete signs the version that was approved. */
    async sign(
      viewer: Viewer & { person: Person },
      id: string,
      signature: NewSignature,
      origin: Origin,
    ): Promise<Deal> {
      await confirmIdentity(viewer.person, signature)
      const deal = await inTransaction(database, async (client) => {
        const locked = await lockDeal(client, viewer, id)
        const athlete = await factsForDeals(client, viewer.member.organization, locked.athlete_id, clock())
        if (viewer.member.role !== 'athlete' || athlete.userId !== viewer.person.id) {
          throw new Refusal('not-your-signature')
        }
        await signAs(client, viewer, locked, 'athlete', signature, origin)
        return wholeDeal(client, viewer, id, clock())
      })
      onMail()
      return deal
    },

    signAs,

    /** Whoever adds a copy that was signed on paper proves who they are: the token they get is for that copy. */
    async confirmPaper(viewer: Viewer & { person: Person }, id: string, paper: NewPaper) {
      const { side, signer, number, reason, ...proof } = paper
      await confirmIdentity(viewer.person, proof)
      await inTransaction(database, async (client) => {
        const deal = await lockDeal(client, viewer, id)
        await requireFitCopy(client, viewer, deal, await versionToSign(client, deal, number), paper, clock())
      })
      const { organization } = viewer.member
      return confirmations.issue({ organization, person: viewer.person.id, deal: id, number, side, signer, reason })
    },

    /** A copy that a side has signed on paper counts as its signature. */
    async signOnPaper(
      viewer: Viewer & { person: Person },
      id: string,
      { token, name }: { token?: string | undefined; name?: string | undefined },
      upload: AsyncIterable<Buffer>,
    ): Promise<DealDocument> {
      const { organization } = viewer.member
      await requireSeenDeal(database, viewer, id)
      const paper = confirmations.read(token, { organization, person: viewer.person.id, deal: id })
      const { side, signer, number, reason = null } = paper
      const about = paperOf(side, { name, number })
      const document = await documents.receive(viewer, id, about, upload, async (client, document_id) => {
        const deal = await lockDeal(client, viewer, id)
        const version = await versionToSign(client, deal, number)
        await requireUnused(client, organization, paper.id)
        await requireFitCopy(client, viewer, deal, version, paper, clock())
        await putSignature(client, viewer, deal, version, {
          id: paper.id,
          side,
          method: 'paper',
          signer_name: signer,
          reason,
          hash: version.hash,
          document_id,
        })
        await tellOwners(client, { organization, by: viewer.person, action: 'signed-copy-added', at: clock() })
      })
      onMail()
      return document
    },
  }

  /** One side's signature; with the last one the version is in force. */
  async function signAs(
    client: Queryable,
    author: Author & { person: Person },
    deal: LockedDeal,
    side: SigningSide,
    { number, hash, name }: Pick<NewSignature, 'number' | 'hash' | 'name'>,
    origin: Origin,
  ) {
    const version = await versionToSign(client, deal, number)
    if (version.hash !== hash) throw new Refusal('version-replaced')
    if (!isSameName(name, author.person.name)) {
      const message = `Type your name as in your account: ${author.person.name}`
      throw new Refusal('invalid-fields', { errors: [{ field: 'name', message }] })
    }
    await putSignature(client, author, deal, version, {
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
    await tellOwners(client, { organization, by: author.person, action: 'deal-signed', at: clock() })
  }

  async function putSignature(
    client: Queryable,
    author: Author,
    deal: LockedDeal,
    version: FrozenVersion,
    signature: NewRow,
  ) {
    const { organization_id: organization } = deal
    const { number } = version
    // What is in force without the guardian's signature still gets it.
    const isLate =
      signature.side === 'guardian' &&
      number === deal.in_force &&
      (await lacksGuardian(client, deal, await factsForDeals(client, organization, deal.athlete_id, clock())))
    if (!isLate) {
      if (number !== deal.newest) throw new Refusal('version-replaced')
      requirePossible(deal, version, 'sign')
    }
    const minor = isLate || (await requireSigners(client, deal, version, clock())).minor
    if (!sidesOf(minor).includes(signature.side)) throw new Refusal('not-a-minor')
    const others = await signaturesThatCount(client, deal, number)
    const earlier = others.find(({ side }) => side === signature.side)
    // What was signed in the platform stands. A wrong copy can be replaced until the version is in force.
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
    if (signature.side === 'athlete') {
      await settleNotifications(client, { organization, kind: 'signature-asked', about: { deal: deal.id } })
    }
    const isPaper = signature.method === 'paper'
    await noteOnDeal(client, author, deal.id, {
      kind: earlier ? 'paper-replaced' : isPaper ? 'paper-added' : 'signed',
      about: `${signature.signer_name} (${signature.side})`,
      text: signature.reason ?? null,
    })
    await noteEvent(client, {
      event: isPaper ? 'signed-copy-added' : 'deal-signed',
      actor: author.person?.id,
      organization,
      athlete: deal.athlete_id,
      details: signature.side,
    })
    if (minor) await tellContacts(client, deal, number, signature)
    if (isLate) {
      await settleNotifications(client, { organization, kind: 'guardian-missing', about: { deal: deal.id } })
      return touchDeal(client, organization, deal.id)
    }
    const signed = [signature, ...others].map(({ side }) => side)
    const missing = sidesOf(minor).filter((side) => !signed.includes(side))
    if (missing.length === 0) await putInForce(client, author, deal, version)
    else await touchDeal(client, organization, deal.id)
  }
}
export type SigningDeals = ReturnType<typeof signingDeals>

/** A token is good for one upload. Uploads to a deal take turns, so none slips through between this and the insert. */
async function requireUnused(client: Queryable, organization: string, id: string) {
  const used = await rowOf(
    client,
    query.selectFrom('deal_signatures').select('id').where('organization_id', '=', organization).where('id', '=', id),
  )
  if (used) throw new Refusal('paper-not-confirmed')
}

/** The newest version, or the one in force. */
async function versionToSign(client: Queryable, deal: LockedDeal, number: number): Promise<FrozenVersion> {
  if (number !== deal.newest && number !== deal.in_force) throw new Refusal('version-replaced')
  const version = await loadVersion(client, deal, number)
  if (!version.hash) throw new Refusal('version-replaced')
  return { ...version, hash: version.hash }
}
type FrozenVersion = Version & { hash: string }

/** Guardians and contacts of a minor know what is signed for them, and whom to object to. */
async function tellContacts(
  client: Queryable,
  deal: LockedDeal,
  number: number,
  { side, method, signer_name }: NewRow,
) {
  const { organization_id: organization } = deal
  const { title, athlete } = await namesToSign(client, deal, number)
  const { name } = await oneRowOf(
    client,
    query.selectFrom(organizationFacts.as('o')).select('name').where('id', '=', organization),
  )
  const contacts = await contactsToTell(client, organization, deal.athlete_id, null)
  // Whoever signs on the platform knows it. A copy may be somebody else's doing.
  const isGuardiansCopy = side === 'guardian' && method === 'paper'
  const guardians = isGuardiansCopy ? await guardiansToTell(client, organization, deal.athlete_id) : []
  const [owner] = await ownersOf(client, organization)
  const contact = owner && { name: owner.name, email: owner.email }
  for (const recipient of new Set([...guardians.map(({ email }) => email), ...contacts])) {
    await queueMail(client, signedForMinorMail, {
      recipient,
      details: { organization: name, athlete, title, signer: signer_name, side, ...(contact && { contact }) },
    })
  }
}

type NewRow = {
  id?: string
  side: SigningSide
  method: 'platform' | 'paper'
  signer_name: string
  reason?: string | null
  hash: string
  intent?: string
  user_id?: string
  address?: string
  device?: string
  document_id?: string
}
