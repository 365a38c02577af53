import type { ChangedValue } from '@sherpa/contracts/activity'
import { athleticDirectorDue } from '@sherpa/contracts/compliance/deadlines'
import { dayIn, endOfDay, IN_FUTURE } from '@sherpa/contracts/days'
import {
  type Disclosure,
  type DisclosureAssignment,
  type DisclosureChange,
  DUE_BY_RULE,
  FIRST_NIL_DAY,
  type NewDisclosure,
  type NewDisclosureMove,
} from '@sherpa/contracts/disclosure'
import { dueFromSigning } from '@sherpa/contracts/disclosure-clock'
import { type DisclosureKind, type DisclosureMove, isUnfiled, stateAfterMove } from '@sherpa/contracts/disclosure-state'
import { isPlainMailAddress } from '@sherpa/contracts/mail-address'
import { permissions } from '@sherpa/contracts/organization'
import { Refusal } from '@sherpa/contracts/problem'
import { sql } from 'kysely'
import { answerOnce, type Idempotency } from '../../http/idempotency.ts'
import { type Database, inTransaction, type Queryable } from '../../persistence/database.ts'
import { query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { requireAthleteForShare } from '../athletes/athletes.ts'
import { changedValues, inPacket, recordNcaaIdShown } from '../audit/audit.ts'
import { loadReportableAgreement, loadReportableDeal, requireDeal } from '../deals/deals.ts'
import { settleNotifications } from '../notifications/notifications.ts'
import { findMember, loadTimeZone, todayIn } from '../organizations/organizations.ts'
import { findUnknownFields, hashOfPacket } from './build-packet.ts'
import {
  filterVisibleDisclosures,
  isDisclosureVisible,
  type LockedDisclosure,
  lockDisclosure,
  mayFile,
  seesAmounts,
  seesKind,
  type Viewer,
} from './disclosure-access.ts'
import { recordDisclosureEvent, setState, updateDisclosure } from './disclosure-events.ts'
import { loadDisclosure, type PacketParts, preparePacket } from './disclosure-record.ts'
import {
  type Clock,
  clockOf,
  type DisclosureOpening,
  describeClocks,
  insertDisclosure,
  moveClock,
} from './open-disclosures.ts'

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

  /** The name of the newest file. */
  async function findProof(client: Queryable, { organization_id, id }: LockedDisclosure) {
    const file = query
      .selectFrom('disclosure_files')
      .select('name')
      .where('organization_id', '=', organization_id)
      .where('disclosure_id', '=', id)
      .orderBy('added_at', 'desc')
      .limit(1)
    return (await rowOf(client, file))?.name
  }

  async function findDealNumber(client: Queryable, { organization_id, deal_id }: LockedDisclosure) {
    const deal = deal_id ? await loadReportableDeal(client, organization_id, deal_id) : undefined
    return { deal_number: deal?.number ?? null }
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
    const zone = await loadTimeZone(client, organization)
    const today = dayIn(clock().toISOString(), zone)
    if (on && on > today) throw invalid('on', IN_FUTURE)
    requireInOrder(before, move, on, zone)
    if (move === 'prepare') await requireComplete(client, viewer, before)
    if (move === 'withdraw' && before.by_rule && isUnfiled(before.state) && !comment) {
      throw invalid('comment', 'A rule asks for this report. Say why it is not filed')
    }
    if (move === 'revise') {
      return opening.openRevision(client, viewer, before, { from: on ?? today, preparer: viewer.person.id })
    }
    const proof = move === 'submit' ? (confirmation ?? (await findProof(client, before))) : undefined
    if (move === 'submit' && !proof) throw new Refusal('proof-needed')
    const day = on ?? today
    const set = {
      // An outcome without a comment does not keep that of the one before.
      ...((comment !== undefined || isOutcome(move)) && { comment: comment || null }),
      ...(move === 'submit' && {
        ...(await freeze(client, viewer, before)),
        confirmation: confirmation ?? null,
        submitter_id: viewer.person.id,
        submitted_at: day === today ? clock() : new Date(Date.parse(endOfDay(day, zone)) - 12 * 60 * 60_000),
      }),
      // The reason holds for this version: see `openFromVerdicts`.
      ...(move === 'withdraw' && isUnfiled(before.state) && comment && (await findDealNumber(client, before))),
      ...(move === 'attest' && { attested_on: day }),
      ...((isOutcome(move) || move === 'withdraw') && { outcome_on: day }),
    }
    await setState(client, viewer, before, state, set, {
      ...{ proof, comment, at: clock() },
      ...(isDated(move) && { on: day }),
    })
    if (!isUnfiled(state)) {
      await settleNotifications(client, { organization, kind: 'disclosure-due', about: { disclosure: before.id } })
    }
    return undefined
  }

  return { freeze, requireComplete, moveLocked }
}

export function createDisclosureService(parts: Parts) {
  const { database, clock, opening } = parts
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
    const dueFrom = dueFromSigning[kind]
    if (dueFrom && dealId) {
      await requireDeal(client, viewer, dealId)
      const deal = await loadReportableDeal(client, organization, dealId)
      const from = countsFrom ?? deal?.agreedOn
      if (!deal) throw new Refusal('not-found')
      if (!from) throw new Refusal('agreed-day-needed')
      await requirePast(client, organization, { countsFrom })
      return { athlete: deal.athleteId, time: clockOf(dueFrom(from), zone, { day: from }) }
    }
    if (kind === 'school-before-signing' && dealId) {
      await requireDeal(client, viewer, dealId)
      const deal = await loadReportableDeal(client, organization, dealId)
      if (!deal) throw new Refusal('not-found')
      return { athlete: deal.athleteId, time: await parts.opening.clockOfSigning(client, organization, dealId) }
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
        const { preparerId, submitterId, title, authority, answers } = changes
        const fields = changes.fields && keepHiddenAmounts(viewer, before, changes.fields)
        if (preparerId) await requireMayFile(client, organization, 'preparerId', preparerId, [id])
        if (submitterId) await requireMayFile(client, organization, 'submitterId', submitterId, [id])
        requireKnownFields(before, changes)
        const isPacketChange = ['answers', 'fields', 'title', 'authority'].some((field) =>
          Object.hasOwn(changes, field),
        )
        if ((isPacketChange || submitterId !== undefined) && !isUnfiled(before.state))
          throw new Refusal('disclosure-filed')
        const time = await newClock(client, viewer, before, changes)
        await updateDisclosure(client, organization, id, {
          ...(preparerId !== undefined && { preparer_id: preparerId }),
          ...(submitterId !== undefined && { submitter_id: submitterId }),
          ...(time && moveClock(before, time, clock(), { corrected: true })),
          ...(time && { due_before: await opening.findDueBefore(client, organization, time, before) }),
          ...(title !== undefined && { title }),
          ...(authority !== undefined && { authority }),
          ...(fields !== undefined && { fields: JSON.stringify(fields) }),
          ...(answers && { answers: JSON.stringify(mergeAnswers(before.answers, answers)) }),
          // A changed packet is checked again.
          ...(isPacketChange && before.state === 'ready' && { state: 'draft' }),
        })
        const changed = describeChanges(before, { ...changes, fields }, time)
        const detail = changed.map(({ field }) => field).join(', ')
        await recordDisclosureEvent(client, viewer, 'disclosure-changed', before, { detail, changes: changed })
        return undefined
      }),

    move: (viewer: Viewer, id: string, { version, ...move }: NewDisclosureMove) =>
      change(viewer, id, version, (client, before) => moveLocked(client, viewer, before, move)),

    /** Disclosures that have this preparer already are not changed. */
    assign: (viewer: Viewer, { ids, preparerId }: DisclosureAssignment) =>
      inTransaction(database, async (client) => {
        const { organization } = viewer.member
        const assigned = await rowsOf(
          client,
          query
            .selectFrom('disclosures as x')
            .select(['x.id', 'x.kind', 'x.athlete_id', 'x.deal_id', 'x.preparer_id'])
            .where('x.organization_id', '=', organization)
            .where(sql<boolean>`x.id = any(${ids}::uuid[])`)
            .where('x.preparer_id', 'is distinct from', preparerId)
            .where(isDisclosureVisible(viewer))
            .orderBy('x.id')
            .forUpdate('x')
            .$narrowType<{ kind: DisclosureKind }>(),
        )
        if (preparerId) {
          const reports = assigned.map(({ id }) => id)
          await requireMayFile(client, organization, 'preparerId', preparerId, reports)
        }
        for (const disclosure of assigned) {
          await updateDisclosure(client, organization, disclosure.id, { preparer_id: preparerId })
          const changes = changedValues({ preparer: disclosure.preparer_id }, { preparer: preparerId })
          const change = { detail: 'preparer', changes }
          await recordDisclosureEvent(client, viewer, 'disclosure-changed', disclosure, change)
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
        const changes = changedValues<string>(
          { state: before.state, dueOn: before.due_on },
          { state: null, dueOn: null },
        )
        await recordDisclosureEvent(client, viewer, 'disclosure-removed', before, { changes })
      })
    },

    changeLocked: change,
    freeze,
    requireComplete,
  }

  /** Nobody signs in the future. */
  async function requirePast(
    client: Queryable,
    organization: string,
    { countsFrom, countsAt }: Pick<DisclosureChange['changes'], 'countsFrom' | 'countsAt'>,
  ) {
    const now = clock()
    if (countsAt && new Date(countsAt) > now) throw invalid('countsAt', 'Enter a time that is not in the future')
    if (!countsFrom) return
    if (countsFrom > (await todayIn(client, organization, now))) throw invalid('countsFrom', IN_FUTURE)
    if (countsFrom < FIRST_NIL_DAY) throw invalid('countsFrom', 'Enter a year from 2021')
  }

  /** A corrected day 0 moves the deadline. */
  async function newClock(
    client: Queryable,
    viewer: Viewer,
    before: LockedDisclosure,
    { countsFrom, countsAt, dueOn }: DisclosureChange['changes'],
  ): Promise<Clock | undefined> {
    const zone = await loadTimeZone(client, viewer.member.organization)
    await requirePast(client, viewer.member.organization, { countsFrom, countsAt })
    const dueFrom = dueFromSigning[before.kind]
    if (dueFrom && countsFrom) return clockOf(dueFrom(countsFrom), zone, { day: countsFrom })
    if (before.kind === 'school-72h' && countsAt) {
      return clockOf(athleticDirectorDue(countsAt, dayIn(countsAt, zone), null, zone), zone, { at: countsAt })
    }
    return before.kind === 'other' && dueOn ? clockOf({ day: dueOn }, zone) : undefined
  }
}
export type DisclosureService = ReturnType<typeof createDisclosureService>

const isDated = (move: DisclosureMove) => move === 'submit' || move === 'attest' || isOutcome(move)

/** A report is filed after the signature, and answered after it was filed. */
function requireInOrder(before: LockedDisclosure, move: DisclosureMove, on: string | undefined, zone: string) {
  if (!on) return
  const { counts_from, counts_at, submitted_at } = before
  const signedOn = counts_from ?? (counts_at && dayIn(counts_at.toISOString(), zone))
  if (move === 'submit' && signedOn && on < signedOn) {
    throw invalid('on', 'Enter a date that is not before the day of signing')
  }
  const submittedOn = submitted_at && dayIn(submitted_at.toISOString(), zone)
  if (isDated(move) && submittedOn && on < submittedOn) {
    throw invalid('on', 'Enter a date that is not before the submission')
  }
}

const isOutcome = (move: DisclosureMove) => move === 'clear' || move === 'flag' || move === 'refuse'

/**
 * People who do not see amounts leave them as they are. Amounts are matched by position, because labels are not unique.
 */
function keepHiddenAmounts(viewer: Viewer, before: LockedDisclosure, fields: Disclosure['fields']) {
  if (seesAmounts(viewer)) return fields
  const stored = (before.fields ?? []) as Disclosure['fields']
  const isKept = (field: OwnField, index: number) =>
    fields[index]?.label === field.label && fields[index].value === null
  const changed =
    stored.find((field, index) => isAmount(field) && !isKept(field, index)) ??
    fields.find((field, index) => isAmount(field) && !isAmount(stored[index]))
  if (changed) {
    throw invalid(
      'fields',
      `You can’t add, change or move the amount “${changed.label}”: you need the permission “${permissions['money.view'].name}”`,
    )
  }
  return fields.map((field, index) => (isAmount(stored[index]) ? stored[index] : field))
}

type OwnField = Disclosure['fields'][number]
const isAmount = (field: OwnField | undefined): field is OwnField => field?.kind === 'amount'

/** Null restores the value of the record. */
function mergeAnswers(before: unknown, answers: Record<string, string | null>) {
  const merged = { ...((before ?? {}) as Record<string, string>), ...answers }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== ''))
}

async function requireMayFile(
  client: Queryable,
  organization: string,
  field: string,
  person: string,
  reports: readonly string[],
) {
  const member = await findMember(client, organization, person)
  if (!member || !mayFile(member)) throw invalid(field, 'Choose a member who can file disclosures')
  const visible = await filterVisibleDisclosures(client, { person: { id: person }, member }, reports)
  if (visible.length < reports.length) throw invalid(field, 'This member cannot open the report. Choose someone else')
}

function requireKnownFields({ kind }: LockedDisclosure, changes: DisclosureChange['changes']) {
  const [unknown] = findUnknownFields(kind, Object.keys(changes.answers ?? {}))
  if (unknown !== undefined) throw invalid('answers', `The packet has no field “${unknown}”`)
  const email = changes.answers?.schoolEmail
  if (email && !isPlainMailAddress(email)) throw invalid('answers', 'Enter an email address, such as name@school.edu')
  if (kind === 'other') return
  if (changes.dueOn) throw invalid('dueOn', DUE_BY_RULE)
  const foreign = (['title', 'authority', 'fields'] as const).find((field) => changes[field] !== undefined)
  if (foreign) throw invalid(foreign, 'Only other reports have this. Correct the packet’s fields instead')
}

/** What changed, for the audit trail. */
function describeChanges(
  before: LockedDisclosure,
  { preparerId, submitterId, title, authority, fields, answers }: DisclosureChange['changes'],
  time: Clock | undefined,
): ChangedValue[] {
  const known = (before.answers ?? {}) as Record<string, string>
  return [
    ...changedValues<string>(
      {
        preparer: before.preparer_id,
        submitter: before.submitter_id,
        title: before.title,
        authority: before.authority,
        fields: JSON.stringify(before.fields ?? []),
      },
      { preparer: preparerId, submitter: submitterId, title, authority, fields: fields && JSON.stringify(fields) },
    ),
    ...(time ? describeClocks(before, time) : []),
    ...(answers ? inPacket(changedValues(known, answers)) : []),
  ]
}

function invalid(field: string, message: string) {
  return new Refusal('invalid-fields', { errors: [{ field, message }] })
}
