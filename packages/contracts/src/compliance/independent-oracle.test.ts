import { expect, test } from 'vitest'
import { addDays } from '../days.ts'
import type { DealTerms } from '../deal.ts'
import type { ProductCategory } from '../exclusivity.ts'
import { judgeAgreement, judgeDeal } from './judge.ts'
import type {
  AgreementInput,
  DealInput,
  JudgedAgreement,
  JudgedAthlete,
  JudgedCompany,
  JudgedDeal,
  JudgedLicense,
  VerdictState,
} from './judgment.ts'

/**
 * Deals and agreements by chance, judged a second time by the sentences of the sources alone. Written without knowledge of the rules’ code.
 * Where a source leaves the state open, several are allowed; a wrong reassurance never is.
 */
const DEALS = 1000
const AGREEMENTS = 1000
const TODAY = '2026-11-18'
const SCHOOL = '00000000-0000-4000-8000-00000000000a'

function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return {
    below,
    oneOf: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    chance: (percent: number) => below(100) < percent,
  }
}
type Random = ReturnType<typeof createRandom>

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const barred: ProductCategory[] = [
  'betting',
  'casinos',
  'alcohol',
  'tobacco',
  'cannabis',
  'adult',
  'steroids',
  'firearms',
]
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
    rightsPartnerOf: [],
    league: null,
    country: null,
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
    category: chance(40) ? null : oneOf(chance(30) ? barred : harmless),
    ...(chance(60) && { mayBuy: oneOf([true, false]) }),
    exclusivity: chance(15) ? { kind: 'company' } : { kind: 'none' },
    territory: { kind: 'worldwide' },
    usageRights: null,
    businessPurpose: chance(30)
      ? null
      : oneOf(['Promotes the spring collection in two posts.', 'Retention of the player.']),
    payor: null,
    deliverables: isPost
      ? [
          {
            id: idOf(900 + number),
            title: 'Instagram post',
            platform: 'Instagram',
            count: 1,
            dueOn: '2026-12-01',
            disclosureTag: oneOf([null, '#ad', 'no ad']),
            ...(chance(50) && { activates: 'image' as const }),
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
    // No chance, so that the other cases stay the same.
    disclosedToSchool: number % 3 === 0,
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
    const counted = [deal, ...otherDeals.filter(({ company }) => company.owner === deal.company.owner)].filter(
      (one) => isCommercial(one) && dayOf(one) >= '2025-07-01',
    )
    const inDollars = counted.filter(({ terms, amountUnknown }) => terms.currency === 'USD' && !amountUnknown)
    const sum = inDollars.reduce((total, one) => total + dollarsOf(one), 0)
    if (athlete.level === 'high-school') {
      // Enrollment is in the future: only a wrong reassurance is an error.
      if (athlete.juniorYearOn === null)
        return ['cannot-judge', 'not-applicable', ...(sum < 600 && inDollars.length === counted.length ? na : [])]
      return dayOf(deal) < athlete.juniorYearOn ? na : ['attention', 'cannot-judge', 'fine']
    }
    if (athlete.division !== null && athlete.division !== 'ncaa-1') return na
    // Deals from before the enrollment have another deadline.
    if (athlete.division === null)
      return ['cannot-judge', ...(sum < 600 && inDollars.length === counted.length ? na : [])]
    if (athlete.enrolledOn === null) return ['attention', 'cannot-judge', ...(sum < 600 ? na : [])]
    if (sum >= 600) return inDollars.length === counted.length ? ['attention'] : ['attention', 'cannot-judge']
    return inDollars.length === counted.length ? ['fine'] : needsInput
  },

  /** The school is in Texas, whose law asks for disclosure before the contract since July 2021. */
  'school-before-signing'({ deal, athlete }) {
    if (!isCommercial(deal) || athlete.level !== 'college' || dayOf(deal) < '2021-07-01') return na
    if (deal.disclosedToSchool) return ['fine']
    return athlete.school === null ? needsInput : ['attention']
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
    if (athlete.level === 'high-school' || athlete.division !== 'ncaa-1') return na
    // To keep a player is no purpose, and rights without activation are warehoused.
    if (deal.terms.businessPurpose.startsWith('Retention') || deal.terms.deliverables.length === 0) return ['attention']
    if (dayOf(deal) < '2026-05-11' || deal.terms.deliverables.every(({ activates }) => activates)) return ['fine']
    if (athlete.school === null || deal.company.associatedSchools === null) return needsInput
    return deal.company.associatedSchools.includes(SCHOOL) ? ['attention'] : ['fine']
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
    if (found.length > 0 && athlete.level === 'college') {
      if (found.includes('betting')) return ['blocked', 'attention']
      const isAdult = !isMinor(athlete, dayOf(deal))
      // Except for betting, states differ.
      if (athlete.school === null) return isAdult ? ['cannot-judge'] : ['blocked', 'cannot-judge']
      // The school is in Texas. Section 51.9246 does not name cannabis.
      if (found.some((one) => one !== 'cannabis' && one !== 'firearms')) return ['blocked']
      if (!isAdult && found.includes('cannabis')) return ['blocked']
      if (!found.includes('firearms')) return ['attention']
      const answer = deal.terms.mayBuy ?? null
      if (answer === false) return ['blocked']
      if (found.includes('cannabis')) return ['attention', 'cannot-judge']
      return answer === null ? ['cannot-judge'] : ['fine', 'attention']
    }
    if (found.length > 0) return ['blocked', 'attention']
    return categories.length === 0 ? needsInput : categories.length === 2 ? ['fine'] : ['fine', 'cannot-judge']
  },

  'disclosure-tag'({ deal }) {
    if (!isCommercial(deal) || deal.terms.deliverables.length === 0) return na
    return deal.terms.deliverables.every(({ disclosureTag }) => disclosureTag === '#ad') ? ['fine'] : ['attention']
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

/** In hundredths of a percent. */
const rates = [100, 150, 200, 300, 301, 400, 401, 1000, 1001]

function agreementBy({ below, oneOf, chance }: Random): JudgedAgreement {
  const signedOn = chance(20)
    ? null
    : oneOf(['2026-03-02', '2026-06-22', '2026-06-23', '2026-10-14', '2026-11-04', '2026-11-16'])
  const rate = oneOf(rates) * 100
  const license = (): JudgedLicense => ({
    state: oneOf(['TX', 'TX', 'OH']),
    from: oneOf(['2025-01-01', '2026-11-17']),
    until: oneOf([null, '2026-03-01', '2027-12-31']),
  })
  return {
    id: idOf(2),
    signedAt: signedOn && !chance(15) ? `${signedOn}T20:00:00.000Z` : null,
    signedOn,
    startsOn: signedOn ?? TODAY,
    endsOn: oneOf([null, '2026-12-31', '2040-12-31']),
    scope: oneOf([['nil'], ['contract'], ['nil', 'contract']] as const).slice(),
    fees: chance(15) ? {} : { contract: { rateMillionths: rate }, nil: { rateMillionths: 200_000 } },
    feePayor: oneOf([null, 'athlete', 'athlete', 'school', 'collective', 'company']),
    agents: Array.from({ length: below(3) }, (_, at) => ({
      id: idOf(20 + at),
      name: `Agent ${at}`,
      licenses: Array.from({ length: below(3) }, license),
    })),
    signedByGuardian: chance(50),
    hasDocument: chance(80),
    nextEventOn: oneOf([null, null, signedOn && addDays(signedOn, 2), signedOn && addDays(signedOn, 20)]),
  }
}

type Expectation = { states: Allowed; due?: string | undefined }
const anything: Allowed = ['blocked', 'attention', 'cannot-judge', 'fine', 'not-applicable']
const judgedOn = ({ agreement }: AgreementInput) => agreement.signedOn ?? TODAY
const isStudent = ({ athlete }: AgreementInput) => athlete.level !== 'pro'

const expectedOfAgreements: Record<string, (input: AgreementInput) => Expectation> = {
  /** Registration in the state is needed; who acts first may apply within seven days. */
  'agent-registered'(input) {
    // The model acts are about students.
    if (!isStudent(input)) return { states: anything }
    const { athlete, agreement } = input
    const state = athlete.school?.state ?? (athlete.level === 'college' ? null : athlete.state)
    if (state === null || agreement.agents.length === 0) return { states: needsInput }
    const isLicensed = (day: string) =>
      agreement.agents.every(({ licenses }) =>
        licenses.some((one) => one.state === state && one.from <= day && (one.until === null || one.until >= day)),
      )
    if (isLicensed(judgedOn(input))) return { states: ['fine'] }
    return { states: isLicensed(addDays(judgedOn(input), 7)) ? ['attention', 'fine'] : ['attention'] }
  },

  /** The athlete may cancel within 14 days of signing, which the contract must say. States differ. */
  'cancel-14-days'(input) {
    if (!isStudent(input)) return { states: anything }
    const { athlete, agreement } = input
    if (agreement.signedOn === null) return { states: ['cannot-judge', 'not-applicable', 'attention'] }
    const last = addDays(agreement.signedOn, 14)
    const hasState = athlete.school !== null || (athlete.level === 'high-school' && athlete.state !== null)
    const isKnown = hasState && agreement.hasDocument
    if (TODAY > last) return { states: isKnown ? na : [...na, 'cannot-judge'] }
    return { states: isKnown ? ['attention', 'fine'] : ['attention', 'cannot-judge'], due: isKnown ? last : undefined }
  },

  /** By the club’s league, which an agreement does not name. */
  'fee-cap': () => ({ states: ['not-applicable'] }),

  /** Suspended worldwide on December 30, 2023 (circular 1873). */
  'fifa-fee-cap': () => ({ states: ['not-applicable'] }),

  /** Since the memo of June 23, 2026: fees that schools or their affiliates pay are an enforcement target. */
  'agent-fee-payor'(input) {
    const { athlete, agreement } = input
    if (judgedOn(input) < '2026-06-23' || !isStudent(input)) return { states: na }
    if (athlete.level === 'high-school') return { states: anything }
    if (athlete.division === null)
      return {
        states: agreement.feePayor === 'athlete' ? ['fine', 'cannot-judge'] : ['attention', 'cannot-judge', 'fine'],
      }
    if (athlete.division !== 'ncaa-1') return { states: anything }
    if (agreement.feePayor === null) return { states: needsInput }
    if (agreement.feePayor === 'athlete') return { states: ['fine'] }
    // Whether the company is an affiliate shows with each deal.
    if (agreement.feePayor === 'company') return { states: ['attention', 'cannot-judge', 'not-applicable'] }
    return { states: ['attention'] }
  },

  /** 15 USC 7802(b): a parent or guardian signs for an athlete under 18. */
  'guardian-signs'(input) {
    const { athlete, agreement } = input
    if (!isMinor(athlete, judgedOn(input))) return { states: na }
    if (agreement.signedByGuardian) return { states: ['fine'] }
    if (agreement.signedOn !== null || !athlete.hasGuardian) return { states: ['blocked'] }
    return { states: ['attention', 'fine'] }
  },

  /** 15 USC 7805: the athletic director is told within 72 hours, or before the next event if that is sooner. */
  'ad-notice-72h'(input) {
    if (!isStudent(input)) return { states: na }
    const { athlete, agreement } = input
    if (athlete.level === 'high-school') return { states: ['attention', 'cannot-judge', 'not-applicable'] }
    if (agreement.signedOn === null) return { states: ['cannot-judge', 'not-applicable'] }
    if (agreement.signedAt === null || athlete.school === null) return { states: ['cannot-judge', 'attention'] }
    const isSooner = agreement.nextEventOn !== null && agreement.nextEventOn <= addDays(agreement.signedOn, 3)
    const due = isSooner ? addDays(agreement.nextEventOn ?? '', -1) : `${addDays(agreement.signedOn, 3)}T20:00:00.000Z`
    return { states: ['attention'], due }
  },
}

test('agreements by chance are judged as the sources say', () => {
  const random = createRandom(7805)
  const wrong: unknown[] = []
  const seen = new Map<string, number>()
  for (let number = 0; number < AGREEMENTS; number++) {
    const sport = random.oneOf([null, 'football', 'basketball', 'baseball', 'soccer', 'tennis'] as const)
    const input: AgreementInput = {
      subject: 'agreement',
      agreement: agreementBy(random),
      athlete: { ...athleteBy(random), sport },
      organization: { kind: 'agency', zone: 'America/New_York', sponsors: null },
      today: TODAY,
      now: `${TODAY}T15:00:00.000Z`,
    }
    const verdicts = judgeAgreement(input)
    expect(Object.keys(expectedOfAgreements)).toEqual(expect.arrayContaining(verdicts.map(({ rule }) => rule)))
    for (const [rule, expectation] of Object.entries(expectedOfAgreements)) {
      const verdict = verdicts.find((one) => one.rule === rule)
      const state = verdict?.state ?? 'not-applicable'
      const { states, due } = expectation(input)
      const given = verdict?.due && ('day' in verdict.due ? verdict.due.day : verdict.due.at)
      seen.set(`${rule} ${state}`, (seen.get(`${rule} ${state}`) ?? 0) + 1)
      if (!states.includes(state) || (due !== undefined && given !== due)) {
        wrong.push(
          `${number} ${rule}: ${state} ${given}, not ${states} ${due} (${JSON.stringify([input.athlete, input.agreement])})`,
        )
      }
      const countsAsMinor = rule === 'guardian-signs' && input.athlete.birthDate === null && isStudent(input)
      if (countsAsMinor) expect(verdict?.missing).toEqual(['athlete.birthDate'])
    }
  }
  expect(wrong).toEqual([])
  for (const rule of ['agent-registered', 'agent-fee-payor', 'guardian-signs']) {
    expect(seen.get(`${rule} fine`), `${rule} fine`).toBeGreaterThan(5)
  }
  for (const rule of ['agent-registered', 'agent-fee-payor', 'cancel-14-days', 'ad-notice-72h']) {
    expect(seen.get(`${rule} attention`), `${rule} attention`).toBeGreaterThan(5)
  }
})

/** NFL 3 % at most, NBA 4 %; MLB none below the minimum salary. Clubs abroad and other leagues have rules of their own. */
test('fees of playing contracts by chance are judged by the club’s league', () => {
  const random = createRandom(1873)
  const wrong: string[] = []
  for (let number = 0; number < DEALS; number++) {
    const { oneOf } = random
    const deal = dealBy(random, number, false)
    const rate = oneOf(rates) * 100
    const league = oneOf([null, 'nfl', 'nba', 'mlb', 'wnba', 'g-league', 'other'] as const)
    const country = oneOf([null, 'US', 'CA', 'ES', 'DE'])
    const sport = oneOf([null, 'football', 'basketball', 'baseball', 'tennis'] as const)
    const verdicts = judgeDeal({
      subject: 'deal',
      deal: {
        ...deal,
        kind: 'contract',
        company: { ...deal.company, kind: 'club', league, country },
        terms: { ...deal.terms, fee: { rateMillionths: rate } },
      },
      athlete: { ...athleteBy(random), level: 'pro', sport },
      otherDeals: [],
      agreement: null,
      organization: { kind: 'agency', zone: 'America/New_York', sponsors: null },
      today: TODAY,
      now: `${TODAY}T15:00:00.000Z`,
    })
    const most = league === 'nfl' ? 30_000 : league === 'nba' ? 40_000 : 1_000_000
    const isCapped = league === 'nfl' || league === 'nba' || league === 'mlb'
    const mayBeCapped = country !== 'ES' && country !== 'DE' && sport !== 'tennis'
    const allowed: Allowed = isCapped
      ? [rate > most ? 'attention' : 'fine']
      : league === null && mayBeCapped
        ? ['cannot-judge']
        : ['not-applicable']
    const state = verdicts.find(({ rule }) => rule === 'fee-cap')?.state
    if (!state || !allowed.includes(state)) wrong.push(`${league} ${country} ${sport} ${rate}: ${state}`)
  }
  expect(wrong).toEqual([])
})
