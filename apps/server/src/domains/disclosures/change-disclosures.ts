import { athleticDirectorDue, reportDue } from '@sherpa/contracts/compliance/deadlines'
import { dayIn } from '@sherpa/contracts/days'
import type {
  Disclosure,
  DisclosureAssignment,
  DisclosureChange,
  NewDisclosure,
  NewDisclosureMove,
} from '@sherpa/contracts/disclosure'
import { type DisclosureKind, type DisclosureMove, isUnfiled, stateAfterMove } from '@sherpa/contracts/disclosure-state'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { requireAthleteForShare } from '../athletes/athletes.ts'
import { recordNcaaIdShown } from '../audit/audit.ts'
import { loadReportableAgreement, loadReportableDeal, requireDeal } from '../deals/deals.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { findMember, loadTimeZone, todayIn } from '../organizations/organizations.ts'
import { hashOfPacket } from './build-packet.ts'
import {
  isDisclosureVisible,
  type LockedDisclosure,
  lockDisclosure,
  seesKind,
  type Viewer,
} from './disclosure-access.ts'
import { recordDisclosureEvent, setState, updateDisclosure } from './disclosure-events.ts'
import { loadDisclosure, type PacketParts, preparePacket } from './disclosure-record.ts'
import { type Clock, clockOf, type DisclosureOpening, insertDisclosure, moveClock } from './open-disclosures.ts'

type Parts = PacketParts & { database: Database; opening: DisclosureOpening }

/** Moves of a locked disclosure. */
export function createDisclosureMoves(parts: PacketParts & { opening: DisclosureOpening }) {
  const { clock, opening } = parts

  /** Freezes and hashes the packet. */
  async function freeze(client: Queryable, viewer: Viewer, disclosure: LockedDisclosure) {
    const { packet } = await preparePacket(client, parts, viewer.member.organization, disclosure)
    return { packet: JSON.stringify(packet), packet_hash: hashOfPacket(packet), deal_number: packet.dealNumber }
  }

  async function requireComplete(client: Queryable, viewer: Viewer, disclosure: LockedDisclosure) {
    const { packet } = await preparePacket(client, parts, viewer.member.organization, disclosure)
    const errors = packet.fields
      .filter(({ value }) => value === null)
      .map(({ key, label }) => ({ field: key, message: `Add “${label}”` }))
    if (errors.length > 0 || packet.fields.length === 0) throw new Refusal('packet-incomplete', { errors })
  }

  async function hasFile(client: Queryable, { organization_id, id }: LockedDisclosure) {
    const file = query
      .selectFrom('disclosure_files')
      .select('id')
      .where('organization_id', '=', organization_id)
      .where('disclosure_id', '=', id)
      .limit(1)
    return (await rowOf(client, file)) !== undefined
  }

  /** Returns the id of the revision, if it opens one. */
  async function moveLocked(
    client: Queryable,
    viewer: Viewer,
    before: LockedDisclosure,
    { move, confirmation, on, comment }: Omit<NewDisclosureMove, 'version'>,
  ): Promise<string | undefined> {
    const { organization } = viewer.member
    const state = stateAfterMove(before, move)
    if (!state) throw new Refusal('disclosure-move-not-possible')
    const today = await todayIn(client, organization, clock())
    if (on && on > today) throw invalid('on', 'Enter a date that is not in the future')
    if (move === 'prepare') await requireComplete(client, viewer, before)
    if (move === 'revise') {
      return opening.openRevision(client, viewer, before, { from: on ?? today, preparer: viewer.person.id })
    }
    if (move === 'submit' && !confirmation && !(await hasFile(client, before))) throw new Refusal('proof-needed')
    const day = on ?? today
    await setState(client, viewer, before, state, {
      ...(comment !== undefined && { comment: comment || null }),
      ...(move === 'submit' && {
        ...(await freeze(client, viewer, before)),
        confirmation: confirmation ?? null,
        submitter_id: viewer.person.id,
        submitted_at: clock(),
      }),
      ...(move === 'attest' && { attested_on: day }),
      ...(isOutcome(move) && { outcome_on: day }),
    })
    if (move === 'attest' || move === 'withdraw') await closeRequests(client, organization, before.id, clock())
    if (!isUnfiled(state)) {
      await settleNotifications(client, { organization, kind: 'disclosure-due', about: { disclosure: before.id } })
    }
    return undefined
  }

  return { freeze, requireComplete, moveLocked }
}

export function createDisclosureService(parts: Parts) {
  const { database, clock } = parts
  const { freeze, requireComplete, moveLocked } = createDisclosureMoves(parts)

  /** Runs with the disclosure locked. A stale version is refused with the current one. */
  function change(
    viewer: Viewer,
    id: string,
    version: number | undefined,
    work: (client: Queryable, disclosure: LockedDisclosure) => Promise<string | undefined>,
  ): Promise<Disclosure> {
    return inTransaction(database, async (client) => {
      const before = await lockDisclosure(client, viewer, id)
      if (version !== undefined && before.version !== version) {
        throw new Refusal('changed-meanwhile', { present: await loadDisclosure(client, parts, viewer, id) })
      }
      const shown = await work(client, before)
      return loadDisclosure(client, parts, viewer, shown ?? id)
    })
  }

  /** Day 0 and deadline of a new disclosure. */
  async function startClock(client: Queryable, viewer: Viewer, asked: NewDisclosure) {
    const { organization } = viewer.member
    const zone = await loadTimeZone(client, organization)
    const { kind, dealId, agreementId, athleteId, countsFrom, dueOn } = asked
    if (kind === 'nil-go' && dealId) {
      await requireDeal(client, viewer, dealId)
      const deal = await loadReportableDeal(client, organization, dealId)
      const from = countsFrom ?? deal?.agreedOn
      if (!deal) throw new Refusal('not-found')
      if (!from) throw new Refusal('agreed-day-needed')
      return { athlete: deal.athleteId, time: clockOf(reportDue(from), zone, { day: from }) }
    }
    if (kind === 'school-72h' && agreementId) {
      const agreement = await loadReportableAgreement(client, organization, agreementId)
      if (!agreement) throw new Refusal('not-found')
      await requireAthleteForShare(client, viewer, agreement.athleteId)
      if (!agreement.signature) throw new Refusal('agreed-day-needed')
      const at = new Date(agreement.signature.signedAt).toISOString()
      return {
        athlete: agreement.athleteId,
        time: clockOf(athleticDirectorDue(at, dayIn(at, zone), null, zone), zone, { at }),
      }
    }
    if (!athleteId || !dueOn) throw new Refusal('not-found')
    await requireAthleteForShare(client, viewer, athleteId)
    if (dealId) await requireDeal(client, viewer, dealId)
    return { athlete: athleteId, time: clockOf({ day: dueOn }, zone) }
  }

  return {
    async load(viewer: Viewer, id: string): Promise<Disclosure> {
      const disclosure = await loadDisclosure(database, parts, viewer, id)
      const showsNcaaId = disclosure.packet.fields.some(({ key, value }) => key === 'ncaaId' && value !== null)
      if (showsNcaaId && viewer.member.role !== 'athlete') {
        await recordNcaaIdShown(database, viewer, disclosure.athlete.id)
      }
      return disclosure
    },

    add: (viewer: Viewer, asked: NewDisclosure, idempotency?: Idempotency): Promise<Disclosure> =>
      inTransaction(database, (client) =>
        answerOnce(client, idempotency, async () => {
          const { kind, dealId = null, agreementId = null, title, authority, fields } = asked
          if (!seesKind(viewer, kind)) throw new Refusal('not-permitted')
          const { athlete, time } = await startClock(client, viewer, asked)
          const id = await insertDisclosure(
            client,
            viewer,
            {
              kind,
              athlete,
              deal: kind === 'school-72h' ? null : dealId,
              agreement: kind === 'school-72h' ? agreementId : null,
              clock: time,
              preparer: viewer.person.id,
              ...(kind === 'other' && { title: title ?? null, authority: authority ?? null, fields: fields ?? [] }),
            },
            clock(),
          )
          if (!id) throw new Refusal('disclosure-open')
          return loadDisclosure(client, parts, viewer, id)
        }),
      ),

    change: (viewer: Viewer, id: string, { version, changes }: DisclosureChange) =>
      change(viewer, id, version, async (client, before) => {
        const { organization } = viewer.member
        const { preparerId, submitterId, title, authority, fields, answers } = changes
        if (preparerId) await requireMayFile(client, organization, 'preparerId', preparerId)
        if (submitterId) await requireMayFile(client, organization, 'submitterId', submitterId)
        const isPacketChange = ['answers', 'fields', 'title', 'authority'].some((field) => field in changes)
        if ((isPacketChange || submitterId !== undefined) && !isUnfiled(before.state))
          throw new Refusal('disclosure-filed')
        const time = await newClock(client, viewer, before, changes)
        await updateDisclosure(client, organization, id, {
          ...(preparerId !== undefined && { preparer_id: preparerId }),
          ...(submitterId !== undefined && { submitter_id: submitterId }),
          ...(time && moveClock(before, time, clock(), { corrected: true })),
          ...(before.kind === 'other' && {
            ...(title !== undefined && { title }),
            ...(authority !== undefined && { authority }),
            ...(fields !== undefined && { fields: JSON.stringify(fields) }),
          }),
          ...(answers && { answers: JSON.stringify(mergeAnswers(before.answers, answers)) }),
          // A changed packet is checked again.
          ...(isPacketChange && before.state === 'ready' && { state: 'draft' }),
        })
        await recordDisclosureEvent(client, viewer, 'disclosure-changed', before, Object.keys(changes).join(', '))
        return undefined
      }),

    move: (viewer: Viewer, id: string, { version, ...move }: NewDisclosureMove) =>
      change(viewer, id, version, (client, before) => moveLocked(client, viewer, before, move)),

    /** Disclosures that have this preparer already are not changed. */
    assign: (viewer: Viewer, { ids, preparerId }: DisclosureAssignment) =>
      inTransaction(database, async (client) => {
        const { organization } = viewer.member
        if (preparerId) await requireMayFile(client, organization, 'preparerId', preparerId)
        const assigned = await rowsOf(
          client,
          query
            .selectFrom('disclosures as x')
            .select(['x.id', 'x.kind', 'x.athlete_id'])
            .where('x.organization_id', '=', organization)
            .where(sql<boolean>`x.id = any(${ids}::uuid[])`)
            .where('x.preparer_id', 'is distinct from', preparerId)
            .where(isDisclosureVisible(viewer))
            .orderBy('x.id')
            .forUpdate('x')
            .$narrowType<{ kind: DisclosureKind }>(),
        )
        for (const disclosure of assigned) {
          await updateDisclosure(client, organization, disclosure.id, { preparer_id: preparerId })
          await recordDisclosureEvent(client, viewer, 'disclosure-changed', disclosure, 'preparerId')
        }
        return { changed: assigned.length }
      }),

    async remove(viewer: Viewer, id: string) {
      await inTransaction(database, async (client) => {
        const before = await lockDisclosure(client, viewer, id)
        if (before.packet !== null || before.revises_id !== null) throw new Refusal('disclosure-filed')
        await run(
          client,
          query
            .deleteFrom('disclosures')
            .where('organization_id', '=', viewer.member.organization)
            .where('id', '=', id),
        )
        await recordDisclosureEvent(client, viewer, 'disclosure-removed', before)
      })
    },

    changeLocked: change,
    freeze,
    requireComplete,
  }

  /** A corrected day 0 moves the deadline. */
  async function newClock(
    client: Queryable,
    viewer: Viewer,
    before: LockedDisclosure,
    { countsFrom, countsAt, dueOn }: DisclosureChange['changes'],
  ): Promise<Clock | undefined> {
    const zone = await loadTimeZone(client, viewer.member.organization)
    if (before.kind === 'nil-go' && countsFrom) {
      return clockOf(reportDue(countsFrom), zone, { day: countsFrom })
    }
    if (before.kind === 'school-72h' && countsAt) {
      return clockOf(athleticDirectorDue(countsAt, dayIn(countsAt, zone), null, zone), zone, { at: countsAt })
    }
    return before.kind === 'other' && dueOn ? clockOf({ day: dueOn }, zone) : undefined
  }
}
export type DisclosureService = ReturnType<typeof createDisclosureService>

const isOutcome = (move: DisclosureMove) => move === 'clear' || move === 'flag' || move === 'refuse'

/** Null restores the value of the record. */
function mergeAnswers(before: unknown, changes: Record<string, string | null>) {
  const merged = { ...((before ?? {}) as Record<string, string>), ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== ''))
}

/** Stops the mail to the payor. */
export async function closeRequests(client: Queryable, organization: string, disclosure: string, now: Date) {
  return run(
    client,
    query
      .updateTable('attestation_requests')
      .set({ closed_at: now })
      .where('organization_id', '=', organization)
      .where('disclosure_id', '=', disclosure)
      .where('closed_at', 'is', null),
  )
}

async function requireMayFile(client: Queryable, organization: string, field: string, person: string) {
  const member = await findMember(client, organization, person)
  if (member && member.role !== 'athlete' && member.permissions.includes('disclosures.edit')) return
  throw invalid(field, 'Choose a member who can file disclosures')
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
