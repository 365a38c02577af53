import type { SigningSide } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import { queueMail } from '../../mail/outbox.ts'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { publicUsers } from '../accounts/accounts.ts'
import { loadAthleteFacts, signingGuardians } from '../athletes/athletes.ts'
import { mayReadDeal } from './deal-access.ts'
import type { DealDocuments } from './deal-documents.ts'
import { dealSignedMail } from './deal-mail.ts'
import type { ApprovedBy, DealPaper, SignedBy } from './deal-pdf.ts'
import type { FrozenDeal } from './terms.ts'

type Parts = {
  database: Database
  clock: () => Date
  documents: DealDocuments
  draw: Draw<DealPaper>
  onMail: () => void
}
type VersionKey = { organization: string; deal: string; number: number }

/** Generates the PDF of a frozen version; once it is fully signed, also a PDF with certificate, mailed to all parties. */
export function createDocumentRenderer({ database, clock, documents, draw, onMail }: Parts) {
  return { drawDocument, redrawFrozen }

  async function drawDocument(key: VersionKey) {
    const { number } = key
    const version = await loadVersion(key)
    // The deal may have been removed since the job was queued.
    if (!version) return
    const { stage, ...paper } = version
    if (!(await loadDocument(key, 'frozen'))) {
      const pdf = await draw({ ...paper, audience: 'organization', certificate: null })
      await documents.keep(key, { kind: 'frozen', name: `Version ${number}.pdf`, number }, pdf, async () => undefined)
    }
    if (stage !== 'signed') return
    const [signed, shared] = [await loadDocument(key, 'signed'), await loadDocument(key, 'shared')]
    if (signed && shared) return
    const frozenDocument = await loadDocument(key, 'frozen')
    const documentHash = frozenDocument?.sha256.toString('hex') ?? ''
    const [approvals, signatures] = [await loadApprovals(key), await loadSignatures(key)]
    const certificate = { documentHash, approvals, signatures }
    if (!shared) {
      const pdf = await draw({ ...paper, audience: 'company', certificate })
      const about = { kind: 'shared' as const, name: `Version ${number}, signed, company’s copy.pdf`, number }
      await documents.keep(key, about, pdf, async (client, document) => {
        // Deals of earlier releases get this copy later: the company was mailed then.
        if (!signed) await mailCompany(client, key, paper.frozen, { document, signatures })
      })
    }
    if (!signed) {
      const pdf = await draw({ ...paper, audience: 'organization', certificate })
      const about = { kind: 'signed' as const, name: `Version ${number}, signed.pdf`, number }
      await documents.keep(key, about, pdf, (client, document) => mailInside(client, key, paper.frozen, document))
    }
    onMail()
  }

  /**
   * Regenerates a PDF of an older release. Versions with any signature, even a superseded one, stay unchanged.
   * Returns whether the PDF was replaced.
   */
  async function redrawFrozen(key: VersionKey): Promise<boolean> {
    const { organization, deal, number } = key
    const [version, document] = [await loadVersion(key), await loadDocument(key, 'frozen')]
    if (!version || !document) return false
    const { stage: _, ...paper } = version
    const pdf = await draw({ ...paper, audience: 'organization', certificate: null })
    return documents.replace(organization, document.id, pdf, async (client) => {
      // Signing locks the deal too, so no signature can be added meanwhile.
      const locked = await rowOf(
        client,
        query
          .selectFrom('deals')
          .select('id')
          .where('organization_id', '=', organization)
          .where('id', '=', deal)
          .forUpdate(),
      )
      const signature = await rowOf(
        client,
        query
          .selectFrom('deal_signatures')
          .select('id')
          .where('organization_id', '=', organization)
          .where('deal_id', '=', deal)
          .where('number', '=', number)
          .limit(1),
      )
      return locked !== undefined && signature === undefined
    })
  }

  async function loadVersion({ organization, deal, number }: VersionKey) {
    const version = await rowOf(
      database,
      query
        .selectFrom('deal_versions')
        .select(['frozen', 'hash', 'frozen_at', 'stage'])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('number', '=', number)
        .$narrowType<{ frozen: FrozenDeal | null }>(),
    )
    if (!version?.frozen || !version.hash || !version.frozen_at) return undefined
    const { frozen, hash, frozen_at, stage } = version
    return {
      stage,
      frozen: { ...frozen, terms: dealTerms.parse(frozen.terms) },
      hash,
      frozenAt: frozen_at.toISOString(),
    }
  }

  async function loadDocument({ organization, deal, number }: VersionKey, kind: 'frozen' | 'signed' | 'shared') {
    return rowOf(
      database,
      query
        .selectFrom('deal_documents')
        .select(['id', 'sha256'])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('number', '=', number)
        .where('kind', '=', kind),
    )
  }

  async function loadApprovals({ organization, deal, number }: VersionKey): Promise<ApprovedBy[]> {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deal_approvals as p')
        .innerJoin(publicUsers.as('u'), 'u.id', 'p.user_id')
        .select(['u.name', 'p.decided_at', 'p.mark'])
        .where('p.organization_id', '=', organization)
        .where('p.deal_id', '=', deal)
        .where('p.number', '=', number)
        .where('p.decision', '=', 'approved')
        .orderBy('p.decided_at')
        .$narrowType<{ decided_at: Date; mark: ApprovedBy['mark'] }>(),
    )
    return rows.map(({ name, decided_at, mark }) => ({
      name: name ?? 'Former member',
      decidedAt: decided_at.toISOString(),
      mark,
    }))
  }

  async function loadSignatures({ organization, deal, number }: VersionKey): Promise<SignedBy[]> {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deal_signatures')
        .select([
          'side',
          'method',
          'signer_name as name',
          'signer_title as title',
          'signer_email as email',
          'hash',
          'signed_at',
          'intent',
          'address',
          'device',
        ])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('number', '=', number)
        .where('superseded_at', 'is', null)
        .orderBy('signed_at')
        .$narrowType<{ side: SigningSide; method: SignedBy['method'] }>(),
    )
    return rows.map(({ signed_at, ...row }) => ({ ...row, signedAt: signed_at.toISOString() }))
  }

  /** Mails the company its copy: to the person who signed by link, else to the contact in the terms. */
  async function mailCompany(
    client: Queryable,
    { organization, deal, number }: VersionKey,
    { title, terms }: FrozenDeal,
    { document, signatures }: { document: string; signatures: readonly SignedBy[] },
  ) {
    const recipient = signatures.find(({ method }) => method === 'link')?.email ?? terms.payor?.email
    if (!recipient) return
    const details = { title, organization, deal, document, number }
    await queueMail(client, dealSignedMail, { recipient, details })
  }

  /**
   * Mails athlete, guardians of a minor and lead. Members need `money.view`, which is checked again when the mail is
   * composed.
   */
  async function mailInside(
    client: Queryable,
    { organization, deal, number }: VersionKey,
    frozen: FrozenDeal,
    document: string,
  ) {
    const { lead_id, athlete_id } = await oneRowOf(
      client,
      query
        .selectFrom('deals')
        .select(['lead_id', 'athlete_id'])
        .where('organization_id', '=', organization)
        .where('id', '=', deal),
    )
    const athlete = await loadAthleteFacts(client, organization, athlete_id, clock())
    const details = { title: frozen.title, organization, deal, document, number }
    const queued = new Set<string>()
    const send = async (recipient: string | null | undefined, person?: string, guardianship?: string) => {
      if (!recipient || queued.has(recipient)) return
      queued.add(recipient)
      await queueMail(client, dealSignedMail, {
        recipient,
        details: { ...details, ...(guardianship && { guardianship }) },
        ...(person && { person }),
      })
    }
    for (const person of [athlete.userId, lead_id]) {
      if (!person || !(await mayReadDeal(client, organization, person, { deal, money: true }))) continue
      const user = await oneRowOf(
        client,
        query.selectFrom(publicUsers.as('u')).select('email').where('id', '=', person),
      )
      await send(user.email, person)
    }
    const guardians = athlete.minor ? await signingGuardians(client, organization, athlete_id) : []
    for (const { id, userId, email } of guardians) await send(email, userId, id)
  }
}
