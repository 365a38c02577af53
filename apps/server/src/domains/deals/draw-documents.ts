import type { SigningSide } from '@sherpa/contracts/deal'
import { dealTerms } from '@sherpa/contracts/deal'
import { queueMail } from '../../mail/outbox.ts'
import type { Draw } from '../../pdf/draw-in-thread.ts'
import type { Database, Queryable } from '../../persistence/database.ts'
import { oneRowOf, query, rowOf, rowsOf } from '../../persistence/queries.ts'
import { userFacts } from '../accounts/accounts.ts'
import { factsForDeals, signingGuardians } from '../athletes/athletes.ts'
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
type Which = { organization: string; deal: string; number: number }

/** Draws the document of a frozen version, and once it is signed by all sides, the same with its certificate, which goes to all of them. */
export function drawingDocuments({ database, clock, documents, draw, onMail }: Parts) {
  return { drawDocument, redrawFrozen }

  async function drawDocument(which: Which) {
    const { number } = which
    const version = await versionOf(which)
    // The deal may have been removed meanwhile.
    if (!version) return
    const { stage, ...paper } = version
    if (!(await documentOf(which, 'frozen'))) {
      const pdf = await draw({ ...paper, certificate: null })
      await documents.keep(which, { kind: 'frozen', name: `Version ${number}.pdf`, number }, pdf, async () => undefined)
    }
    if (stage !== 'signed' || (await documentOf(which, 'signed'))) return
    const frozenDocument = await documentOf(which, 'frozen')
    const documentHash = frozenDocument?.sha256.toString('hex') ?? ''
    const [approvals, signatures] = [await approvalsOf(which), await signaturesOf(which)]
    const certificate = { documentHash, approvals, signatures }
    const pdf = await draw({ ...paper, certificate })
    const about = { kind: 'signed' as const, name: `Version ${number}, signed.pdf`, number }
    await documents.keep(which, about, pdf, (client, document) => sendToAll(client, which, paper.frozen, document))
    onMail()
  }

  /**
   * Draws the document of a frozen version anew, for documents that an older release drew. What somebody has signed, also a copy
   * that was replaced, stays as it is. Tells whether there is a new one.
   */
  async function redrawFrozen(which: Which): Promise<boolean> {
    const { organization, deal, number } = which
    const [version, document] = [await versionOf(which), await documentOf(which, 'frozen')]
    if (!version || !document) return false
    const { stage: _, ...paper } = version
    const pdf = await draw({ ...paper, certificate: null })
    return documents.replace(organization, document.id, pdf, async (client) => {
      // Whoever signs locks the deal as well.
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

  async function versionOf({ organization, deal, number }: Which) {
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

  async function documentOf({ organization, deal, number }: Which, kind: 'frozen' | 'signed') {
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

  async function approvalsOf({ organization, deal, number }: Which): Promise<ApprovedBy[]> {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deal_approvals as p')
        .innerJoin(userFacts.as('u'), 'u.id', 'p.user_id')
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

  async function signaturesOf({ organization, deal, number }: Which): Promise<SignedBy[]> {
    const rows = await rowsOf(
      database,
      query
        .selectFrom('deal_signatures')
        .select(['side', 'method', 'signer_name as name', 'signed_at', 'intent', 'address', 'device'])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('number', '=', number)
        .where('superseded_at', 'is', null)
        .orderBy('signed_at')
        .$narrowType<{ side: SigningSide; method: SignedBy['method'] }>(),
    )
    return rows.map(({ signed_at, ...row }) => ({ ...row, signedAt: signed_at.toISOString() }))
  }

  /**
   * The athlete, a minor’s guardians, the company, and the lead of the deal: of the members only those who may see money. Whoever may not
   * any more when it is composed gets nothing.
   */
  async function sendToAll(
    client: Queryable,
    { organization, deal, number }: Which,
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
    const athlete = await factsForDeals(client, organization, athlete_id, clock())
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
    await send(frozen.terms.payor?.email)
    for (const person of [athlete.userId, lead_id]) {
      if (!person || !(await mayReadDeal(client, organization, person, { deal, money: true }))) continue
      const user = await oneRowOf(client, query.selectFrom(userFacts.as('u')).select('email').where('id', '=', person))
      await send(user.email, person)
    }
    const guardians = athlete.minor ? await signingGuardians(client, organization, athlete_id) : []
    for (const { id, userId, email } of guardians) await send(email, userId, id)
  }
}
