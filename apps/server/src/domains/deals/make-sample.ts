import type { EventName } from '@sherpa/contracts/activity'
import { splitEvenly } from '@sherpa/contracts/currency'
import { addDays, addMonths } from '@sherpa/contracts/days'
import type { DealKind, DealTerms } from '@sherpa/contracts/deal'
import type { DealStage, VersionStage } from '@sherpa/contracts/deal-stage'
import type { KeyDateRule } from '@sherpa/contracts/key-date'
import type { SampleKind } from '@sherpa/contracts/organization'
import { listPaydays, type NewPaydays, paydayTemplates, splitOver } from '@sherpa/contracts/paydays'
import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import { hashOf } from '../../canonical-json.ts'
import type { Queryable } from '../../persistence/database.ts'
import { newId } from '../../persistence/new-id.ts'
import { oneRowOf, query, rowsOf, run } from '../../persistence/queries.ts'
import { athleteFacts } from '../athletes/athletes.ts'
import { type PastEvent, recordPastEvents } from '../audit/audit.ts'
import { insertCompany } from '../companies/companies.ts'
import { publicOrganizations } from '../organizations/organizations.ts'
import { insertAgreement } from './agreements.ts'
import { storeSchedule } from './installments.ts'
import { finishEnd, materializeObligations, refreshNextDue } from './obligations.ts'
import { terminateObligations } from './terminate-obligations.ts'
import { emptyTerms, type FrozenDeal } from './terms.ts'
import { columnsOf, recordEditor } from './versions.ts'

const DAY_MS = 24 * 60 * 60_000

/** Fictional names. */
const companies = [
  ['Halden Sportswear', 'brand', 'apparel'],
  ['Halden Outlet', 'brand', 'apparel'],
  ['Tarn Running', 'brand', 'footwear'],
  ['Brightwater Drinks', 'brand', 'sports-drinks'],
  ['Copper Kettle Diner', 'brand', 'restaurants'],
  ['Lakeshore Credit Union', 'brand', 'financial-services'],
  ['Northline Motors', 'brand', 'automotive'],
  ['Pinecrest Cards', 'brand', 'trading-cards'],
  ['Bay City Pilots', 'club', null],
  ['Harlan Tech Collective', 'collective', null],
  ['Oddsline', 'brand', 'betting'],
] as const

type Sample = {
  athlete: number
  company: number
  kind: DealKind
  stage: DealStage
  dollars: number
  /** Days from today: negative for the past. */
  starts: number
  ends: number
  deliverables?: [what: string, dueIn: number, disclosureTag?: string][]
  option?: number
  /** Number of monthly payments; without it, quarterly for a year. */
  months?: number
  /** Number of contract seasons, each paid monthly. */
  seasons?: number
  /** Days from today; by default shortly before the start. */
  signed?: number
}

const deals: Sample[] = [
  {
    athlete: 0,
    company: 0,
    kind: 'nil',
    stage: 'active',
    dollars: 48_000,
    starts: -105,
    ends: 226,
    deliverables: [
      ['Instagram reel', -62, '#ad'],
      ['Store appearance, 2 hours', -23],
      ['Three Instagram stories', 3],
      ['Photo shoot, half a day', 60],
    ],
    option: 136,
  },
  { athlete: 0, company: 2, kind: 'nil', stage: 'draft', dollars: 12_000, starts: 105, ends: 470 },
  {
    athlete: 1,
    company: 3,
    kind: 'nil',
    stage: 'active',
    dollars: 18_500,
    starts: -40,
    ends: 300,
    deliverables: [
      ['Campus event', 9],
      ['TikTok', -2, '#partner'],
    ],
    option: 12,
  },
  {
    athlete: 2,
    company: 4,
    kind: 'nil',
    stage: 'approved',
    dollars: 2_400,
    starts: 5,
    ends: 190,
    deliverables: [['Post from the opening', 8]],
  },
  { athlete: 3, company: 5, kind: 'sponsorship', stage: 'in-review', dollars: 32_000, starts: 20, ends: 385 },
  {
    athlete: 4,
    company: 8,
    kind: 'contract',
    stage: 'active',
    dollars: 1_850_000,
    starts: -320,
    ends: 775,
    option: 30,
  },
  {
    athlete: 5,
    company: 6,
    kind: 'sponsorship',
    stage: 'signed',
    dollars: 60_000,
    starts: 14,
    ends: 379,
    deliverables: [['Commercial, one day', 45]],
  },
  {
    athlete: 6,
    company: 7,
    kind: 'nil',
    stage: 'completed',
    dollars: 7_500,
    starts: -400,
    ends: -35,
    deliverables: [['Signing session', -90]],
  },
  { athlete: 7, company: 9, kind: 'nil', stage: 'in-review', dollars: 25_000, starts: 10, ends: 200 },
  { athlete: 8, company: 3, kind: 'nil', stage: 'declined', dollars: 9_000, starts: 0, ends: 180 },
  { athlete: 9, company: 1, kind: 'sponsorship', stage: 'terminated', dollars: 15_000, starts: -200, ends: 165 },
  { athlete: 10, company: 4, kind: 'nil', stage: 'expired', dollars: 1_200, starts: -60, ends: 30 },
  { athlete: 11, company: 2, kind: 'sponsorship', stage: 'draft', dollars: 80_000, starts: 40, ends: 770 },
  {
    athlete: 12,
    company: 5,
    kind: 'nil',
    stage: 'active',
    dollars: 5_400,
    starts: -20,
    ends: 345,
    deliverables: [['Two feed posts', -6]],
    option: 5,
  },
  // Two years of payment history.
  {
    athlete: 4,
    company: 6,
    kind: 'sponsorship',
    stage: 'active',
    dollars: 216_000,
    starts: -740,
    ends: 355,
    months: 36,
  },
  {
    athlete: 13,
    company: 8,
    kind: 'contract',
    stage: 'active',
    dollars: 2_460_000,
    starts: -700,
    ends: 395,
    seasons: 3,
  },
  { athlete: 14, company: 3, kind: 'nil', stage: 'active', dollars: 39_000, starts: -560, ends: 220, months: 26 },
  {
    athlete: 15,
    company: 7,
    kind: 'sponsorship',
    stage: 'active',
    dollars: 57_600,
    starts: -640,
    ends: 80,
    months: 24,
  },
  { athlete: 16, company: 9, kind: 'nil', stage: 'active', dollars: 27_000, starts: -420, ends: 120, months: 18 },
  { athlete: 17, company: 0, kind: 'nil', stage: 'completed', dollars: 22_800, starts: -730, ends: -20, months: 23 },
  // A compliance rule blocks its approval.
  { athlete: 2, company: 10, kind: 'nil', stage: 'in-review', dollars: 6_000, starts: 30, ends: 210 },
  // Signed lately, so that their reports to the clearinghouse are.
  { athlete: 7, company: 6, kind: 'nil', stage: 'active', dollars: 4_800, starts: -10, ends: 170, signed: -14 },
  { athlete: 17, company: 4, kind: 'nil', stage: 'active', dollars: 3_600, starts: -20, ends: 160, signed: -25 },
  { athlete: 2, company: 7, kind: 'nil', stage: 'active', dollars: 1_200, starts: -36, ends: 144, signed: -40 },
]

const TERMINATED_DAYS_AGO = 90
const CONTRACT_RATE = 30_000
const BRAND_RATE = 150_000
/** The athlete with a contract of three seasons. */
const REPRESENTED = 13

const versionStage: Record<DealStage, VersionStage> = {
  draft: 'draft',
  'in-review': 'in-review',
  approved: 'approved',
  signed: 'signed',
  active: 'signed',
  completed: 'signed',
  terminated: 'signed',
  declined: 'declined',
  expired: 'withdrawn',
}

const reasons: Partial<Record<DealStage, string>> = {
  declined: 'The category is taken until summer.',
  terminated: 'The brand closes its stores in the region.',
}

/** When the deal ended; undefined for an open one. */
function endOf({ stage, ends }: Sample, now: Date) {
  const daysAgo = { completed: 1 - (ends ?? 0), terminated: TERMINATED_DAYS_AGO, declined: 3, expired: 2 }
  return Object.hasOwn(daysAgo, stage)
    ? new Date(now.getTime() - daysAgo[stage as keyof typeof daysAgo] * DAY_MS)
    : undefined
}

/** Two colleagues approve each other's submissions. */
const step = { name: 'Approval', needs: 'any' } as const

type People = { kind: SampleKind; colleagues: string[]; approver: string | undefined }

/** Creates deals in every stage, dated around today, for the first sample athletes. */
export async function makeSampleDeals(
  client: Queryable,
  organization: string,
  { kind: organizationKind, colleagues, approver: deputy = '' }: People,
  now: Date,
) {
  const today = now.toISOString().slice(0, 10)
  const isDepartment = organizationKind === 'athletic-department'
  const [owner = ''] = colleagues
  const events: PastEvent[] = []
  const { name: organizationName } = await oneRowOf(
    client,
    query.selectFrom(publicOrganizations.as('o')).select('name').where('id', '=', organization),
  )
  const athletes = await rowsOf(
    client,
    query
      .selectFrom(athleteFacts.as('a'))
      .select(['id', 'given_name', 'family_name', 'level', 'birth_date', 'school'])
      .where('organization_id', '=', organization)
      // A minor's deal would need a guardian.
      .where('level', '<>', 'high-school')
      .orderBy('id')
      .limit(20),
  )
  const companyIds = companies.map((_, n) => newId(now.getTime() + n))
  for (const [n, [name, kind, category]] of companies.entries()) {
    await insertCompany(client, {
      organization_id: organization,
      id: companyIds[n] ?? newId(),
      name,
      kind,
      category,
      parent_id: name === 'Halden Outlet' ? (companyIds[0] ?? null) : null,
    })
  }
  await run(
    client,
    query.insertInto('approval_chains').values({
      organization_id: organization,
      id: newId(),
      kind: null,
      steps: JSON.stringify([{ ...step, people: [owner, deputy], roles: [] }]),
    }),
  )
  for (const [n, sample] of deals.entries()) {
    // Departments are no party to playing contracts.
    if (isDepartment && sample.kind === 'contract') continue
    const athlete = athletes[sample.athlete]
    const [companyName, companyKind, category] = companies[sample.company] ?? companies[0]
    const company = companyIds[sample.company]
    if (!athlete || !company) continue
    const id = newId(now.getTime() + 100 + n)
    const lead = colleagues[n % 2] ?? null
    // Everyone in the step is asked, except the author. The first decision counts.
    const [author, approvers] = [lead, [owner, deputy].filter((person) => person !== lead)]
    const name = `${athlete.given_name} ${athlete.family_name}`
    const title = `${name} × ${companyName}`
    const terms = sampleTerms(sample, category, today, isDepartment)
    const stage = versionStage[sample.stage]
    const isSigned = stage === 'signed'
    // Deals in force were submitted, approved and signed before their start.
    const recently = now.getTime() - (4 + n) * DAY_MS
    const beforeStart = Math.min(recently, Date.parse(terms.startsOn ?? today) - 6 * DAY_MS)
    const submitted = sample.signed === undefined ? beforeStart : now.getTime() + (sample.signed - 3) * DAY_MS
    const frozenAt = new Date(isSigned ? submitted : recently)
    const signedAt = new Date(frozenAt.getTime() + 3 * DAY_MS)
    const endedAt = endOf(sample, now)
    const frozen: FrozenDeal = {
      deal: id,
      number: 1,
      kind: sample.kind,
      title,
      organization: { id: organization, name: organizationName },
      athlete: { id: athlete.id, name, level: athlete.level, minor: false },
      company: { id: company, name: companyName, kind: companyKind, category },
      terms,
    }
    await run(
      client,
      query.insertInto('deals').values({
        organization_id: organization,
        id,
        athlete_id: athlete.id,
        company_id: company,
        kind: sample.kind,
        title,
        stage: sample.stage,
        stage_since: endedAt ?? frozenAt,
        lead_id: lead,
        version_in_force: isSigned ? 1 : null,
        shared: isSigned || stage === 'approved',
        created_by: author,
        last_active_at: new Date(now.getTime() - n * 3 * 60 * 60_000),
        athlete_name: name,
        company_name: companyName,
        ...columnsOf(terms),
      }),
    )
    await run(
      client,
      query.insertInto('deal_versions').values({
        organization_id: organization,
        deal_id: id,
        number: 1,
        stage,
        title,
        company_id: company,
        signed_at: isSigned ? signedAt : null,
        terms: JSON.stringify(terms),
        created_by: author,
        created_at: frozenAt,
        ...(stage !== 'draft' && {
          frozen: JSON.stringify(frozen),
          hash: hashOf(frozen),
          athlete_facts: { birthDate: athlete.birth_date, level: athlete.level },
          frozen_at: frozenAt,
          frozen_by: author,
        }),
      }),
    )
    if (author) await recordEditor(client, { organization_id: organization, id }, 1, author)
    const createdAt = new Date(frozenAt.getTime() - 2 * DAY_MS)
    const decidedAt = new Date(frozenAt.getTime() + DAY_MS)
    const decision = stage === 'in-review' ? null : stage === 'declined' ? 'declined' : 'approved'
    const done = (event: EventName, actor: string | null | undefined, at: Date, details?: string) =>
      events.push({ event, actor: actor ?? undefined, athlete: athlete.id, deal: id, at, ...(details && { details }) })
    done('deal-added', author, createdAt)
    if (stage !== 'draft') {
      done('deal-submitted', author, frozenAt)
      if (decision) done('deal-decided', approvers[0], decidedAt, decision)
      await run(
        client,
        query.insertInto('deal_approvals').values(
          approvers.map((approver, index) => ({
            organization_id: organization,
            id: newId(),
            deal_id: id,
            number: 1,
            step: 0,
            step_name: step.name,
            needs: step.needs,
            user_id: approver,
            asked_at: decision && index > 0 ? null : frozenAt,
            reminded_at: now,
            decision: index > 0 ? null : decision,
            comment: decision === 'declined' && index === 0 ? reasons.declined : null,
            decided_at: decision && index === 0 ? decidedAt : null,
          })),
        ),
      )
    }
    await run(
      client,
      query.insertInto('deal_timeline').values([
        { organization_id: organization, id: newId(), deal_id: id, at: createdAt, actor_id: author, kind: 'added' },
        ...(stage === 'draft'
          ? []
          : [
              {
                organization_id: organization,
                id: newId(),
                deal_id: id,
                at: frozenAt,
                actor_id: author,
                kind: 'submitted',
                about: '1',
              },
            ]),
        ...(endedAt
          ? [
              {
                organization_id: organization,
                id: newId(),
                deal_id: id,
                at: endedAt,
                actor_id: sample.stage === 'expired' || sample.stage === 'completed' ? null : (approvers[0] ?? null),
                kind: 'moved',
                about: sample.stage,
                text: reasons[sample.stage] ?? null,
              },
            ]
          : []),
      ]),
    )
    // The company's signature is missing on approved deals.
    const sides = isSigned ? (['athlete', 'company'] as const) : stage === 'approved' ? (['athlete'] as const) : []
    for (const side of sides) {
      const at = isSigned ? signedAt : new Date(now.getTime() - DAY_MS)
      done('signed-copy-added', lead, at, side)
      await run(
        client,
        query.insertInto('deal_signatures').values({
          organization_id: organization,
          id: newId(),
          deal_id: id,
          number: 1,
          side,
          method: 'paper',
          signer_name: side === 'athlete' ? name : 'Sofia Brandt',
          hash: hashOf(frozen),
          signed_at: at,
        }),
      )
    }
    if (!isSigned) continue
    const deal = { organization_id: organization, id, athlete_id: athlete.id }
    const paydays = samplePaydays(terms)
    for (const payday of paydays) await storeSchedule(client, deal, payday, { by: author ?? owner, at: signedAt })
    if (paydays.length > 0) done('paydays-changed', author, signedAt)
    await materializeObligations(client, deal, { terms, signedAt, before: null })
    if (sample.stage === 'completed') await finishEnd(client, deal, now)
    if (sample.stage === 'terminated') {
      await terminateObligations(client, deal, addDays(today, -TERMINATED_DAYS_AGO), [])
    }
    await run(
      client,
      query
        .updateTable('deliverables')
        .set({ state: 'accepted', accepted_at: now, accepted_by: lead })
        .where('organization_id', '=', organization)
        .where('deal_id', '=', id)
        .where('due_on', '<', addDays(today, -7)),
    )
    await refreshNextDue(client, organization, id)
  }
  const represented = athletes[REPRESENTED]
  if (represented && !isDepartment) {
    const startsOn = addDays(today, -730)
    await insertAgreement(client, organization, {
      id: newId(),
      athlete: represented.id,
      by: owner,
      startsOn,
      endsOn: addDays(today, 365),
      endedOn: null,
      scope: ['contract', 'sponsorship'],
      fees: { contract: { rateMillionths: CONTRACT_RATE }, sponsorship: { rateMillionths: BRAND_RATE } },
      agents: colleagues.slice(0, 2),
      facts: { fee_payor: 'athlete' },
    })
    const at = new Date(`${startsOn}T15:00:00Z`)
    events.push({ event: 'agreement-added', actor: owner, athlete: represented.id, at })
  }
  const student = athletes.find(({ school }) => school === 'Harlan Tech')
  if (student && !isDepartment) {
    // Its 72 hours run: the rules open the notice to the school.
    const signedAt = new Date(now.getTime() - 20 * 60 * 60_000)
    await insertAgreement(client, organization, {
      id: newId(),
      athlete: student.id,
      by: owner,
      startsOn: addDays(today, -1),
      endsOn: addDays(today, 364),
      endedOn: null,
      scope: ['nil'],
      fees: { nil: { rateMillionths: BRAND_RATE } },
      agents: colleagues.slice(0, 1),
      facts: { fee_payor: 'athlete', signed_at: signedAt, signed_exactly: true, signed_by: owner },
    })
    events.push({ event: 'agreement-added', actor: owner, athlete: student.id, at: signedAt })
  }
  await recordPastEvents(
    client,
    organization,
    events.filter(({ at }) => at <= now),
  )
}

/** Twelve installments per season, a month apart. */
function samplePaydays({ startsOn, years }: DealTerms): NewPaydays {
  const { every, times } = paydayTemplates.monthly
  return (years?.years ?? []).map(({ season, baseMinor }, n) => ({
    ruleId: `base-${season}`,
    schedule: {
      template: 'monthly',
      installments: splitOver(listPaydays(every, addMonths(startsOn ?? '', 12 * n), times), baseMinor),
    },
  }))
}

function sampleTerms(
  { kind, dollars, starts, ends, deliverables = [], option, stage, months, seasons }: Sample,
  category: string | null,
  today: string,
  isWithoutFee: boolean,
): DealTerms {
  const total = dollars * 100
  const from = addDays(today, starts)
  const signing: PaymentRule = {
    id: crypto.randomUUID(),
    kind: kind === 'contract' ? 'signing-bonus' : 'base',
    title: 'Signing payment',
    amountMinor: Math.round(total / 4),
    inKind: false,
    schedule: { kind: 'signing', offset: { amount: 14, unit: 'days' } },
  }
  const rest: PaymentRule = {
    id: crypto.randomUUID(),
    kind: 'base',
    title: months ? 'Monthly payment' : 'Quarterly payment',
    amountMinor: total - signing.amountMinor,
    inKind: false,
    schedule: {
      kind: 'repeated',
      every: months ? 'month' : 'quarter',
      from: addDays(from, 30),
      times: months ?? 3,
      amountIs: 'total',
    },
  }
  const optionDate: KeyDateRule = {
    id: crypto.randomUUID(),
    kind: 'option',
    title: 'Option to extend',
    effect: 'The company can extend the deal by one year',
    anchor: { kind: 'day', day: addDays(today, option ?? 0) },
    offset: { amount: 0, unit: 'days' },
    zone: 'America/New_York',
    reminders: [30, 7, 1],
  }
  return {
    ...emptyTerms('USD'),
    startsOn: from,
    endsOn: addDays(today, ends),
    category: category as DealTerms['category'],
    exclusivity:
      kind !== 'contract' && category && stage !== 'draft'
        ? { kind: 'category', categories: [category as NonNullable<DealTerms['category']>] }
        : { kind: 'none' },
    usageRights: kind === 'contract' ? null : 'Name and likeness, paid social, 6 months after the term',
    businessPurpose: kind === 'contract' ? null : 'Promotion of the season’s campaign',
    payor: { name: 'Sofia Brandt', title: 'Head of partnerships', email: null },
    ...(seasons ? { years: sampleYears(total, Number(from.slice(0, 4)), seasons) } : { payments: [signing, rest] }),
    deliverables: deliverables.map(([title, dueIn, disclosureTag = null]) => ({
      id: crypto.randomUUID(),
      title,
      platform: null,
      count: 1,
      dueOn: addDays(today, dueIn),
      disclosureTag,
    })),
    keyDates: option === undefined ? [] : [optionDate],
    ...(!isWithoutFee && { fee: { rateMillionths: kind === 'contract' ? CONTRACT_RATE : BRAND_RATE } }),
  }
}

/** An eighth as the signing bonus, the rest evenly by season. The last season is not guaranteed. */
function sampleYears(totalMinor: number, first: number, seasons: number): DealTerms['years'] {
  const signingBonusMinor = Math.round(totalMinor / 8)
  return {
    signingBonusMinor,
    years: splitEvenly(totalMinor - signingBonusMinor, seasons).map((baseMinor, n) => ({
      season: first + n,
      baseMinor,
      rosterBonusMinor: 0,
      otherBonusMinor: 0,
      guaranteedMinor: n < seasons - 1 ? baseMinor : 0,
      option: null,
    })),
  }
}
