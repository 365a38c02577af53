import { createHmac } from 'node:crypto'
import { addDays, daysBetween } from '@sherpa/contracts/days'
import type {
  Disclosure,
  LinkedAttestation,
  PayorAnswer,
  PayorAnswerDecision,
  PayorRequest,
} from '@sherpa/contracts/disclosure'
import { attestationMailDays, PAYOR_LINK_DAYS } from '@sherpa/contracts/disclosure-clock'
import type { DisclosureKind } from '@sherpa/contracts/disclosure-state'
import { placedIn } from '@sherpa/contracts/place'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { forEachOf } from '../../jobs/for-each-of.ts'
import { unlessOverLimit } from '../../mail/limit-outside-mail.ts'
import { hashOfLinkToken, refuseLink } from '../../mail/link-token.ts'
import { queueMail } from '../../mail/outbox.ts'
import {
  type Database,
  enterOrganization,
  inOrganization,
  inTransaction,
  type Queryable,
} from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { deriveKeys, type Secrets } from '../../secrets.ts'
import { loadReportableAthlete } from '../athletes/athletes.ts'
import { changedValues } from '../audit/audit.ts'
import { isInsider, loadReportableDeal, lockDeals } from '../deals/deals.ts'
import { notify } from '../notifications/notifications.ts'
import { publicOrganizations, todayIn } from '../organizations/organizations.ts'
import type { DisclosureService } from './change-disclosures.ts'
import type { LockedDisclosure, Viewer } from './disclosure-access.ts'
import { closeRequests, linkEnd, recordDisclosureEvent, updateDisclosure } from './disclosure-events.ts'
import { payorRequestMail } from './disclosure-mail.ts'
import type { LoadComplianceFacts } from './disclosure-record.ts'
import type { DisclosureOpening } from './open-disclosures.ts'
import { loadDeclared } from './payor-attestations.ts'

type Parts = {
  database: Database
  clock: () => Date
  onMail: () => void
  secrets: Secrets
  disclosures: DisclosureService
  opening: DisclosureOpening
  loadComplianceFacts: LoadComplianceFacts
}

const endOfLink = (now: Date) => new Date(now.getTime() + PAYOR_LINK_DAYS * 86_400_000)

/** Requests to payors, within a transaction. */
export function createPayorRequests({ clock, secrets }: Pick<Parts, 'clock' | 'secrets'>) {
  const keys = deriveKeys(secrets, 'links of payors')
  const tokenOf = (organization: string, request: string, key = keys[0]) =>
    placedIn(organization, createHmac('sha256', key).update(request).digest('base64url'))

  /**
   * Derived, so that every reminder has the same link although only its hash is stored. After a rotation of the secret the next
   * mail has a new link.
   */
  async function linkTokenOf(client: Queryable, organization: string, request: string, stored: Buffer) {
    const known = keys
      .map((key) => tokenOf(organization, request, key))
      .find((token) => hashOfLinkToken(token).equals(stored))
    if (known) return known
    const token = tokenOf(organization, request)
    await run(
      client,
      query
        .updateTable('attestation_requests')
        .set({ token_hash: hashOfLinkToken(token) })
        .where('organization_id', '=', organization)
        .where('id', '=', request),
    )
    return token
  }

  /** Queues the mail of a day, while the payor has not answered. */
  async function mailRequest(client: Queryable, organization: string, request: string, day: number) {
    const mailed = await run(
      client,
      query
        .updateTable('attestation_requests')
        .set({
          mail: 'queued',
          mailed_days: sql<number[]>`array(select distinct unnest(mailed_days || ${day}::integer) order by 1)`,
        })
        .where('organization_id', '=', organization)
        .where('id', '=', request)
        .where('closed_at', 'is', null),
    )
    if (mailed === 0) return
    const { name, email, athlete_id, token_hash } = await oneRowOf(client, selectRequest(organization, request))
    const { organizationName } = await oneRowOf(
      client,
      query
        .selectFrom(publicOrganizations.as('o'))
        .select('o.name as organizationName')
        .where('o.id', '=', organization),
    )
    const athlete = await loadReportableAthlete(client, organization, athlete_id)
    const token = await linkTokenOf(client, organization, request, token_hash)
    await queueMail(client, payorRequestMail, {
      recipient: email,
      details: { organization, organizationName, request, token, name, athlete: athlete.name, day },
    })
  }

  async function askLocked(
    client: Queryable,
    viewer: Viewer,
    before: LockedDisclosure,
    { name, email }: Pick<PayorRequest, 'name' | 'email'>,
  ) {
    const { organization } = viewer.member
    if (before.kind !== 'nil-go' || before.attested_on || before.state === 'withdrawn' || before.state === 'revised') {
      throw new Refusal('disclosure-move-not-possible')
    }
    if (await isInsider(client, organization, email)) throw new Refusal('link-to-insider')
    await closeRequests(client, organization, before.id, clock())
    const request = newId()
    await run(
      client,
      query.insertInto('attestation_requests').values({
        organization_id: organization,
        id: request,
        disclosure_id: before.id,
        token_hash: hashOfLinkToken(tokenOf(organization, request)),
        name,
        email,
        asked_by: viewer.person.id,
        asked_on: await todayIn(client, organization, clock()),
        expires_at: endOfLink(clock()),
      }),
    )
    await mailRequest(client, organization, request, 0)
    await updateDisclosure(client, organization, before.id, {})
    await recordDisclosureEvent(client, viewer, 'payor-asked', before)
  }

  return { mailRequest, askLocked }
}

/**
 * Asks the payor's contact about owners and relation to the school, by a mailed link without an account. The attestation
 * itself happens in the clearinghouse. The answer signs nothing, so the link alone admits.
 */
export function createAttestationService(parts: Parts) {
  const { database, clock, onMail, disclosures } = parts
  const { mailRequest, askLocked } = createPayorRequests(parts)

  /** Condition on requests `r`: the link still admits. */
  const isOpen = () => sql<boolean>`(r.closed_at is null and ${linkEnd} > ${clock()})`

  async function admit(token: string) {
    const statement = sql<{ organization_id: string; request_id: string }>`
      select organization_id, request_id from admit_attestation(${hashOfLinkToken(token)})`
    const found = await rowOf(database, statement)
    if (!found) return refuseLink(database, token)
    return { organization: found.organization_id, request: found.request_id }
  }

  return {
    async ask(viewer: Viewer, id: string, { version, name, email }: PayorRequest): Promise<Disclosure> {
      const asked = await disclosures.changeLocked(viewer, id, version, async (client, before) => {
        await askLocked(client, viewer, before, { name, email })
        return undefined
      })
      onMail()
      return asked
    },

    async remind(viewer: Viewer, id: string): Promise<Disclosure> {
      const { organization } = viewer.member
      const reminded = await disclosures.changeLocked(viewer, id, undefined, async (client, before) => {
        const open = await rowOf(client, selectOpen(organization).where('r.disclosure_id', '=', id))
        if (!open) throw new Refusal('disclosure-move-not-possible')
        const today = await todayIn(client, organization, clock())
        if (await isInsider(client, organization, open.email)) throw new Refusal('link-to-insider')
        await run(
          client,
          query
            .updateTable('attestation_requests')
            .set({ expires_at: endOfLink(clock()) })
            .where('organization_id', '=', organization)
            .where('id', '=', open.id),
        )
        await mailRequest(client, organization, open.id, daysBetween(open.asked_on, today))
        await updateDisclosure(client, organization, id, {})
        await recordDisclosureEvent(client, viewer, 'payor-asked', before)
        return undefined
      })
      onMail()
      return reminded
    },

    stop: (viewer: Viewer, id: string) =>
      disclosures.changeLocked(viewer, id, undefined, async (client) => {
        const closed = await closeRequests(client, viewer.member.organization, id, clock())
        if (closed === 0) throw new Refusal('disclosure-move-not-possible')
        await updateDisclosure(client, viewer.member.organization, id, {})
        return undefined
      }),

    /** The own record counts instead of the answer. */
    setAside: (viewer: Viewer, id: string, { version, reason }: PayorAnswerDecision) =>
      disclosures.changeLocked(viewer, id, version, async (client, before) => {
        const { organization } = viewer.member
        const set = await run(
          client,
          query
            .updateTable('attestation_requests')
            .set({ set_aside_at: clock(), set_aside_by: viewer.person.id, set_aside_reason: reason })
            .where('organization_id', '=', organization)
            .where('disclosure_id', '=', id)
            .where('answered_at', 'is not', null)
            .where('set_aside_at', 'is', null),
        )
        if (set === 0) throw new Refusal('disclosure-move-not-possible')
        await updateDisclosure(client, organization, id, {})
        const changes = changedValues<string>({}, { comment: reason })
        await recordDisclosureEvent(client, viewer, 'payor-answer-set-aside', before, { changes })
        return undefined
      }),

    /** The answer counts again. */
    restore: (viewer: Viewer, id: string) =>
      disclosures.changeLocked(viewer, id, undefined, async (client, before) => {
        const { organization } = viewer.member
        const restored = await run(
          client,
          query
            .updateTable('attestation_requests')
            .set({ set_aside_at: null, set_aside_by: null, set_aside_reason: null })
            .where('organization_id', '=', organization)
            .where('disclosure_id', '=', id)
            .where('set_aside_at', 'is not', null),
        )
        if (restored === 0) throw new Refusal('disclosure-move-not-possible')
        await updateDisclosure(client, organization, id, {})
        await recordDisclosureEvent(client, viewer, 'payor-answer-restored', before)
        return undefined
      }),

    async lookUp(token: string): Promise<LinkedAttestation> {
      const { organization, request } = await admit(token)
      return inOrganization(organization, async () => {
        const found = await oneRowOf(database, selectRequest(organization, request))
        const { name: organizationName } = await oneRowOf(
          database,
          query.selectFrom(publicOrganizations.as('o')).select('o.name').where('o.id', '=', organization),
        )
        const state = found.answered_at
          ? ('answered' as const)
          : found.closed_at
            ? ('closed' as const)
            : found.linkEndsAt <= clock()
              ? ('expired' as const)
              : ('open' as const)
        if (state !== 'open') return { state, organization: organizationName, details: null }
        const athlete = await loadReportableAthlete(database, organization, found.athlete_id)
        const deal = found.deal_id ? await loadReportableDeal(database, organization, found.deal_id) : undefined
        const about = { athlete: found.athlete_id, company: deal?.companyId ?? null }
        const [facts] = await parts.loadComplianceFacts(database, organization, [about], loadDeclared)
        return {
          state,
          organization: organizationName,
          details: {
            name: found.name,
            athlete: athlete.name,
            company: deal?.company ?? '',
            school: facts?.school ?? athlete.school,
          },
        }
      })
    },

    /** Mail scanners fetch the page, but do not send this. */
    async open(token: string) {
      const { organization, request } = await admit(token)
      await inOrganization(organization, () =>
        run(
          database,
          query
            .updateTable('attestation_requests as r')
            .set({ opened_at: clock() })
            .where('r.organization_id', '=', organization)
            .where('r.id', '=', request)
            .where('r.opened_at', 'is', null)
            .where(isOpen()),
        ),
      )
    },

    async answer({ token, ...answer }: PayorAnswer & { token: string }) {
      const { organization, request } = await admit(token)
      await inTransaction(database, async (client) => {
        await enterOrganization(client, organization)
        const asked = await oneRowOf(client, selectRequest(organization, request))
        await lockDeals(client, organization, sql`array[${asked.deal_id}]::uuid[]`)
        const answered = await run(
          client,
          query
            .updateTable('attestation_requests as r')
            .set({
              answer: JSON.stringify(answer),
              answered_at: clock(),
              closed_at: clock(),
              opened_at: sql<Date>`coalesce(r.opened_at, ${clock()})`,
            })
            .where('r.organization_id', '=', organization)
            .where('r.id', '=', request)
            .where(isOpen()),
        )
        const found = await oneRowOf(client, selectRequest(organization, request))
        if (answered === 0) throw new Refusal(found.answered_at ? 'payor-answered' : 'link-expired')
        await updateDisclosure(client, organization, found.disclosure_id, {})
        const author = { person: null, member: { organization } }
        await recordDisclosureEvent(client, author, 'payor-answered', { ...found, id: found.disclosure_id })
        if (answer.relation !== 'none')
          await parts.opening.reviseContradicted(client, organization, found.disclosure_id)
        for (const person of new Set([found.preparer_id, found.asked_by].filter((one) => one !== null))) {
          await notify(client, {
            organization,
            person,
            kind: 'payor-answered',
            details: { disclosure: found.disclosure_id, athlete: found.athlete_id, by: found.name },
          })
        }
      })
    },

    /** Mail on days 2 and 4, while the link is open. */
    async remindPayors({ organization, today }: { organization: string; today: string }) {
      const due = await rowsOf(
        database,
        selectOpen(organization).where('r.asked_on', '<=', addDays(today, -attestationMailDays[1])).where(isOpen()),
      )
      await forEachOf(due, async ({ id, asked_on, mailed_days }) => {
        const passed = attestationMailDays.filter((day) => addDays(asked_on, day) <= today)
        const day = passed.at(-1)
        if (day === undefined || mailed_days.includes(day)) return
        await unlessOverLimit(() => inTransaction(database, (client) => mailRequest(client, organization, id, day)))
      })
    },
  }
}
export type Attestations = ReturnType<typeof createAttestationService>

function selectOpen(organization: string) {
  return query
    .selectFrom('attestation_requests as r')
    .select(['r.id', 'r.asked_on', 'r.mailed_days', 'r.email'])
    .where('r.organization_id', '=', organization)
    .where('r.closed_at', 'is', null)
}

function selectRequest(organization: string, request: string) {
  return query
    .selectFrom('attestation_requests as r')
    .innerJoin('disclosures as x', (join) =>
      join.onRef('x.organization_id', '=', 'r.organization_id').onRef('x.id', '=', 'r.disclosure_id'),
    )
    .select(['r.name', 'r.email', 'r.token_hash', 'r.disclosure_id', 'r.asked_by', 'r.answered_at', 'r.closed_at'])
    .select(['r.mailed_days', linkEnd.as('linkEndsAt')])
    .select(['x.kind', 'x.athlete_id', 'x.deal_id', 'x.preparer_id'])
    .where('r.organization_id', '=', organization)
    .where('r.id', '=', request)
    .$narrowType<{ kind: DisclosureKind }>()
}

/** Records whether the receiving server accepted the request. */
export async function recordPayorMail(
  client: Queryable,
  { organization, id }: { organization: string; id: string },
  outcome: 'sent' | 'failed',
) {
  await run(
    client,
    query
      .updateTable('attestation_requests')
      .set({ mail: outcome })
      .where('organization_id', '=', organization)
      .where('id', '=', id),
  )
}
