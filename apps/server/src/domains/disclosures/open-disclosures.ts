import { beforeSigningDue, dueAt, reportDue } from '@sherpa/contracts/compliance/deadlines'
import { type Due, type MissingInput, missingInputs, type VerdictState } from '@sherpa/contracts/compliance/judgment'
import { dayIn } from '@sherpa/contracts/days'
import type { Disclosure, DueBefore, Packet } from '@sherpa/contracts/disclosure'
import { dueFromSigning } from '@sherpa/contracts/disclosure-clock'
import { BEFORE_SIGNING, type DisclosureKind, isBeforeSigning } from '@sherpa/contracts/disclosure-state'
import { listInWords } from '@sherpa/contracts/list-in-words'
import { sql } from 'kysely'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowOf, rowsOf, run } from '../../persistence/queries.ts'
import { FIRST_JUDGMENT, isRepairing } from '../../persistence/repairs.ts'
import { loadReportableAthlete } from '../athletes/athletes.ts'
import { changedValues } from '../audit/audit.ts'
import { loadReportableAgreement, loadReportableDeal, publicDeals } from '../deals/deals.ts'
import { findMember, loadTimeZone, publicOrganizations, todayIn } from '../organizations/organizations.ts'
import { carryAnswers, reportsSameTerms } from './build-packet.ts'
import { mayFile, seesKind } from './disclosure-access.ts'
import { type Author, recordDisclosureEvent, type Subject, setState, updateDisclosure } from './disclosure-events.ts'
import { type PacketParts, preparePacket } from './disclosure-record.ts'

export const kindOfRule = {
  'nil-go-report': 'nil-go',
  'ad-notice-72h': 'school-72h',
  'hs-state-table': 'state-association',
  'school-before-signing': 'school-before-signing',
} as const
type DisclosureRule = keyof typeof kindOfRule

/** Facts that decide to whom a notice goes, not whether one is due. */
const addressing: Partial<Record<DisclosureRule, ReadonlySet<MissingInput>>> = {
  'ad-notice-72h': new Set(['athlete.school', 'school.athleticDirector']),
}

const inWords = (missing: readonly string[]) =>
  missing.length > 0 ? listInWords(missing.map((fact) => missingInputs[fact as MissingInput])) : null

const isDisclosureRule = (rule: string): rule is DisclosureRule => Object.hasOwn(kindOfRule, rule)

type Verdict = {
  rule: string
  state: VerdictState
  missing: MissingInput[]
  due: Due | null
  countsFrom?: string
  beforeSigning?: true
}
type About = { deal: string } | { agreement: string }
type RuleOutcome = About & {
  athlete: string
  rule: DisclosureRule
  /** The day or instant from which the rule counts. Null: unknown. */
  from?: { day: string } | { at: string } | null
  /** Null: not applicable, or not yet. */
  due: Due | 'before-signing' | null
  /** Facts without which the rule cannot tell. */
  missing?: MissingInput[]
}

const columnsOfSubject = (about: About) => ({
  deal: 'deal' in about ? about.deal : null,
  agreement: 'agreement' in about ? about.agreement : null,
})

export type Clock = { countsFrom: string | null; countsAt: string | null; dueOn: string; dueAt: string }

/** A day ends at midnight in the organization's time zone. */
export function clockOf(due: Due, zone: string, from: { day: string } | { at: string } | null = null): Clock {
  return {
    countsFrom: from && 'day' in from ? from.day : null,
    countsAt: from && 'at' in from ? from.at : null,
    dueOn: 'day' in due ? due.day : dayIn(due.at, zone),
    dueAt: dueAt(due, zone),
  }
}

const beforeSigning: Clock = { countsFrom: null, countsAt: null, ...BEFORE_SIGNING }

const columnsOf = ({ countsFrom, countsAt, dueOn, dueAt }: Clock) => ({
  counts_from: countsFrom,
  counts_at: countsAt === null ? null : new Date(countsAt),
  due_on: dueOn,
  due_at: new Date(dueAt),
})

/** Moves the clock, and keeps the earlier one. Returns the columns to set, or undefined if nothing changes. */
export function moveClock(
  before: { counts_from: string | null; due_on: string; due_at: Date; earlier: unknown },
  after: Clock,
  now: Date,
  { corrected = false } = {},
) {
  const dueBefore = before.due_at.toISOString()
  if (dueBefore === new Date(after.dueAt).toISOString() && before.counts_from === after.countsFrom) return undefined
  const earlier = {
    from: before.counts_from,
    dueOn: before.due_on,
    dueAt: dueBefore,
    changedAt: now.toISOString(),
    ...(corrected && { corrected }),
  }
  // Before signing there was no day.
  if (isBeforeSigning({ dueOn: before.due_on })) return columnsOf(after)
  return { ...columnsOf(after), earlier: JSON.stringify([...(before.earlier as object[]), earlier]) }
}

/** Both clocks, for the audit trail. */
export function describeClocks(
  before: { counts_from: string | null; counts_at: Date | null; due_on: string; due_at: Date },
  { countsFrom, countsAt, dueOn, dueAt }: Clock,
) {
  return changedValues<string>(
    {
      countsFrom: before.counts_from,
      countsAt: before.counts_at?.toISOString(),
      dueAt: isBeforeSigning({ dueOn: before.due_on }) ? null : before.due_at.toISOString(),
    },
    {
      countsFrom,
      countsAt: countsAt && new Date(countsAt).toISOString(),
      dueAt: isBeforeSigning({ dueOn }) ? null : new Date(dueAt).toISOString(),
    },
  )
}

type Opened = {
  kind: DisclosureKind
  athlete: string
  deal: string | null
  agreement: string | null
  clock: Clock
  preparer: string | null
  byRule?: boolean
  dueBefore?: DueBefore | null
  revises?: string
  title?: string | null
  authority?: string | null
  fields?: readonly object[]
  answers?: Record<string, string>
  missing?: MissingInput[]
}

/** Inserts a draft. Undefined if one is open already. */
export async function insertDisclosure(client: Queryable, author: Author, opened: Opened, now: Date) {
  const { organization } = author.member
  const { kind, athlete, deal, agreement, clock, preparer, byRule = false, revises = null, missing = [] } = opened
  const { name } = await loadReportableAthlete(client, organization, athlete)
  const dealTitle = deal ? (await loadReportableDeal(client, organization, deal))?.title : undefined
  const id = newId(now.getTime())
  const inserted = await run(
    client,
    query
      .insertInto('disclosures')
      .values({
        organization_id: organization,
        id,
        kind,
        athlete_id: athlete,
        deal_id: deal,
        agreement_id: agreement,
        revises_id: revises,
        name: dealTitle ?? name,
        title: opened.title ?? null,
        authority: opened.authority ?? null,
        fields: JSON.stringify(opened.fields ?? []),
        ...(opened.answers && { answers: JSON.stringify(opened.answers) }),
        ...columnsOf(clock),
        by_rule: byRule,
        due_before: opened.dueBefore ?? null,
        missing,
        preparer_id: preparer,
        created_by: author.person?.id ?? null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (inserted === 0) return undefined
  await recordDisclosureEvent(
    client,
    author,
    'disclosure-opened',
    { id, kind, athlete_id: athlete, deal_id: deal },
    {
      changes: changedValues<string>(
        {},
        {
          countsFrom: clock.countsFrom,
          countsAt: clock.countsAt,
          dueAt: isBeforeSigning(clock) ? null : clock.dueAt,
          preparer,
        },
      ),
    },
  )
  return id
}

/** Disclosures that rules, reports of athletes and amendments open, in the transaction of their cause. */
export function createDisclosureOpening(parts: PacketParts) {
  const { clock } = parts

  /** What was past before the organization joined, or before the first judgment after an update, is never late. */
  async function findDueBefore(
    client: Queryable,
    organization: string,
    { dueAt }: Clock,
    present?: { due_before: string | null },
  ): Promise<DueBefore | null> {
    const { created_at } = await oneRowOf(
      client,
      query.selectFrom(publicOrganizations.as('o')).select('created_at').where('id', '=', organization),
    )
    if (dueAt < created_at.toISOString()) return 'joining'
    if (dueAt >= clock().toISOString()) return null
    const isOfUpdate = present
      ? present.due_before === 'update'
      : await isRepairing(client, organization, FIRST_JUDGMENT)
    return isOfUpdate ? 'update' : null
  }

  /** The lead, if they file such disclosures. */
  async function findPreparer(
    client: Queryable,
    organization: string,
    kind: DisclosureKind,
    person: string | null | undefined,
  ) {
    const member = person ? await findMember(client, organization, person) : undefined
    return person && member && mayFile(member) && seesKind({ person: { id: person }, member }, kind) ? person : null
  }

  function findOpen(
    client: Queryable,
    organization: string,
    about: { kind: DisclosureKind; deal: string | null; agreement: string | null },
  ) {
    return rowOf(
      client,
      query
        .selectFrom('disclosures')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('kind', '=', about.kind)
        .where(
          sql<boolean>`deal_id is not distinct from ${about.deal}::uuid and agreement_id is not distinct from ${about.agreement}::uuid`,
        )
        .where('state', 'in', ['draft', 'ready'])
        .forUpdate(),
    )
  }

  /** The rule does not ask. If it asks again later, the reason of a withdrawal is out of date. */
  function endReasons(client: Queryable, organization: string, { kind, deal }: { kind: DisclosureKind; deal: string }) {
    return run(
      client,
      query
        .updateTable('disclosures')
        .set({ deal_number: null })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('kind', '=', kind)
        .where('state', '=', 'withdrawn')
        .where('packet', 'is', null)
        .where('deal_number', 'is not', null),
    )
  }

  /** What was missing is known: the event says so. */
  async function withdraw(client: Queryable, author: Author, open: Subject & { missing: readonly string[] }) {
    const changes = changedValues<string>({ missing: inWords(open.missing) }, { missing: null })
    await setState(client, author, open, 'withdrawn', { missing: [] }, { at: clock(), changes })
  }

  async function closeUnjudged(client: Queryable, organization: string, kind: DisclosureKind, subject: About) {
    const open = await findOpen(client, organization, { kind, ...columnsOfSubject(subject) })
    if (!open?.by_rule || open.missing.length === 0) return
    await withdraw(client, { person: null, member: { organization } }, { ...open, kind })
  }

  /** Opens or updates the draft of a rule. Idempotent. What was filed, or withdrawn with a reason, stays. */
  async function openFromVerdicts(client: Queryable, organization: string, outcome: RuleOutcome) {
    const kind = kindOfRule[outcome.rule]
    const { missing = [] } = outcome
    const { deal, agreement } = columnsOfSubject(outcome)
    const author: Author = { person: null, member: { organization } }
    const open = await findOpen(client, organization, { kind, deal, agreement })
    if (!outcome.due) {
      if (open?.by_rule) await withdraw(client, author, { ...open, kind })
      if (deal) await endReasons(client, organization, { kind, deal })
      return
    }
    const reportable = deal ? await loadReportableDeal(client, organization, deal) : undefined
    const signed = agreement ? await loadReportableAgreement(client, organization, agreement) : undefined
    const zone = await loadTimeZone(client, organization)
    // It counts from no day: it is over before the first one.
    const counted =
      outcome.rule === 'school-before-signing'
        ? null
        : (outcome.from ??
          (reportable?.agreedOn ? { day: reportable.agreedOn } : null) ??
          (signed?.signature ? { at: new Date(signed.signature.signedAt).toISOString() } : null))
    const due = outcome.due === 'before-signing' ? beforeSigning : clockOf(outcome.due, zone, counted)
    // A revision counts from the day on which it was started.
    if (open?.revises_id) return
    if (open) {
      // What an officer corrected stays.
      const isCorrected = (open.earlier as Disclosure['earlier']).at(-1)?.corrected
      const moved = isCorrected ? undefined : moveClock(open, due, clock())
      const due_before = await findDueBefore(client, organization, due, open)
      const told = changedValues<string>({ missing: inWords(open.missing) }, { missing: inWords(missing) })
      if (!moved && told.length === 0) return
      await updateDisclosure(client, organization, open.id, { ...moved, missing, ...(moved && { due_before }) })
      const changes = [...(moved ? describeClocks(open, due) : []), ...told]
      const detail = moved ? 'dueAt' : 'missing'
      await recordDisclosureEvent(client, author, 'disclosure-changed', { ...open, kind }, { detail, changes })
      return
    }
    // The reason of a withdrawal holds for one version of the deal, and for what was unknown then. Agreements have no
    // versions.
    const isSettled = await rowOf(
      client,
      query
        .selectFrom('disclosures')
        .select('id')
        .where('organization_id', '=', organization)
        .where('kind', '=', kind)
        .where(
          sql<boolean>`deal_id is not distinct from ${deal}::uuid and agreement_id is not distinct from ${agreement}::uuid`,
        )
        .where(
          sql<boolean>`not (state = 'withdrawn' and packet is null
            and (comment is null or deal_number is distinct from ${reportable?.number ?? null}::integer
              or (missing <> '{}' and missing <> ${missing}::text[])))`,
        )
        .limit(1),
    )
    if (isSettled) return
    const dueBefore = await findDueBefore(client, organization, due)
    const preparer = await findPreparer(client, organization, kind, reportable?.leadId ?? signed?.agents[0]?.id)
    const opened = {
      kind,
      athlete: outcome.athlete,
      deal,
      agreement,
      clock: due,
      preparer,
      byRule: true,
      missing,
      dueBefore,
    }
    await insertDisclosure(client, author, opened, clock())
  }

  /**
   * Follows the verdicts on what was agreed. A draft that nobody could judge ends once no reading has a deadline; other
   * drafts stay while the deadline is not known yet.
   */
  async function followVerdicts(
    client: Queryable,
    organization: string,
    { athlete, ...subject }: { athlete: string } & About,
    verdicts: readonly Verdict[],
  ) {
    for (const { rule, state, missing, due: day, countsFrom, beforeSigning } of verdicts) {
      if (!isDisclosureRule(rule)) continue
      const due = day ?? (beforeSigning ? 'before-signing' : null)
      const isOver = state === 'fine' || state === 'not-applicable' || (rule === 'school-before-signing' && !due)
      if (!isOver && !due) {
        await closeUnjudged(client, organization, kindOfRule[rule], subject)
        continue
      }
      const from = countsFrom ? { day: countsFrom } : null
      await openFromVerdicts(client, organization, {
        ...subject,
        athlete,
        rule,
        from,
        due: isOver ? null : due,
        missing: state === 'cannot-judge' ? missing.filter((fact) => !addressing[rule]?.has(fact)) : [],
      })
    }
  }

  /** The athlete says that they agreed: the clock runs from that day. A rule may still withdraw it. */
  async function openFromReport(
    client: Queryable,
    author: Author,
    { deal, athlete, agreedOn, lead }: { deal: string; athlete: string; agreedOn: string; lead: string | null },
  ) {
    const { organization } = author.member
    const due = clockOf(reportDue(agreedOn), await loadTimeZone(client, organization), { day: agreedOn })
    const preparer = await findPreparer(client, organization, 'nil-go', lead)
    const opened = { kind: 'nil-go' as const, athlete, deal, agreement: null, clock: due, preparer, byRule: true }
    await insertDisclosure(client, author, opened, clock())
  }

  async function loadCarriedAnswers(client: Queryable, organization: string, filed: Filed) {
    const { packet } = await preparePacket(client, parts, organization, filed)
    return carryAnswers((filed.answers ?? {}) as Record<string, string>, filed.packet as Packet | null, packet)
  }

  /** The day before the newest version was signed, or before anyone signs it. */
  async function clockOfSigning(client: Queryable, organization: string, deal: string | null) {
    const proposed = deal ? await loadReportableDeal(client, organization, deal, { proposed: true }) : undefined
    if (!proposed?.signedOn) return beforeSigning
    return clockOf(beforeSigningDue(proposed.signedOn), await loadTimeZone(client, organization))
  }

  /** Replaces a filed disclosure by a draft with the terms of today. */
  async function openRevision(
    client: Queryable,
    author: Author,
    filed: Filed,
    { from, preparer }: { from: string; preparer: string | null },
  ) {
    const { organization } = author.member
    const zone = await loadTimeZone(client, organization)
    const dueFrom = dueFromSigning[filed.kind]
    const due =
      filed.kind === 'school-before-signing'
        ? await clockOfSigning(client, organization, filed.deal_id)
        : dueFrom
          ? clockOf(dueFrom(from), zone, { day: from })
          : clockOf({ day: from }, zone)
    await setState(client, author, filed, 'revised', {}, { at: clock() })
    return insertDisclosure(
      client,
      author,
      {
        kind: filed.kind,
        athlete: filed.athlete_id,
        deal: filed.deal_id,
        agreement: filed.agreement_id,
        clock: due,
        preparer,
        revises: filed.id,
        title: filed.title,
        authority: filed.authority,
        fields: (filed.fields ?? []) as object[],
        answers: await loadCarriedAnswers(client, organization, filed),
      },
      clock(),
    )
  }

  /** A version came into force: what was due before anyone signed has a day now, and filed reports of other terms are revised. */
  async function reviseAmended(client: Queryable, organization: string, deal: string) {
    const filed = await rowsOf(
      client,
      query
        .selectFrom('disclosures')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('state', 'in', ['submitted', 'attested', 'cleared', 'flagged', 'not-cleared', 'in-arbitration'])
        .orderBy('id')
        .forUpdate()
        .$narrowType<{ kind: DisclosureKind; packet: Packet | null }>(),
    )
    const author: Author = { person: null, member: { organization } }
    const zone = await loadTimeZone(client, organization)
    // Rules give drafts their day.
    await run(
      client,
      query
        .updateTable('disclosures')
        .set({ ...columnsOf(clockOf({ at: clock().toISOString() }, zone)), version: sql<number>`version + 1` })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', deal)
        .where('due_on', '=', BEFORE_SIGNING.dueOn)
        .where(sql<boolean>`(packet is not null or revises_id is not null)`),
    )
    for (const one of filed.filter(({ kind }) => kind === 'nil-go' || kind === 'school-before-signing')) {
      // Corrections of the officer belong to the reported terms.
      const answers = await loadCarriedAnswers(client, organization, one)
      const { packet, deal: reported } = await preparePacket(client, parts, organization, { ...one, answers })
      // Every contract is disclosed before it is signed.
      const isSame = one.kind === 'nil-go' ? reportsSameTerms : isSameVersion
      if (one.packet && isSame(one.packet, packet)) continue
      const from = reported?.signedOn ?? (await todayIn(client, organization, clock()))
      await openRevision(client, author, one, { from, preparer: one.preparer_id })
    }
  }

  /** The payor declared a relation to the school. A filed packet that says otherwise stays as it is, and is revised. */
  async function reviseContradicted(client: Queryable, organization: string, disclosure: string) {
    const filed = await oneRowOf(
      client,
      query
        .selectFrom('disclosures')
        .selectAll()
        .where('organization_id', '=', organization)
        .where('id', '=', disclosure)
        .forUpdate()
        .$narrowType<{ kind: DisclosureKind; packet: Packet | null }>(),
    )
    const said = filed.packet?.fields.find(({ key }) => key === 'association')?.value
    if (!filed.packet) {
      // What was entered before the answer no longer hides it.
      const { association: _, ...answers } = (filed.answers ?? {}) as Record<string, string>
      return updateDisclosure(client, organization, disclosure, { answers: JSON.stringify(answers) })
    }
    if (/^(associated|yes)/i.test(said ?? '')) return
    const author: Author = { person: null, member: { organization } }
    const from = await todayIn(client, organization, clock())
    const revision = await openRevision(client, author, filed, { from, preparer: filed.preparer_id })
    if (!revision) return
    // The answer goes with the revision, where it is read and decided.
    await run(
      client,
      query
        .updateTable('attestation_requests')
        .set({ disclosure_id: revision })
        .where('organization_id', '=', organization)
        .where('disclosure_id', '=', disclosure)
        .where('answered_at', 'is not', null),
    )
  }

  /** Ends drafts of what was due before anyone signed, if nobody will: returned, declined or expired. */
  async function endUnsigned(client: Queryable, organization: string, athlete: string) {
    const open = await rowsOf(
      client,
      query
        .selectFrom('disclosures as x')
        .innerJoin(publicDeals.as('d'), (join) =>
          join.onRef('d.organization_id', '=', 'x.organization_id').onRef('d.id', '=', 'x.deal_id'),
        )
        .selectAll('x')
        .where('x.organization_id', '=', organization)
        .where('x.athlete_id', '=', athlete)
        .where('x.kind', '=', 'school-before-signing')
        .where('x.state', 'in', ['draft', 'ready'])
        .where('x.by_rule', '=', true)
        .where('x.due_on', '=', BEFORE_SIGNING.dueOn)
        .where(sql<boolean>`d.stage <> 'approved'`)
        .orderBy('x.id')
        .forUpdate('x')
        .$narrowType<{ kind: DisclosureKind }>(),
    )
    const author: Author = { person: null, member: { organization } }
    for (const one of open) await setState(client, author, one, 'withdrawn', {}, { at: clock() })
  }

  return {
    findDueBefore,
    openFromVerdicts,
    followVerdicts,
    openFromReport,
    openRevision,
    reviseAmended,
    reviseContradicted,
    endUnsigned,
    clockOfSigning,
  }
}
export type DisclosureOpening = ReturnType<typeof createDisclosureOpening>

const isSameVersion = (one: Packet, other: Packet) => one.dealNumber === other.dealNumber

type Filed = {
  id: string
  kind: DisclosureKind
  state: string
  name: string | null
  revises_id: string | null
  athlete_id: string
  deal_id: string | null
  agreement_id: string | null
  title: string | null
  authority: string | null
  fields: unknown
  answers: unknown
  packet: unknown
}
