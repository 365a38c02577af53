import { addDays } from '@sherpa/contracts/days'
import { dealTerms } from '@sherpa/contracts/deal'
import {
  type CompanyPage,
  DEVICE_DAYS,
  type LinkedDeal,
  linkSigningIntent,
  type NewLinkSignature,
  type NewReassignment,
  PAGE_DAYS,
  WRONG_CODES_FOR_AN_HOUR,
} from '@sherpa/contracts/deal-link'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { z } from 'zod'
import { hashOf } from '../../canonical-json.ts'
import type { FileAddresses } from '../../files/file-addresses.ts'
import { createSigner } from '../../http/signing.ts'
import { hashOfLinkToken, refuseLink } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import {
  type Database,
  enterOrganization,
  inOrganization,
  inTransaction,
  type Queryable,
} from '../../persistence/database.ts'
import { query, rowsOf, run } from '../../persistence/queries.ts'
import type { Secrets } from '../../secrets.ts'
import { recordEvent } from '../audit/audit.ts'
import { addSignerContact } from '../companies/companies.ts'
import { notifyByMail } from '../notifications/notifications.ts'
import { findLead, lockDealUnchecked } from './deal-access.ts'
import { approvalDecidedMail } from './deal-mail.ts'
import { type Author, addTimelineEntry, touchDeal } from './deal-timeline.ts'
import { moveDeal, stageChange } from './life-cycle.ts'
import type { LinkCodes } from './link-codes.ts'
import { type Linked as Found, isDocumentOf, loadDocuments, loadLink, sinceCompany } from './link-documents.ts'
import { linkCodeMail } from './link-mail.ts'
import { admitLink, closeLinks, reassignmentOf } from './link-rows.ts'
import { reassignLink } from './reassign-link.ts'
import { determineSigners, loadValidSignatures, requiredSides } from './request-signatures.ts'
import { findResponsible, tellResponsible } from './responsible.ts'
import { shareDeal } from './shared-deal.ts'
import type { Origin, Signing } from './sign-deal.ts'
import { findPause, type Pause, pauseOf, type SigningChecks } from './signing-pause.ts'
import { tellEnded } from './tell-ended.ts'
import type { FrozenDeal } from './terms.ts'
import type { Version } from './versions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

type Parts = SigningChecks & {
  database: Database
  clock: () => Date
  onMail: () => void
  secrets: Secrets
  addresses: FileAddresses
  codes: LinkCodes
  signByLink: Signing['signByLink']
}
type Place = NonNullable<Awaited<ReturnType<typeof admitLink>>>
type Question = { token: string; device?: string | undefined }

const confirmed = z.object({ link: z.uuid(), expiresAt: z.number() })

/** What a company does with a link. Reading needs the link, every answer also a code, and the page a confirmed device. */
export function createLinkedDealService(parts: Parts) {
  const { database, clock, onMail, addresses, codes, signByLink } = parts
  const devices = createSigner(parts.secrets, 'devices of deal links', 'wrong-code')

  async function admit(token: string): Promise<Place> {
    const place = await admitLink(database, hashOfLinkToken(token))
    return place ?? refuseLink(database, token)
  }

  /** Runs with the deal locked, in the tenant of the link. */
  async function withLink<Result>(token: string, work: (client: Queryable, found: Found) => Promise<Result>) {
    const place = await admit(token)
    const result = await inTransaction(database, async (client) => {
      await enterOrganization(client, place.organization)
      await lockDealUnchecked(client, place.organization, place.deal)
      return work(client, await loadLink(client, place, clock()))
    })
    onMail()
    return result
  }

  /** Needs a code. Wrong codes are counted, so that transaction commits before the refusal. */
  async function withCode<Result>(
    { token, code }: { token: string; code: string },
    states: readonly LinkedDeal['state'][],
    /** A returned refusal uses the code up. */
    work: (client: Queryable, found: Found, author: Author) => Promise<Result | Refusal>,
  ): Promise<Result> {
    const outcome = await withLink(token, async (client, found) => {
      if (!states.includes(found.state)) throw new Refusal('link-expired')
      if (!(await codes.use(client, found.link, code))) {
        await countWrongCode(client, found)
        return undefined
      }
      const author = { person: null, member: { organization: found.link.organization_id } }
      return { result: await work(client, found, author) }
    })
    if (!outcome) throw new Refusal('wrong-code')
    if (outcome.result instanceof Refusal) throw outcome.result
    return outcome.result
  }

  async function countWrongCode(client: Queryable, { link, deal }: Found) {
    const now = clock()
    const isNewDay = link.locked_until && link.locked_until.getTime() + DAY_MS < now.getTime()
    const wrong = (isNewDay ? 0 : link.wrong_codes) + 1
    const locks = wrong % WRONG_CODES_FOR_AN_HOUR === 0
    await run(
      client,
      query
        .updateTable('deal_links')
        .set({ wrong_codes: wrong, ...(locks && { locked_until: new Date(now.getTime() + HOUR_MS) }) })
        .where('organization_id', '=', link.organization_id)
        .where('id', '=', link.id),
    )
    if (!locks) return
    const author = { person: null, member: { organization: link.organization_id } }
    await addTimelineEntry(client, author, deal.id, { kind: 'link-closed', about: link.name })
    await touchDeal(client, link.organization_id, deal.id)
    await recordLinkEvent(client, deal, 'deal-link-locked')
    await tellResponsible(client, link.organization_id, deal, 'codes')
  }

  function recordLinkEvent(
    client: Queryable,
    { organization_id: organization, id, athlete_id: athlete }: Found['deal'],
    event: 'deal-link-locked' | 'deal-link-device-confirmed',
  ) {
    return recordEvent(client, { event, organization, athlete, deal: id })
  }

  async function pauseFor({ state, deal, version }: Found) {
    return state === 'open' ? findPause(database, deal, version, { ...parts, now: clock() }) : undefined
  }

  /** Tells the lead, once per link and reason. */
  function tellPaused({ organization, link }: Place, pause: Pause) {
    return inTransaction(database, async (client) => {
      await enterOrganization(client, organization)
      const told = await run(
        client,
        query
          .updateTable('deal_links')
          .set({ pause_told: pause })
          .where('organization_id', '=', organization)
          .where('id', '=', link)
          .where('pause_told', 'is distinct from', pause),
      )
      if (told === 0) return
      const { deal } = await loadLink(client, { organization, link }, clock())
      await tellResponsible(client, organization, deal, pause)
    })
  }

  /** Runs an answer of the company, which learns no reason of a pause. */
  async function explainPause<Result>(token: string, answer: Promise<Result>) {
    try {
      return await answer
    } catch (error) {
      const pause = pauseOf(error)
      if (!pause) throw error
      await tellPaused(await admit(token), pause)
      throw new Refusal('signing-paused')
    }
  }

  function confirmDevice({ link }: Found) {
    return { device: devices.sign({ link: link.id, expiresAt: clock().getTime() + DEVICE_DAYS * DAY_MS }) }
  }

  function isConfirmed({ link }: Found, device: string | undefined) {
    if (!device) return false
    try {
      const known = confirmed.parse(devices.read(device))
      return known.link === link.id && known.expiresAt > clock().getTime()
    } catch {
      return false
    }
  }

  /** The company's no: the deal returns to draft, with the words for the lead. */
  function returnToDraft(body: { token: string; code: string; text: string | null }, answer: 'changes' | 'declined') {
    return withCode(body, ['open'], async (client, { link, deal, version }, author) => {
      const { organization } = author.member
      await closeLinks(client, deal, { purpose: 'signature', as: answer, now: clock(), id: link.id })
      await addTimelineEntry(client, author, deal.id, {
        kind: answer === 'changes' ? 'company-asked-changes' : 'company-declined',
        about: link.name,
        text: body.text,
      })
      const moved = await moveDeal(client, author, deal, version, 'revise', { now: clock() })
      await recordEvent(client, {
        event: 'deal-decided',
        organization,
        athlete: deal.athlete_id,
        deal: deal.id,
        details: `${answer}, by the company`,
        changes: stageChange(deal, moved),
      })
      const responsible = await findResponsible(client, organization, deal)
      if (answer === 'declined') {
        const isAmendment = deal.version_in_force !== null
        await tellEnded(client, author, deal, version, {
          ending: isAmendment ? 'amendment-declined' : 'declined',
          now: clock(),
          except: responsible.map(({ id }) => id),
          by: link.name,
          isHidden: !isAmendment,
        })
      }
      for (const { id, name, email, organizationName } of responsible) {
        const details = { deal: deal.id, title: version.title, decision: answer, by: link.name }
        await notifyByMail(
          client,
          { organization, person: id, kind: 'approval-decided', details },
          {
            mail: approvalDecidedMail,
            recipient: email,
            words: {
              name,
              by: link.name,
              title: version.title,
              decision: answer,
              comment: body.text,
              organization,
              organizationName,
              deal: deal.id,
            },
          },
        )
      }
    })
  }

  return {
    async lookUp({ token, device }: Question): Promise<LinkedDeal> {
      const place = await admit(token)
      return inOrganization(place.organization, async () => {
        const found = await loadLink(database, place, clock())
        return describe(found, isConfirmed(found, device))
      })
    },

    /** Mail scanners fetch the page, but do not send this. */
    async open(token: string) {
      const place = await admit(token)
      const pause = await inOrganization(place.organization, async () => {
        await run(
          database,
          query
            .updateTable('deal_links')
            .set({ opened_at: sql`coalesce(opened_at, ${clock()})`, last_opened_at: clock() })
            .where('organization_id', '=', place.organization)
            .where('id', '=', place.link),
        )
        return pauseFor(await loadLink(database, place, clock()))
      })
      if (pause) await tellPaused(place, pause)
    },

    sendCode: (token: string) =>
      withLink(token, async (client, { state, link, deal, version }) => {
        if (state !== 'open' && state !== 'page' && state !== 'signed') throw new Refusal('link-expired')
        const code = await codes.issue(client, link)
        await queueMail(client, linkCodeMail, {
          recipient: link.email,
          details: { name: link.name, title: version.title, code, organization: link.organization_id, deal: deal.id },
        })
        return { maskedEmail: maskEmail(link.email) }
      }),

    sign: (body: NewLinkSignature, origin: Origin) =>
      explainPause(
        body.token,
        withCode(body, ['open'], async (client, found, author) => {
          const { link, deal, version } = found
          const { hash, name, title } = body
          if (hashOf(shareDeal(frozenOf(version))) !== hash) throw new Refusal('version-replaced')
          await closeLinks(client, deal, { purpose: 'signature', as: 'signed', now: clock(), id: link.id })
          const by = { signer_name: name, signer_title: title, signer_email: link.email, link_id: link.id }
          const signed = { ...by, ...origin, intent: linkSigningIntent, hash }
          await signByLink(client, author, deal, version, signed, link.name)
          const signer = { name, title, email: link.email }
          await addSignerContact(client, author.member.organization, deal.company_id, signer, clock())
          return confirmDevice(found)
        }),
      ),

    requestChanges: (body: { token: string; code: string; text: string }) => returnToDraft(body, 'changes'),
    decline: (body: { token: string; code: string; text: string | null }) => returnToDraft(body, 'declined'),

    confirmDevice: (body: { token: string; code: string }) =>
      withCode(body, ['signed', 'page'], async (client, found) => {
        await recordLinkEvent(client, found.deal, 'deal-link-device-confirmed')
        return confirmDevice(found)
      }),

    reassign: (body: NewReassignment) =>
      explainPause(
        body.token,
        withCode(body, ['open'], (client, found, author) => reassignLink(client, author, found, body, clock())),
      ),

    async documentAddress({ token, device }: Question, document: string) {
      const place = await admit(token)
      return inOrganization(place.organization, async () => {
        const found = await loadLink(database, place, clock())
        const mayRead = found.state === 'open' || isConfirmed(found, device)
        if (!mayRead || !(await isDocumentOf(database, found, document))) throw new Refusal('not-found')
        return addresses.issue(
          { organization: place.organization, session: place.link, version: document },
          '/deal-documents/content',
        )
      })
    },
  }

  async function describe(found: Found, isDeviceConfirmed: boolean): Promise<LinkedDeal> {
    const { link, lock, state, version } = found
    const { organizationName } = found.deal
    const isReadable = state === 'open' || state === 'signed' || state === 'page'
    const lockedUntil = lock?.until?.toISOString() ?? null
    if (!isReadable) return { state, organization: organizationName, lockedUntil, details: null }
    const lead = await findLead(database, link.organization_id, link.deal_id)
    const shown = state === 'open' || isDeviceConfirmed ? shareDeal(frozenOf(version)) : null
    const signed = (await loadValidSignatures(database, found.deal, link.number)).map(({ side }) => side)
    const { minor } = await determineSigners(database, found.deal, version, clock())
    const documents = shown ? await loadDocuments(database, found) : []
    const asked = reassignmentOf(link, clock())
    const contract = documents.find(({ kind, number }) => kind === 'contract' && number === version.number)
    return {
      state,
      organization: organizationName,
      lockedUntil,
      details: {
        recipient: { name: link.name, title: link.title, maskedEmail: maskEmail(link.email) },
        lead: lead ? { name: lead.name, email: lead.email } : null,
        expiresAt: link.expires_at?.toISOString() ?? null,
        paused: (await pauseFor(found)) !== undefined,
        shared: shown,
        hash: shown && hashOf(shown),
        contract: contract ? { id: contract.id, name: contract.name } : null,
        signed,
        missing: requiredSides(minor).filter((side) => !signed.includes(side)),
        page: state === 'page' && shown ? await loadPage(database, found) : null,
        reassignment: asked && { name: asked.name, refused: asked.refusedAt !== null },
      },
    }
  }

  async function loadPage(client: Queryable, found: Found): Promise<CompanyPage> {
    const { organization_id: organization, deal_id: deal } = found.link
    const documents = await loadDocuments(client, found)
    const payments = await rowsOf(
      client,
      query
        .selectFrom('payments')
        .select([
          'title',
          'due_on as dueOn',
          'amount_minor',
          'received_minor',
          'state',
          'condition',
          'in_kind as inKind',
        ])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('state', '<>', 'canceled')
        .orderBy('due_on')
        .orderBy('position'),
    )
    const deliverables = await rowsOf(
      client,
      query
        .selectFrom('deliverables')
        .select(['id', 'title', 'due_on as dueOn', 'accepted_at', 'state'])
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('state', '<>', 'canceled')
        .where(sql<boolean>`(state <> 'accepted' or accepted_at >= ${sinceCompany(found.link, found.version)})`)
        .orderBy('due_on')
        .orderBy('position'),
    )
    const proofs = await rowsOf(
      client,
      query
        .selectFrom('deliverable_proofs')
        .select(['deliverable_id', 'link', 'document_id'])
        .where('organization_id', '=', organization)
        .where('returned_at', 'is', null)
        .where(sql<boolean>`deliverable_id = any(${deliverables.map(({ id }) => id)}::uuid[])`)
        .orderBy('added_at'),
    )
    const fileOf = (id: string | null) => {
      const document = documents.find((one) => one.id === id)
      return document ? { id: document.id, name: document.name } : null
    }
    return {
      copies: documents.filter(({ kind }) => kind !== 'proof').map(({ id, name }) => ({ id, name })),
      payments: payments.map(({ title, dueOn, amount_minor, received_minor, state, condition, inKind }) => {
        const isOwed = state === 'expected' && !inKind
        return {
          title,
          dueOn,
          amountMinor: Number(amount_minor),
          openMinor: isOwed ? Math.max(0, Number(amount_minor) - Number(received_minor)) : 0,
          condition: state === 'conditional' ? condition : null,
          inKind,
        }
      }),
      deliverables: deliverables.map(({ id, title, dueOn, accepted_at, state }) => ({
        title,
        dueOn,
        acceptedAt: state === 'accepted' ? (accepted_at?.toISOString() ?? null) : null,
        proofs:
          state === 'accepted'
            ? proofs
                .filter((proof) => proof.deliverable_id === id)
                .map(({ link, document_id }) => ({ link, file: fileOf(document_id) }))
            : [],
      })),
      ended: found.ended,
      until: found.end && addDays(found.end, PAGE_DAYS),
    }
  }
}
export type LinkedDeals = ReturnType<typeof createLinkedDealService>

function frozenOf({ frozen, terms }: Version): FrozenDeal {
  return { ...(frozen as FrozenDeal), terms: dealTerms.parse(terms) }
}

/** "s•••@halden.example" */
function maskEmail(email: string) {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${domain}`
}
