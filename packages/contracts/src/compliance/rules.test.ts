import { describe, expect, test } from 'vitest'
import {
  agreement,
  agreementInput,
  athlete,
  company,
  deal,
  dealInput,
  organization,
  payment,
  school,
  terms,
} from '../../test/compliance-inputs.ts'
import type { DealTerms } from '../deal.ts'
import { usStateCodes } from '../us-states.ts'
import { judgeAgreement, judgeDeal } from './judge.ts'
import type { AgreementInput, ClubLeague, DealInput, JudgedAthlete, JudgedDeal, MissingInput } from './judgment.ts'

const judge = (rule: string, input: DealInput | AgreementInput) => {
  const verdicts = input.subject === 'deal' ? judgeDeal(input) : judgeAgreement(input)
  return verdicts.find((verdict) => verdict.rule === rule)
}
const stateOf = (rule: string, input: DealInput | AgreementInput) => judge(rule, input)?.state

type Facts = Partial<Omit<DealInput, 'deal' | 'athlete'>> & {
  deal?: Partial<JudgedDeal>
  terms?: Partial<DealTerms>
  athlete?: Partial<JudgedAthlete>
}
const about = ({ deal: ofDeal, terms: ofTerms, athlete: ofAthlete, ...rest }: Facts) =>
  dealInput({ ...rest, deal: deal({ terms: terms(ofTerms), ...ofDeal }), athlete: athlete(ofAthlete) })
type AgreementFacts = Partial<Omit<AgreementInput, 'agreement' | 'athlete'>> & {
  agreement?: Partial<AgreementInput['agreement']>
  athlete?: Partial<JudgedAthlete>
}
const aboutAgreement = ({ agreement: ofAgreement, athlete: ofAthlete, ...rest }: AgreementFacts) =>
  agreementInput({ ...rest, agreement: agreement(ofAgreement), athlete: athlete(ofAthlete) })

const associated = company({ associatedSchools: [school.id] })
const minor = { birthDate: '2009-06-01', level: 'high-school' } as const
const pays = (...dollars: number[]) => ({ payments: dollars.map((one) => payment(one)) })
const clubIn = (league: ClubLeague | null, country: string | null = null) =>
  ({ kind: 'contract', company: company({ kind: 'club', league, country }) }) as const
const playing: Facts = { deal: clubIn('nfl'), athlete: { level: 'pro' } }
const rival = deal({
  id: 'rival',
  company: company({ id: 'r', owner: 'r', name: 'Rival' }),
  terms: terms({ exclusivity: { kind: 'category', categories: ['footwear'] } }),
})

describe('a missing input', () => {
  test.each<[string, MissingInput, DealInput | AgreementInput]>([
    ['nil-go-report', 'athlete.division', about({ athlete: { division: null } })],
    ['nil-go-report', 'athlete.enrolledOn', about({ athlete: { enrolledOn: null } })],
    ['nil-go-report', 'athlete.juniorYearOn', about({ athlete: { level: 'high-school', juniorYearOn: null } })],
    ['nil-go-report', 'deal.agreedOn', about({ deal: { agreedOn: null } })],
    ['nil-go-report', 'deal.amount', about({ deal: { amountUnknown: true } })],
    ['nil-go-report', 'deal.amount', about({ terms: { payments: [] } })],
    ['nil-go-report', 'deal.dollars', about({ terms: { currency: 'EUR' } })],
    ['nil-go-range', 'athlete.division', about({ athlete: { division: null } })],
    ['nil-go-range', 'athlete.school', about({ athlete: { school: null } })],
    ['nil-go-range', 'company.association', about({ deal: { company: company({ associatedSchools: null }) } })],
    ['nil-go-range', 'deal.amount', about({ deal: { company: associated, amountUnknown: true } })],
    ['nil-go-range', 'deal.dollars', about({ deal: { company: associated }, terms: { currency: 'CAD' } })],
    ['payor-attestation', 'athlete.division', about({ athlete: { division: null } })],
    ['payor-attestation', 'deal.payor', about({ terms: { payor: null } })],
    ['valid-purpose', 'athlete.division', about({ athlete: { division: null } })],
    [
      'valid-purpose',
      'company.association',
      about({
        deal: {
          company: company({ associatedSchools: null }),
          terms: terms({ deliverables: terms().deliverables.map((post) => ({ ...post, activates: null })) }),
        },
      }),
    ],
    ['valid-purpose', 'deal.businessPurpose', about({ terms: { businessPurpose: ' ' } })],
    ['ad-notice-72h', 'agreement.signedAt', aboutAgreement({ agreement: { signedAt: null } })],
    ['ad-notice-72h', 'athlete.school', aboutAgreement({ athlete: { school: null } })],
    [
      'ad-notice-72h',
      'school.athleticDirector',
      aboutAgreement({ athlete: { school: { ...school, athleticDirectorEmail: null } } }),
    ],
    ['cancel-14-days', 'athlete.school', aboutAgreement({ athlete: { school: null } })],
    ['cancel-14-days', 'school.state', aboutAgreement({ athlete: { school: { ...school, state: null } } })],
    ['cancel-14-days', 'agreement.signedAt', aboutAgreement({ agreement: { signedAt: null, signedOn: null } })],
    ['cancel-14-days', 'agreement.document', aboutAgreement({ agreement: { hasDocument: false } })],
    ['agent-registered', 'athlete.school', aboutAgreement({ athlete: { school: null } })],
    ['agent-registered', 'school.state', aboutAgreement({ athlete: { school: { ...school, state: null } } })],
    [
      'agent-registered',
      'athlete.state',
      aboutAgreement({ athlete: { level: 'high-school', school: null, state: null } }),
    ],
    ['agent-registered', 'agreement.agents', aboutAgreement({ agreement: { agents: [] } })],
    ['term-after-college', 'athlete.classYear', about({ athlete: { classYear: null } })],
    ['term-after-college', 'deal.endsOn', about({ terms: { endsOn: null } })],
    ['fee-cap', 'company.league', about({ ...playing, deal: clubIn(null) })],
    ['fee-cap', 'company.league', about({ deal: clubIn(null, 'US'), athlete: { level: 'pro', sport: null } })],
    ['fee-cap', 'company.league', about({ deal: { kind: 'contract' }, athlete: { level: 'pro' } })],
    ['fee-cap', 'deal.fee', about({ ...playing, terms: { fee: null } })],
    ['fee-cap', 'deal.amount', about({ ...playing, terms: { fee: { flatMinor: 1 }, payments: [] } })],
    ['hs-state-table', 'athlete.state', about({ athlete: { level: 'high-school', school: null, state: null } })],
    [
      'hs-state-table',
      'athlete.country',
      about({ athlete: { level: 'high-school', school: null, state: 'ON', country: null } }),
    ],
    [
      'hs-state-table',
      'athlete.birthDate',
      about({ athlete: { level: 'high-school', school: null, state: 'TX', birthDate: null } }),
    ],
    [
      'hs-state-table',
      'deal.agreedOn',
      about({ athlete: { level: 'high-school', school: null, state: 'OH' }, deal: { agreedOn: null } }),
    ],
    ['exclusivity-clash', 'deal.category', about({ terms: { category: null }, otherDeals: [rival] })],
    ['exclusivity-clash', 'deal.startsOn', about({ terms: { startsOn: null }, otherDeals: [rival] })],
    ['agent-fee-payor', 'athlete.division', about({ athlete: { division: null } })],
    ['agent-fee-payor', 'agreement.feePayor', about({ agreement: agreement({ feePayor: null }) })],
    ['agent-fee-payor', 'agreement.feePayor', about({ agreement: null })],
    ['agent-fee-payor', 'agreement.feePayor', aboutAgreement({ agreement: { feePayor: null } })],
    [
      'agent-fee-payor',
      'company.association',
      about({ agreement: agreement({ feePayor: 'company' }), deal: { company: company({ associatedSchools: null }) } }),
    ],
    [
      'agent-fee-payor',
      'athlete.school',
      about({ agreement: agreement({ feePayor: 'company' }), athlete: { school: null } }),
    ],
    [
      'barred-category',
      'deal.category',
      about({
        terms: { category: null },
        deal: { company: company({ category: null }), terms: terms({ category: null }) },
      }),
    ],
    ['barred-category', 'athlete.school', about({ terms: { category: 'alcohol' }, athlete: { school: null } })],
    [
      'barred-category',
      'deal.mayBuy',
      about({ terms: { category: 'firearms' }, athlete: { school: { ...school, state: 'TX' } } }),
    ],
    [
      'barred-category',
      'school.state',
      about({ terms: { category: 'alcohol' }, athlete: { school: { ...school, state: null } } }),
    ],
    ['school-sponsor', 'organization.sponsors', about({ organization: organization({ sponsors: null }) })],
    [
      'school-sponsor',
      'deal.category',
      about({
        organization: organization({ sponsors: [{ company: 's', category: 'footwear' }] }),
        deal: { company: company({ category: null }), terms: terms({ category: null }) },
      }),
    ],
  ])('%s cannot judge without %s', (rule, missing, input) => {
    expect(judge(rule, input)).toMatchObject({ state: 'cannot-judge', missing: [missing] })
  })

  test('keeps a deadline that is known', () => {
    const input = aboutAgreement({ athlete: { school: null } })
    expect(judge('ad-notice-72h', input)?.due).toEqual({ at: '2026-11-19T17:00:00.000Z' })
  })
})

describe('nil-go-report', () => {
  const other = (dollars: number, changes: Partial<JudgedDeal> = {}) =>
    deal({ id: 'other', terms: terms(pays(dollars)), agreedOn: '2026-09-01', ...changes })

  test.each<[string, Facts, string]>([
    ['$600', { terms: pays(600) }, 'attention'],
    ['$599', { terms: pays(599) }, 'fine'],
    ['two payments of $300', { terms: pays(300, 300) }, 'attention'],
    ['in kind', { terms: { payments: [payment(600, { inKind: true })] } }, 'attention'],
    [
      'conditional',
      {
        terms: {
          payments: [
            payment(600, { schedule: { kind: 'condition', metric: 'Wins', threshold: 10, estimatedDay: null } }),
          ],
        },
      },
      'attention',
    ],
    ['$300 each from one payor', { terms: pays(300), otherDeals: [other(300)] }, 'attention'],
    [
      '$300 each from companies with one owner',
      { terms: pays(300), otherDeals: [other(300, { company: company({ id: 'sister' }) })] },
      'attention',
    ],
    [
      '$300 each from two owners',
      { terms: pays(300), otherDeals: [other(300, { company: company({ id: 'x', owner: 'x' }) })] },
      'fine',
    ],
    [
      '$300 and $300 from before NIL Go',
      { terms: pays(300), otherDeals: [other(300, { agreedOn: '2025-06-30' })] },
      'fine',
    ],
    [
      '$300 and an open offer',
      { terms: pays(300), otherDeals: [other(300, { agreedOn: null, stage: 'in-review' })] },
      'fine',
    ],
    [
      '$300 and a signed deal without a day',
      { terms: pays(300), otherDeals: [other(300, { agreedOn: null })] },
      'attention',
    ],
    ['$300 and a playing contract', { terms: pays(300), otherDeals: [other(300, { kind: 'contract' })] }, 'fine'],
    ['royalties of $700', { terms: { payments: [payment(700, { kind: 'royalty' })] } }, 'attention'],
    ['royalties of $50', { terms: { payments: [payment(50, { kind: 'royalty' })] } }, 'fine'],
    ['royalties without an estimate', { terms: { payments: [payment(0, { kind: 'royalty' })] } }, 'attention'],
    ['Division II', { athlete: { division: 'ncaa-2' } }, 'not-applicable'],
    ['pro', { athlete: { level: 'pro' } }, 'not-applicable'],
    ['playing contract', { deal: { kind: 'contract' } }, 'not-applicable'],
    ['revenue share', { deal: { company: company({ kind: 'school' }) } }, 'not-applicable'],
    ['collective', { deal: { company: company({ kind: 'collective' }) } }, 'attention'],
    ['before junior year', { athlete: { level: 'high-school', juniorYearOn: '2026-11-17' } }, 'not-applicable'],
    ['on the first day of junior year', { athlete: { level: 'high-school', juniorYearOn: '2026-11-16' } }, 'attention'],
  ])('%s', (_, facts, state) => {
    expect(stateOf('nil-go-report', about(facts))).toBe(state)
  })

  test('every outcome that read the amount says so', () => {
    for (const facts of [
      { terms: pays(599) },
      { terms: pays(600) },
      { terms: { currency: 'EUR' } },
      { deal: { amountUnknown: true } },
      { athlete: { division: null } },
    ] satisfies Facts[]) {
      expect(judge('nil-go-report', about(facts))?.usesAmount).toBe(true)
    }
  })

  test('is due five business days after signing, over Thanksgiving', () => {
    const input = about({ deal: { agreedOn: '2026-11-20' }, today: '2026-11-20' })
    expect(judge('nil-go-report', input)).toMatchObject({
      due: { day: '2026-11-30' },
      sentence: 'The deal reaches $5,000, so the report is due by November 30, 2026.',
    })
    expect(judge('nil-go-report', { ...input, now: '2026-12-01T05:00:00.000Z' })?.sentence).toContain('was due by')
  })

  test('an earlier deal is due once a later one takes the total to $600', () => {
    const first = about({ terms: pays(400), deal: { agreedOn: '2026-09-01' }, otherDeals: [] })
    const second = deal({ id: 'second', terms: terms(pays(200)), agreedOn: '2026-11-16' })
    expect(
      stateOf('nil-go-report', { ...first, deal: deal({ agreedOn: '2026-09-01', terms: terms(pays(400)) }) }),
    ).toBe('fine')
    const both = { ...first, deal: deal({ agreedOn: '2026-09-01', terms: terms(pays(400)) }), otherDeals: [second] }
    expect(judge('nil-go-report', both)).toMatchObject({
      state: 'attention',
      due: { day: '2026-11-23' },
      countsFrom: '2026-11-16',
    })
  })

  test('an amendment keeps the clock, unless it takes the total to $600', () => {
    const dueOf = (before: number, after: number) => {
      const agreed = [
        { on: '2026-09-01', terms: terms(pays(before)) },
        { on: '2026-11-16', terms: terms(pays(after)) },
      ]
      const amended = deal({ agreedOn: '2026-11-16', terms: terms(pays(after)), agreed })
      return judge('nil-go-report', { ...about({ otherDeals: [] }), deal: amended })?.due
    }
    expect(dueOf(700, 900)).toEqual({ day: '2026-09-09' })
    expect(dueOf(500, 700)).toEqual({ day: '2026-11-23' })
  })

  test('an amendment that reaches $600 after enrollment counts from the amendment', () => {
    const athlete = { juniorYearOn: '2023-08-14', enrolledOn: '2025-08-20' }
    const dueOf = (first: string, before: number, after: number) => {
      const agreed = [
        { on: first, terms: terms(pays(before)) },
        { on: '2026-11-16', terms: terms(pays(after)) },
      ]
      const amended = deal({ agreedOn: '2026-11-16', terms: terms(pays(after)), agreed })
      return judge('nil-go-report', { ...about({ athlete, otherDeals: [] }), deal: amended })?.due
    }
    expect(dueOf('2025-07-15', 500, 700)).toEqual({ day: '2026-11-23' })
    expect(dueOf('2025-07-15', 700, 900)).toEqual({ day: '2025-09-03' })
    // Agreed before the clearinghouse: the amendment is the first terms that it sees.
    expect(dueOf('2025-06-15', 50_000, 60_000)).toEqual({ day: '2026-11-23' })
  })

  test('a deal from before enrollment is due 14 days after it', () => {
    const facts = { juniorYearOn: '2025-08-11', enrolledOn: '2027-08-23' }
    expect(judge('nil-go-report', about({ athlete: facts }))?.due).toEqual({ day: '2027-09-06' })
    expect(judge('nil-go-report', about({ athlete: { ...facts, level: 'high-school' } }))?.due).toEqual({
      day: '2027-09-06',
    })
    const unenrolled = about({ athlete: { ...facts, level: 'high-school', enrolledOn: null } })
    expect(judge('nil-go-report', unenrolled)).toMatchObject({ state: 'attention', due: null })
  })

  test('a draft has no due day yet', () => {
    const draft = about({ deal: { stage: 'draft', agreedOn: null } })
    expect(judge('nil-go-report', draft)).toMatchObject({ state: 'attention', due: null })
  })
})

describe('nil-go-range', () => {
  const on = (agreedOn: string, dollars: number, otherDeals: JudgedDeal[] = []) =>
    stateOf('nil-go-range', about({ deal: { company: associated, agreedOn, terms: terms(pays(dollars)) }, otherDeals }))
  const another = (dollars: number, agreedOn: string, ofCompany = company({ ...associated, id: 'o', owner: 'o' })) =>
    deal({ id: 'another', company: ofCompany, agreedOn, terms: terms(pays(dollars)) })

  test.each([
    ['2026-03-31', 600, 'attention'],
    ['2026-03-31', 599, 'fine'],
    ['2026-04-01', 2_500, 'fine'],
    ['2026-04-01', 2_501, 'attention'],
    ['2026-06-30', 15_000, 'attention'],
    ['2026-07-01', 15_000, 'fine'],
    ['2026-07-01', 15_001, 'attention'],
  ])('on %s a deal of $%i is %s', (agreedOn, dollars, state) => {
    expect(on(agreedOn, dollars)).toBe(state)
  })

  test.each([
    // The sources say "exceeds $50,000".
    ['2026-11-16', 5_000, another(45_000, '2026-07-01'), 'fine'],
    ['2026-11-16', 5_000, another(45_001, '2026-07-01'), 'attention'],
    ['2026-11-16', 5_000, another(45_001, '2026-06-30'), 'fine'], // the previous academic year
    ['2026-11-16', 5_000, another(45_001, '2026-09-01', company({ id: 'o', owner: 'o' })), 'fine'], // not associated
    // The day of the change and the days around it: "reached $15,000" before, "exceeds $50,000" from July 1, 2026.
    ['2026-06-30', 1_000, another(14_000, '2026-06-30'), 'attention'],
    ['2026-07-01', 1_000, another(14_000, '2026-07-01'), 'fine'],
    ['2026-07-01', 5_000, another(45_000, '2026-07-01'), 'fine'],
    ['2026-07-01', 5_000, another(45_001, '2026-07-01'), 'attention'],
    ['2026-07-02', 5_000, another(45_001, '2026-07-01'), 'attention'],
    [
      '2026-11-16',
      5_000,
      another(45_001, '2026-09-01', company({ id: 'o', owner: 'o', associatedSchools: null })),
      'cannot-judge',
    ],
    [
      '2026-11-16',
      5_000,
      another(45_000, '2026-09-01', company({ id: 'o', owner: 'o', associatedSchools: null })),
      'fine',
    ],
    ['2026-06-01', 1_000, another(14_000, '2025-07-01'), 'attention'],
    ['2026-06-01', 1_000, another(13_999, '2025-07-01'), 'fine'],
  ])('on %s a deal of $%i beside another one', (agreedOn, dollars, other, state) => {
    expect(on(agreedOn, dollars, [other])).toBe(state)
  })

  test('is not for payors without association', () => {
    expect(stateOf('nil-go-range', about({}))).toBe('not-applicable')
  })
})

test.each<[string, Facts, string]>([
  ['not invited', {}, 'fine'],
  ['attested', { deal: { attestation: { invitedOn: '2026-11-16', attestedOn: '2026-11-17' } } }, 'fine'],
  ['day 5', { deal: { attestation: { invitedOn: '2026-11-13', attestedOn: null } } }, 'attention'],
  ['day 6', { deal: { attestation: { invitedOn: '2026-11-12', attestedOn: null } } }, 'attention'],
])('payor-attestation: %s', (name, facts, state) => {
  const verdict = judge('payor-attestation', about(facts))
  expect(verdict?.state).toBe(state)
  expect(verdict?.sentence.includes('presumed')).toBe(name === 'day 6')
})

test.each<[string, Facts, string]>([
  ['complete', {}, 'fine'],
  ['ends before it starts', { terms: { endsOn: '2026-10-31' } }, 'attention'],
  ['no deliverables', { terms: { deliverables: [] } }, 'attention'],
  ['deliverable after the term', { terms: { endsOn: '2026-11-30' } }, 'attention'],
  ['open term', { terms: { endsOn: null } }, 'fine'],
])('valid-purpose: %s', (_, facts, state) => {
  expect(stateOf('valid-purpose', about(facts))).toBe(state)
})

test.each<[string, AgreementFacts, string, unknown]>([
  ['72 hours', {}, 'attention', { at: '2026-11-19T17:00:00.000Z' }],
  ['event sooner', { agreement: { nextEventOn: '2026-11-18' } }, 'attention', { day: '2026-11-17' }],
  ['high school', { athlete: { level: 'high-school' } }, 'attention', { at: '2026-11-19T17:00:00.000Z' }],
  ['pro', { athlete: { level: 'pro' } }, 'not-applicable', null],
])('ad-notice-72h: %s', (_, facts, state, due) => {
  expect(judge('ad-notice-72h', aboutAgreement(facts))).toMatchObject({ state, due })
})

test('ad-notice-72h names the time in the zone of the organization', () => {
  expect(judge('ad-notice-72h', agreementInput())?.sentence).toMatch(/is due by November 19, 2026 at 12:00\sPM\.$/)
})

describe('guardian-signs', () => {
  const signed: Partial<JudgedDeal> = { stage: 'signed', agreedOn: '2026-11-16' }
  const draft: Partial<JudgedDeal> = { stage: 'in-review', agreedOn: null }
  test.each<[string, Facts, string]>([
    ['adult', {}, 'fine'],
    ['minor, guardian signed', { athlete: minor, deal: { ...signed, signedByGuardian: true } }, 'fine'],
    ['minor, signed without', { athlete: { ...minor, hasGuardian: true }, deal: signed }, 'blocked'],
    ['minor, in review with a guardian', { athlete: { ...minor, hasGuardian: true }, deal: draft }, 'attention'],
    ['minor, in review without a guardian', { athlete: minor, deal: draft }, 'blocked'],
    ['18 on the day of signing', { athlete: { birthDate: '2008-11-16' }, deal: signed }, 'fine'],
    ['18 on the day after', { athlete: { birthDate: '2008-11-17' }, deal: signed }, 'blocked'],
    ['unknown birth date', { athlete: { birthDate: null }, deal: signed }, 'blocked'],
    ['unknown birth date of a pro', { athlete: { birthDate: null, level: 'pro' }, deal: signed }, 'fine'],
  ])('deal: %s', (_, facts, state) => {
    expect(stateOf('guardian-signs', about(facts))).toBe(state)
  })

  test.each<[string, AgreementFacts, string]>([
    ['adult', {}, 'fine'],
    ['minor, guardian signed', { athlete: minor, agreement: { signedByGuardian: true } }, 'fine'],
    ['minor, signed without', { athlete: { ...minor, hasGuardian: true } }, 'blocked'],
    [
      'minor, unsigned with a guardian',
      { athlete: { ...minor, hasGuardian: true }, agreement: { signedAt: null, signedOn: null } },
      'attention',
    ],
  ])('agreement: %s', (_, facts, state) => {
    expect(stateOf('guardian-signs', aboutAgreement(facts))).toBe(state)
  })

  test('says that an unknown birth date counts as a minor', () => {
    expect(judge('guardian-signs', about({ athlete: { birthDate: null } }))).toMatchObject({
      sentence: expect.stringContaining('birth date is unknown, so the athlete counts as under 18'),
      missing: ['athlete.birthDate'],
    })
  })
})

test.each<[string, AgreementFacts, string]>([
  ['last day', { today: '2026-11-30' }, 'attention'],
  ['day after', { today: '2026-12-01' }, 'fine'],
  ['pro', { athlete: { level: 'pro' } }, 'not-applicable'],
  ['school abroad', { athlete: { school: { ...school, state: 'ON' } } }, 'not-applicable'],
])('cancel-14-days: %s', (_, facts, state) => {
  expect(stateOf('cancel-14-days', aboutAgreement(facts))).toBe(state)
})

const licensed = (state: string, from: string, until: string | null) => ({
  agents: [{ id: 'a', name: 'Mateo Rivas', licenses: [{ state, from, until }] }],
})
test.each<[string, AgreementFacts, string]>([
  ['registered', {}, 'fine'],
  ['from the day of signing', { agreement: licensed('KY', '2026-11-16', null) }, 'fine'],
  ['from the day after', { agreement: licensed('KY', '2026-11-17', null) }, 'attention'],
  ['until the day of signing', { agreement: licensed('KY', '2026-01-01', '2026-11-16') }, 'fine'],
  ['until the day before', { agreement: licensed('KY', '2026-01-01', '2026-11-15') }, 'attention'],
  ['in another state', { agreement: licensed('TN', '2026-01-01', null) }, 'attention'],
  [
    'one of two',
    { agreement: { agents: [...agreement().agents, { id: 'b', name: 'Lin Zhao', licenses: [] }] } },
    'attention',
  ],
  ['pro', { athlete: { level: 'pro' } }, 'not-applicable'],
])('agent-registered: %s', (_, facts, state) => {
  expect(stateOf('agent-registered', aboutAgreement(facts))).toBe(state)
})

test.each<[string, Facts, string]>([
  ['ends with college', { terms: { endsOn: '2028-06-30' } }, 'fine'],
  ['a day later', { terms: { endsOn: '2028-07-01' } }, 'attention'],
  ['pro', { athlete: { level: 'pro' } }, 'not-applicable'],
  ['high school', { athlete: { level: 'high-school' } }, 'not-applicable'],
])('term-after-college: %s', (_, facts, state) => {
  expect(stateOf('term-after-college', about(facts))).toBe(state)
})

describe('fee-cap', () => {
  test.each([
    ['nfl', 'US', 'football', 30_000, 'fine'],
    ['nfl', null, null, 30_001, 'attention'],
    ['nba', null, 'basketball', 40_000, 'fine'],
    ['nba', 'CA', 'basketball', 40_001, 'attention'],
    ['mlb', null, 'baseball', 100_000, 'fine'],
    ['wnba', 'US', 'basketball', 100_000, 'not-applicable'],
    ['g-league', 'US', 'basketball', 100_000, 'not-applicable'],
    ['cfl', 'CA', 'football', 100_000, 'not-applicable'],
    ['other', null, 'basketball', 100_000, 'not-applicable'],
    [null, 'ES', 'basketball', 100_000, 'not-applicable'],
    [null, 'ES', null, 100_000, 'not-applicable'],
    [null, 'US', 'basketball', 10_000, 'cannot-judge'],
    [null, null, 'soccer', 100_000, 'not-applicable'],
  ] as const)('a club in %s, %s, %s at %s millionths is %s', (league, country, sport, rateMillionths, state) => {
    const input = about({
      deal: clubIn(league, country),
      athlete: { level: 'pro', sport },
      terms: { fee: { rateMillionths } },
    })
    expect(stateOf('fee-cap', input)).toBe(state)
    expect(judge('fee-cap', input)?.usesAmount).toBe(state === 'fine' || state === 'attention')
  })

  test.each([
    ['basketball', /4% in the NBA \(NBPA\)\.$/],
    [null, /3% in the NFL .+, 4% in the NBA .+ and no percentage in the MLB/],
    ['tennis', /on file/],
  ] as const)('an agreement (%s) names the caps and judges nothing', (sport, named) => {
    const fees = { contract: { rateMillionths: 900_000 } }
    const found = judge('fee-cap', aboutAgreement({ athlete: { level: 'pro', sport }, agreement: { fees } }))
    expect(found).toMatchObject({ state: 'not-applicable', usesAmount: false })
    expect(found?.sentence).toMatch(named)
  })

  test.each([
    [3_000_00, 'fine'],
    [3_000_01, 'attention'],
  ])('a flat fee of %i cents on $100,000 is %s', (flatMinor, state) => {
    const input = about({ ...playing, terms: { fee: { flatMinor }, ...pays(100_000) } })
    expect(stateOf('fee-cap', input)).toBe(state)
  })

  test('is not for endorsements', () => {
    expect(stateOf('fee-cap', about({ athlete: { level: 'pro' } }))).toBe('not-applicable')
  })
})

test.each<[state: string, agreedOn: string, birthDate: string, expected: string]>([
  ['AL', '2026-04-01', '2009-01-01', 'attention'],
  ['IN', '2026-03-31', '2009-01-01', 'attention'],
  ['IN', '2026-04-01', '2009-01-01', 'attention'],
  ['MI', '2026-03-31', '2009-01-01', 'attention'],
  ['MI', '2026-04-01', '2009-01-01', 'fine'],
  ['MS', '2026-03-31', '2009-01-01', 'fine'],
  ['MS', '2026-04-01', '2009-01-01', 'attention'],
  ['TX', '2026-03-31', '2008-01-01', 'attention'],
  ['TX', '2026-11-16', '2009-11-16', 'fine'],
  ['TX', '2026-11-16', '2009-11-17', 'attention'],
  ['OH', '2026-11-16', '2009-01-01', 'attention'],
  ['CA', '2026-11-16', '2009-01-01', 'fine'],
])('hs-state-table: %s on %s, born %s: %s', (state, agreedOn, birthDate, expected) => {
  const input = about({ athlete: { ...minor, state, school: null, birthDate }, deal: { agreedOn } })
  expect(stateOf('hs-state-table', input)).toBe(expected)
})

test('hs-state-table: Ohio’s association is told within 14 days', () => {
  const ohio = about({ athlete: { ...minor, state: 'OH', school: null } })
  expect(judge('hs-state-table', ohio)?.due).toEqual({ day: '2026-11-30' })
  expect(stateOf('hs-state-table', about({}))).toBe('not-applicable')
})

test.each<[string, Facts, string]>([
  ['no other deal', {}, 'fine'],
  ['signed rival', { otherDeals: [rival] }, 'blocked'],
  ['approved rival', { otherDeals: [{ ...rival, stage: 'approved' }] }, 'blocked'],
  ['rival in review', { otherDeals: [{ ...rival, stage: 'in-review' }] }, 'attention'],
  ['completed rival', { otherDeals: [{ ...rival, stage: 'completed' }] }, 'fine'],
  ['other category', { terms: { category: 'food' }, otherDeals: [rival] }, 'fine'],
  ['later term', { terms: { startsOn: '2027-11-01', endsOn: null }, otherDeals: [rival] }, 'fine'],
  ['unknown category without exclusivity', { terms: { category: null }, otherDeals: [deal({ id: 'x' })] }, 'fine'],
  ['playing contract', { deal: { kind: 'contract' }, otherDeals: [rival] }, 'not-applicable'],
])('exclusivity-clash: %s', (_, facts, state) => {
  expect(stateOf('exclusivity-clash', about(facts))).toBe(state)
})

describe('agent-fee-payor', () => {
  const paidBy = (feePayor: AgreementInput['agreement']['feePayor'], facts: Facts = {}) =>
    about({ agreement: agreement({ feePayor }), ...facts })
  test.each<[string, DealInput | AgreementInput, string]>([
    ['athlete', paidBy('athlete'), 'fine'],
    ['school', paidBy('school'), 'attention'],
    ['collective', paidBy('collective'), 'attention'],
    ['company', paidBy('company'), 'fine'],
    ['associated company', paidBy('company', { deal: { company: associated } }), 'attention'],
    [
      'company that is a collective',
      paidBy('company', { deal: { company: company({ kind: 'collective' }) } }),
      'attention',
    ],
    ['Division II', paidBy('school', { athlete: { division: 'ncaa-2' } }), 'not-applicable'],
    ['pro', paidBy('school', { athlete: { level: 'pro' } }), 'not-applicable'],
    [
      'department without agreement',
      about({ agreement: null, organization: organization({ kind: 'athletic-department' }) }),
      'not-applicable',
    ],
    ['agreement, athlete', aboutAgreement({}), 'fine'],
    ['agreement, school', aboutAgreement({ agreement: { feePayor: 'school' } }), 'attention'],
    ['agreement, company', aboutAgreement({ agreement: { feePayor: 'company' } }), 'not-applicable'],
  ])('%s', (_, input, state) => {
    expect(stateOf('agent-fee-payor', input)).toBe(state)
  })
})

describe('valid-purpose', () => {
  const idle = terms().deliverables.map((post) => ({ ...post, activates: null }))
  const partner = company({ name: 'Fieldhouse Media', associatedSchools: [school.id], rightsPartnerOf: [school.id] })
  test.each<[string, Facts, string]>([
    ['stated and activated', {}, 'fine'],
    ['associated and activated', { deal: { company: associated } }, 'fine'],
    ['partner, activated', { deal: { company: partner } }, 'fine'],
    ['not activated, not associated', { terms: { deliverables: idle } }, 'fine'],
    ['not activated, associated', { terms: { deliverables: idle }, deal: { company: associated } }, 'attention'],
    [
      'one of two not activated',
      { terms: { deliverables: [...terms().deliverables, ...idle] }, deal: { company: associated } },
      'attention',
    ],
    ['not activated, partner', { terms: { deliverables: idle }, deal: { company: partner } }, 'attention'],
    ['rights only', { terms: { deliverables: [], usageRights: 'All media, one year' } }, 'attention'],
    ['to keep the athlete', { terms: { businessPurpose: 'To keep the athlete at Lakemont' } }, 'attention'],
    ['retention', { terms: { businessPurpose: 'Retention' } }, 'attention'],
    ['player retention', { terms: { businessPurpose: 'Player retention for 2026' } }, 'attention'],
    ['inducement', { terms: { businessPurpose: 'Inducement to enroll' } }, 'attention'],
    ['to stay', { terms: { businessPurpose: 'So that he stays with the program' } }, 'attention'],
    ['not to transfer', { terms: { businessPurpose: 'Paid not to enter the transfer portal' } }, 'attention'],
    ['customers', { terms: { businessPurpose: 'Customer retention campaign: keep customers at the gym' } }, 'fine'],
    ['athletes as customers', { terms: { businessPurpose: 'Show how the drink keeps athletes hydrated' } }, 'fine'],
  ])('%s is %s', (_, { terms: ofTerms, deal: ofDeal, ...rest }, state) => {
    expect(stateOf('valid-purpose', about({ ...rest, deal: { ...ofDeal, terms: terms(ofTerms) } }))).toBe(state)
  })

  test('says who the partner is', () => {
    const sentence = judge(
      'valid-purpose',
      about({ deal: { company: partner, terms: terms({ deliverables: idle }) } }),
    )?.sentence
    expect(sentence).toContain('Fieldhouse Media is the multimedia-rights partner of Lakemont University')
    expect(sentence).toContain('“Launch post”')
  })

  test.each([
    ['2026-05-10', 1, 'fine'],
    ['2026-05-11', 2, 'attention'],
    ['2026-05-12', 2, 'attention'],
  ])('activation on %s is version %i: %s', (agreedOn, version, state) => {
    const input = about({ deal: { company: partner, agreedOn, terms: terms({ deliverables: idle }) } })
    expect(judge('valid-purpose', input)).toMatchObject({ version, state })
  })
})

test('an unknown amount is not $0', () => {
  const royalty = { payments: [payment(0, { kind: 'royalty' })] }
  for (const ofTerms of [royalty, pays(0), { payments: [] }]) {
    const input = about({ terms: ofTerms, deal: { company: associated, terms: terms(ofTerms) } })
    for (const rule of ['nil-go-report', 'nil-go-range']) {
      const found = judge(rule, input)
      expect([rule, found?.sentence.includes('$0')]).toEqual([rule, false])
      expect(found?.state).not.toBe('fine')
    }
  }
})

describe('barred-category', () => {
  const at = (state: string) => ({ school: { ...school, state } })
  test.each<[string, Facts, string]>([
    ['footwear', {}, 'fine'],
    ['betting', { terms: { category: 'betting' } }, 'blocked'],
    ['betting company', { deal: { company: company({ category: 'betting' }) } }, 'blocked'],
    ['betting, no school', { terms: { category: 'betting' }, athlete: { school: null } }, 'blocked'],
    ['betting, pro', { terms: { category: 'betting' }, athlete: { level: 'pro' } }, 'not-applicable'],
    ['betting, pro of 17', { terms: { category: 'betting' }, athlete: { ...minor, level: 'pro' } }, 'blocked'],
    ['alcohol, minor', { terms: { category: 'alcohol' }, athlete: minor }, 'blocked'],
    ['tobacco, minor', { terms: { category: 'tobacco' }, athlete: minor }, 'blocked'],
    ['adult, unknown age', { terms: { category: 'adult' }, athlete: { birthDate: null } }, 'blocked'],
    [
      'adult, unknown age of a pro',
      { terms: { category: 'adult' }, athlete: { birthDate: null, level: 'pro' } },
      'not-applicable',
    ],
    [
      'alcohol, high school at 18',
      { terms: { category: 'alcohol' }, athlete: { level: 'high-school', birthDate: '2008-01-01' } },
      'attention',
    ],
    ['cannabis, Kentucky', { terms: { category: 'cannabis' } }, 'blocked'],
    ['adult, Kentucky', { terms: { category: 'adult' } }, 'blocked'],
    ['alcohol, Kentucky at 20', { terms: { category: 'alcohol' } }, 'blocked'],
    ['alcohol, Kentucky at 21', { terms: { category: 'alcohol' }, athlete: { birthDate: '2005-11-16' } }, 'attention'],
    ['alcohol, Pennsylvania', { terms: { category: 'alcohol' }, athlete: at('PA') }, 'attention'],
    ['alcohol, Oregon', { terms: { category: 'alcohol' }, athlete: at('OR') }, 'attention'],
    ['playing contract', { terms: { category: 'betting' }, deal: { kind: 'contract' } }, 'not-applicable'],
    ...(['alcohol', 'tobacco', 'steroids', 'betting', 'casinos', 'adult'] as const).map(
      (category): [string, Facts, string] => [
        `${category}, Texas`,
        { terms: { category }, athlete: at('TX') },
        'blocked',
      ],
    ),
    ['cannabis, Texas', { terms: { category: 'cannabis' }, athlete: at('TX') }, 'attention'],
    ['firearms, Texas', { terms: { category: 'firearms' }, athlete: at('TX') }, 'cannot-judge'],
    ['firearms, Texas, unknown', { terms: { category: 'firearms', mayBuy: null }, athlete: at('TX') }, 'cannot-judge'],
    ['firearms, Texas, yes', { terms: { category: 'firearms', mayBuy: true }, athlete: at('TX') }, 'fine'],
    ['firearms, Texas, no', { terms: { category: 'firearms', mayBuy: false }, athlete: at('TX') }, 'blocked'],
    [
      'firearms and alcohol, Texas, yes',
      {
        terms: { category: 'firearms', mayBuy: true },
        deal: { company: company({ category: 'alcohol' }) },
        athlete: at('TX'),
      },
      'blocked',
    ],
    ['firearms, Kentucky', { terms: { category: 'firearms' } }, 'attention'],
    ['firearms, minor', { terms: { category: 'firearms' }, athlete: minor }, 'attention'],
    ['steroids, minor', { terms: { category: 'steroids' }, athlete: minor }, 'blocked'],
    ['casinos, minor', { terms: { category: 'casinos' }, athlete: minor }, 'blocked'],
    ['casinos, Ohio', { terms: { category: 'casinos' }, athlete: at('OH') }, 'attention'],
  ])('%s', (_, facts, state) => {
    const { deal: ofDeal, ...rest } = facts
    expect(stateOf('barred-category', about({ ...rest, ...(ofDeal && { deal: ofDeal }) }))).toBe(state)
  })

  test('is never fine where a law is not on file, and says what was only read about', () => {
    const onFile = ['TX', 'KY', 'PA', 'IL', 'AR', 'VA']
    const readAbout = ['PA', 'IL', 'AR', 'VA']
    for (const category of ['casinos', 'alcohol', 'tobacco', 'cannabis', 'adult', 'steroids', 'firearms'] as const) {
      for (const state of usStateCodes) {
        const found = judge('barred-category', about({ terms: { category }, athlete: at(state) }))
        const isKnown = onFile.includes(state)
        expect([state, category, found?.state]).not.toEqual([state, category, 'fine'])
        if (!isKnown) expect(found?.sentence).toContain('is not on file')
        if (!isKnown || readAbout.includes(state))
          expect([state, category, found?.state]).toEqual([state, category, 'attention'])
        if (readAbout.includes(state)) expect(found?.sentence).toMatch(/read about/)
      }
    }
  })

  test.each([
    ['2021-06-30', undefined],
    ['2021-07-01', 'blocked'],
    ['2021-07-02', 'blocked'],
  ])('Texas on %s: %s', (agreedOn, state) => {
    const adult = { ...at('TX'), birthDate: '1995-01-01' }
    const facts: Facts = { terms: { category: 'alcohol' }, athlete: adult, deal: { agreedOn } }
    expect(stateOf('barred-category', about(facts))).toBe(state)
  })

  test.each([
    ['2022-03-08', 'attention', 'not on file'],
    ['2022-03-09', 'blocked', 'Kentucky bars'],
    ['2022-03-10', 'blocked', 'Kentucky bars'],
  ])('Kentucky on %s: %s', (agreedOn, state, sentence) => {
    const adult = { birthDate: '2000-01-01' }
    const verdict = judge(
      'barred-category',
      about({ terms: { category: 'cannabis' }, athlete: adult, deal: { agreedOn } }),
    )
    expect(verdict).toMatchObject({ state, sentence: expect.stringContaining(sentence) })
  })

  test.each([
    ['AR', '2022-01-01'],
    ['VA', '2024-07-01'],
  ])('%s is on file from %s', (state, from) => {
    const sentenceOn = (agreedOn: string) =>
      judge(
        'barred-category',
        about({
          terms: { category: 'alcohol' },
          athlete: { ...at(state), birthDate: '2000-01-01' },
          deal: { agreedOn },
        }),
      )?.sentence
    expect(sentenceOn(from)).toContain(' bars college athletes')
    expect(sentenceOn(`${Number(from.slice(0, 4)) - 1}-12-31`)).toContain('not on file')
  })
})

test.each<[string | null, string]>([
  ['#ad', 'fine'],
  ['#Ad #halden', 'fine'],
  ['Paid partnership', 'fine'],
  ['#sponsored', 'fine'],
  ['#adidas', 'attention'],
  ['#collab', 'attention'],
  ['#ambassador', 'attention'],
  ['', 'attention'],
  [null, 'attention'],
  ['no ad', 'attention'],
  ['No #ad', 'attention'],
  ['#noad', 'attention'],
  ['not an ad', 'attention'],
  ['not sponsored', 'attention'],
  ['non-sponsored', 'attention'],
  ['without paid partnership label', 'attention'],
  ['ad-free', 'attention'],
  ['#ad, not #collab', 'fine'],
])('disclosure-tag: %s is %s', (disclosureTag, state) => {
  const deliverables = terms().deliverables.map((post) => ({ ...post, disclosureTag }))
  expect(stateOf('disclosure-tag', about({ terms: { deliverables } }))).toBe(state)
})

test('disclosure-tag: only posts need one', () => {
  const visit = terms().deliverables.map((post) => ({
    ...post,
    title: 'Store visit',
    platform: 'Louisville',
    disclosureTag: null,
  }))
  expect(stateOf('disclosure-tag', about({ terms: { deliverables: visit } }))).toBe('not-applicable')
})

test.each<[string, DealInput['organization']['sponsors'], string]>([
  ['none', [], 'fine'],
  ['a competitor', [{ company: 's', category: 'footwear' }], 'attention'],
  ['another category', [{ company: 's', category: 'food' }], 'fine'],
  ['the company itself', [{ company: company().id, category: 'footwear' }], 'fine'],
  ['a sponsor without category', [{ company: 's', category: null }], 'cannot-judge'],
])('school-sponsor: %s', (_, sponsors, state) => {
  expect(stateOf('school-sponsor', about({ organization: organization({ sponsors }) }))).toBe(state)
})

describe('disclosure to the school before signing', () => {
  const RULE = 'school-before-signing'
  const at = (state: string | null, agreedOn: string | null, more: Partial<JudgedDeal> = {}) =>
    about({
      athlete: { school: { ...school, state } },
      deal: { agreedOn, stage: agreedOn ? 'signed' : 'approved', ...more },
    })

  test.each<[string, string, string | undefined, string | undefined]>([
    ['TX', '2021-06-30', undefined, undefined],
    ['TX', '2021-07-01', 'attention', '2021-06-30'],
    ['TX', '2021-07-02', 'attention', '2021-07-01'],
    ['OH', '2021-06-30', undefined, undefined],
    ['OH', '2021-07-01', 'attention', '2021-06-30'],
    ['NY', '2022-11-20', 'attention', undefined],
    ['NY', '2022-11-21', 'attention', '2022-11-20'],
    ['NY', '2022-11-22', 'attention', '2022-11-21'],
    ['MI', '2022-12-30', 'attention', undefined],
    ['MI', '2022-12-31', 'attention', '2022-12-24'],
    ['MI', '2023-01-01', 'attention', '2022-12-25'],
    ['CA', '2026-11-16', 'attention', undefined],
    ['ON', '2026-11-16', 'not-applicable', undefined],
  ])('%s, signed on %s', (state, agreedOn, verdict, day) => {
    const judged = judge(RULE, at(state, agreedOn))
    expect([judged?.state, judged?.due]).toEqual([verdict, verdict && (day ? { day } : null)])
  })

  test('has no day before anyone signs, also for an unknown state, school or level', () => {
    expect(judge(RULE, at('TX', null))).toMatchObject({ state: 'attention', due: null, beforeSigning: true })
    const unknown = [
      [at(null, null), 'school.state'],
      [about({ athlete: { school: null }, deal: { agreedOn: null, stage: 'approved' } }), 'athlete.school'],
      [about({ athlete: { level: null, school: null }, deal: { agreedOn: null, stage: 'approved' } }), 'athlete.level'],
    ] as const
    for (const [input, fact] of unknown) {
      expect(judge(RULE, input)).toMatchObject({
        state: 'cannot-judge',
        missing: expect.arrayContaining([fact]),
        beforeSigning: true,
      })
    }
    expect(judge(RULE, at(null, '2026-11-16'))).toMatchObject({ state: 'cannot-judge', due: { day: '2026-11-15' } })
  })

  test('says when no law is on file, and which texts are about the law only', () => {
    expect(judge(RULE, at('CA', null))?.sentence).toContain('not on file')
    expect(judge(RULE, at('NY', null))?.sentence).toContain('Texts about the law')
    expect(judge(RULE, at('TX', null))?.sentence).not.toContain('Texts about the law')
  })

  test('is done once the school was told of this version', () => {
    expect(stateOf(RULE, at('TX', '2026-11-16', { disclosedToSchool: true }))).toBe('fine')
  })

  test('counts an amendment that nobody has signed as unsigned', () => {
    const agreed = [{ on: '2026-11-02', terms: terms() }]
    expect(judge(RULE, at('TX', null, { agreed }))).toMatchObject({ due: null, beforeSigning: true })
  })
})
