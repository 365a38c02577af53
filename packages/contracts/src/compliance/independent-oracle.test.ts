import { expect, test } from 'vitest'
import type { DealTerms } from '../deal.ts'
import type { ProductCategory } from '../exclusivity.ts'
import { judgeDeal } from './judge.ts'
import type { DealInput, JudgedAthlete, JudgedCompany, JudgedDeal, VerdictState } from './judgment.ts'

/**
 * Deals by chance, judged a second time by the sentences of the sources alone. Written without knowledge of the rules’ code.
 * Where a source leaves the state open, several are allowed; a wrong reassurance never is.
 */
const DEALS = 1000
const TODAY = '2026-11-18'
const SCHOOL = '00000000-0000-4000-8000-00000000000a'

function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
  return {
    below,
    oneOf: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    chance: (percent: number) => below(100) < percent,
  }
}
type Random = ReturnType<typeof createRandom>

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const barred: ProductCategory[] = ['betting', 'alcohol', 'tobacco', 'cannabis', 'adult']
const harmless: ProductCategory[] = ['apparel', 'footwear', 'food', 'telecom']

function athleteBy({ below, oneOf, chance }: Random): JudgedAthlete {
  const level = oneOf(['college', 'college', 'college', 'high-school', 'pro'] as const)
  const age = level === 'high-school' ? 15 + below(3) : 18 + below(5)
  return {
    id: idOf(1),
    // In June, so that no birthday is near the days below.
    birthDate: chance(12) ? null : `${2026 - age}-06-15`,
    level,
    sport: 'football',
    state: chance(10) ? null : oneOf(['TX', 'CA', 'OH', 'AL', 'HI', 'NY', 'WY', 'FL']),
    country: 'US',
    classYear: chance(10) ? null : 2027 + below(3),
    division:
      level === 'college' && !chance(15) ? oneOf(['ncaa-1', 'ncaa-1', 'ncaa-1', 'ncaa-2', 'naia'] as const) : null,
    hasGuardian: chance(50),
    enrolledOn: level === 'college' && !chance(15) ? '2024-08-20' : null,
    juniorYearOn: level === 'high-school' && !chance(20) ? oneOf(['2024-08-20', '2025-08-20']) : null,
    school: chance(10)
      ? null
      : { id: SCHOOL, name: 'Northfield State', state: 'TX', athleticDirectorEmail: 'ad@northfield.sherpa.example' },
  }
}

function companyBy({ below, oneOf, chance }: Random): JudgedCompany {
  const number = 10 + below(4)
  return {
    id: idOf(number),
    name: `Company ${number}`,
    kind: oneOf(['brand', 'collective'] as const),
    category: chance(30) ? null : oneOf(chance(15) ? barred : harmless),
    owner: idOf(number < 12 ? 10 : number),
    associatedSchools: oneOf([null, [], [SCHOOL]]),
  }
}

function dealBy(random: Random, number: number, others: boolean): JudgedDeal {
  const { oneOf, chance } = random
  // Neither in July nor in August, where academic years may begin.
  const agreedOn =
    others || !chance(25) ? oneOf(['2025-05-12', '2025-10-08', '2026-02-11', '2026-05-06', '2026-10-14']) : null
  const isPost = chance(60)
  const terms: DealTerms = {
    startsOn: '2025-06-01',
    endsOn: oneOf(['2026-12-31', '2026-12-31', '2040-12-31']),
    category: chance(40) ? null : oneOf(chance(20) ? barred : harmless),
    exclusivity: chance(15) ? { kind: 'company' } : { kind: 'none' },
    territory: { kind: 'worldwide' },
    usageRights: null,
    businessPurpose: chance(30) ? null : 'Promotes the spring collection in two posts.',
    payor: null,
    deliverables: isPost
      ? [
          {
            id: idOf(900 + number),
            title: 'Instagram post',
            platform: 'Instagram',
            count: 1,
            dueOn: '2026-12-01',
            disclosureTag: oneOf([null, '#ad']),
          },
        ]
      : [],
    keyDates: [],
    currency: chance(90) ? 'USD' : 'EUR',
    payments: [
      {
        id: idOf(500 + number),
        kind: 'base',
        title: 'Fee',
        amountMinor: oneOf([199_99, 400_01, 1_200_01, 3_100_00, 20_000_01, 60_000_00]),
        inKind: chance(20),
        schedule: { kind: 'day', day: '2026-12-01' },
      },
    ],
    fee: null,
    years: null,
  }
  return {
    id: idOf(100 + number),
    kind: oneOf(['nil', 'nil', 'sponsorship', 'contract'] as const),
    stage: agreedOn ? 'active' : 'in-review',
    company: companyBy(random),
    terms,
    agreedOn,
    amountUnknown: !others && chance(8),
    signedByGuardian: chance(50),
    attestation: null,
  }
}

type Allowed = readonly VerdictState[]
const na: Allowed = ['not-applicable', 'fine']
const needsInput: Allowed = ['cannot-judge']

const dollarsOf = ({ terms }: JudgedDeal) => terms.payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0) / 100
const isCommercial = ({ kind }: JudgedDeal) => kind !== 'contract'
const dayOf = ({ agreedOn }: JudgedDeal) => agreedOn ?? TODAY
/** July to June. */
const yearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '07-01' ? 1 : 0)

function isMinor({ birthDate, level }: JudgedAthlete, day: string) {
  if (birthDate === null) return level !== 'pro'
  return day < `${Number(birthDate.slice(0, 4)) + 18}${birthDate.slice(4)}`
}

const expected: Record<string, (input: DealInput) => Allowed> = {
  'nil-go-report'({ deal, athlete, otherDeals }) {
    if (!isCommercial(deal) || athlete.level === 'pro' || dayOf(deal) < '2025-07-01') return na
    if (athlete.level === 'high-school') {
      // Enrollment is in the future: only a wrong reassurance is an error.
      if (athlete.juniorYearOn === null) return ['cannot-judge', 'not-applicable']
      return dayOf(deal) < athlete.juniorYearOn ? na : ['attention', 'cannot-judge', 'fine']
    }
    if (athlete.division === null) return needsInput
    if (athlete.division !== 'ncaa-1') return na
    const counted = [deal, ...otherDeals.filter(({ company }) => company.owner === deal.company.owner)].filter(
      (one) => isCommercial(one) && dayOf(one) >= '2025-07-01',
    )
    const inDollars = counted.filter(({ terms, amountUnknown }) => terms.currency === 'USD' && !amountUnknown)
    const sum = inDollars.reduce((total, one) => total + dollarsOf(one), 0)
    // Deals from before the enrollment have another deadline.
    if (athlete.enrolledOn === null) return ['attention', 'cannot-judge', ...(sum < 600 ? na : [])]
    if (sum >= 600) return inDollars.length === counted.length ? ['attention'] : ['attention', 'cannot-judge']
    return inDollars.length === counted.length ? ['fine'] : needsInput
  },

  'nil-go-range'({ deal, athlete, otherDeals }) {
    const day = dayOf(deal)
    if (!isCommercial(deal) || athlete.level !== 'college' || day < '2025-07-01') return [...na, 'cannot-judge']
    if (athlete.division === null) return ['cannot-judge']
    if (athlete.division !== 'ncaa-1') return na
    if (athlete.school === null || deal.company.associatedSchools === null) return ['cannot-judge', 'fine']
    if (!deal.company.associatedSchools.includes(SCHOOL)) return na
    if (deal.terms.currency !== 'USD' || deal.amountUnknown) return needsInput
    const ofYear = [deal, ...otherDeals].filter(
      (one) =>
        isCommercial(one) && yearOf(dayOf(one)) === yearOf(day) && one.company.associatedSchools?.includes(SCHOOL),
    )
    const unclear = otherDeals.some(
      (one) => isCommercial(one) && (one.terms.currency !== 'USD' || one.company.associatedSchools === null),
    )
    const total = ofYear.filter(({ terms }) => terms.currency === 'USD').reduce((sum, one) => sum + dollarsOf(one), 0)
    const [most, until] = day < '2026-04-01' ? [0, 0] : day < '2026-07-01' ? [2_500, 15_000] : [15_000, 50_000]
    const amount = dollarsOf(deal)
    if (amount < 600 && total < Math.max(until, 600))
      return ['fine', 'attention', 'not-applicable', ...(unclear ? needsInput : [])]
    if (amount > most || total > until) return ['attention']
    return unclear ? ['fine', 'cannot-judge', 'attention'] : ['fine']
  },

  'valid-purpose'({ deal, athlete }) {
    if (!isCommercial(deal) || athlete.level === 'pro' || dayOf(deal) < '2025-07-01') return [...na, 'attention']
    if (athlete.level === 'college' && athlete.division === null) return ['cannot-judge', 'attention']
    if (deal.terms.businessPurpose === null) return ['attention', 'cannot-judge', 'not-applicable']
    return deal.terms.deliverables.length > 0 ? na : ['fine', 'attention', 'not-applicable']
  },

  'guardian-signs'({ deal, athlete }) {
    if (!isMinor(athlete, dayOf(deal))) return na
    return deal.signedByGuardian ? ['fine'] : ['blocked', 'attention']
  },

  'barred-category'({ deal, athlete }) {
    if (!isCommercial(deal)) return [...na, 'blocked', 'attention', 'cannot-judge']
    if (athlete.level !== 'college' && !isMinor(athlete, dayOf(deal))) return na
    const categories = [deal.terms.category, deal.company.category].filter((one) => one !== null)
    const found = categories.filter((one) => barred.includes(one))
    // Except for betting, states differ.
    if (found.length > 0 && !found.includes('betting') && athlete.school === null)
      return ['blocked', 'attention', 'cannot-judge']
    if (found.length > 0) return ['blocked', 'attention']
    return categories.length === 0 ? needsInput : categories.length === 2 ? ['fine'] : ['fine', 'cannot-judge']
  },

  'disclosure-tag'({ deal }) {
    if (!isCommercial(deal) || deal.terms.deliverables.length === 0) return na
    return deal.terms.deliverables.every(({ disclosureTag }) => disclosureTag) ? ['fine'] : ['attention']
  },

  'term-after-college'({ deal, athlete }) {
    if (!isCommercial(deal) || athlete.level !== 'college') return [...na, 'cannot-judge']
    if (deal.terms.endsOn === '2040-12-31') return ['attention', 'cannot-judge']
    return athlete.classYear === null ? ['fine', 'cannot-judge'] : ['fine']
  },

  'hs-state-table'({ deal, athlete }) {
    if (athlete.level !== 'high-school' || !isCommercial(deal)) return na
    if (dayOf(deal) < '2026-04-01') return ['fine', 'attention', 'cannot-judge', 'not-applicable']
    // The association of the school's state decides.
    const state = athlete.school?.state ?? athlete.state
    if (state === null) return needsInput
    if (['AL', 'HI', 'IN', 'MS', 'WY'].includes(state)) return ['attention']
    if (state === 'TX' && athlete.birthDate === null) return ['cannot-judge', 'attention']
    if (state === 'TX' && dayOf(deal) < `${Number(athlete.birthDate?.slice(0, 4)) + 17}-06-15`) return ['attention']
    return ['fine', 'attention']
  },

  'exclusivity-clash'({ deal, otherDeals }) {
    if (!isCommercial(deal)) return na
    const others = otherDeals.filter((one) => isCommercial(one) && one.company.owner !== deal.company.owner)
    const clashes = others.some(
      ({ terms }) => terms.exclusivity.kind === 'company' || deal.terms.exclusivity.kind === 'company',
    )
    return clashes ? ['blocked', 'attention'] : ['fine']
  },

  'school-sponsor'({ deal, athlete, organization: { sponsors } }) {
    if (!isCommercial(deal) || athlete.level !== 'college') return [...na, 'cannot-judge']
    if (sponsors === null) return ['cannot-judge', 'not-applicable']
    const category = deal.terms.category ?? deal.company.category
    const clashes = sponsors.some(
      (one) => one.company !== deal.company.id && one.company !== deal.company.owner && category === one.category,
    )
    if (clashes) return ['attention']
    return category === null && sponsors.length > 0 ? ['fine', 'cannot-judge', 'attention'] : na
  },
}

test('deals by chance are judged as the sources say', () => {
  const random = createRandom(35)
  const wrong: unknown[] = []
  const seen = new Map<string, number>()
  for (let number = 0; number < DEALS; number++) {
    const input: DealInput = {
      subject: 'deal',
      deal: dealBy(random, number * 4, false),
      athlete: athleteBy(random),
      otherDeals: Array.from({ length: random.below(4) }, (_, at) => dealBy(random, number * 4 + at + 1, true)),
      agreement: null,
      organization: {
        kind: 'athletic-department',
        zone: 'America/New_York',
        sponsors: random.oneOf([null, [], [{ company: idOf(77), category: 'apparel' as const }]]),
      },
      today: TODAY,
      now: `${TODAY}T15:00:00Z`,
    }
    const verdicts = judgeDeal(input)
    for (const [rule, allowed] of Object.entries(expected)) {
      const state = verdicts.find((one) => one.rule === rule)?.state ?? 'not-applicable'
      seen.set(`${rule} ${state}`, (seen.get(`${rule} ${state}`) ?? 0) + 1)
      if (!allowed(input).includes(state)) wrong.push(describe(number, rule, state, input))
    }
  }
  expect(wrong).toEqual([])
  // The generator reaches what matters.
  for (const reached of [
    'nil-go-report attention',
    'nil-go-report fine',
    'nil-go-report cannot-judge',
    'nil-go-range attention',
  ])
    expect(seen.get(reached), reached).toBeGreaterThan(5)
})

function describe(number: number, rule: string, state: string, { deal, athlete, otherDeals, organization }: DealInput) {
  const { kind, terms, company, agreedOn, amountUnknown } = deal
  const facts = [
    athlete.level,
    athlete.division,
    `born ${athlete.birthDate}`,
    `state ${athlete.state}`,
    `school ${athlete.school?.state}`,
  ]
  const of = [
    kind,
    `agreed ${agreedOn}`,
    `${dollarsOf(deal)} ${terms.currency}`,
    amountUnknown && 'amount unknown',
    terms.category,
  ]
  const paid = [company.category, `associated ${company.associatedSchools}`, `${otherDeals.length} others`]
  return `${number} ${rule}: ${state} (${[...facts, ...of, ...paid, JSON.stringify(organization.sponsors)].join(', ')})`
}
