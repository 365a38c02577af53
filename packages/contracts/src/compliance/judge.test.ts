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
import { seededRandom } from '../../test/seeded-random.ts'
import { ageOn } from '../age.ts'
import { addDays } from '../days.ts'
import { allDealStages } from '../deal-stage.ts'
import { productCategories } from '../exclusivity.ts'
import { dueAt } from './deadlines.ts'
import { judgeAgreement, judgeBy, judgeDeal, type RuleVerdict, versionOn } from './judge.ts'
import {
  type AgreementInput,
  clubLeagues,
  type DealInput,
  divisions,
  feePayors,
  type JudgedAthlete,
  type JudgedCompany,
  type JudgedDeal,
  type MissingInput,
  missingInputs,
  type RuleVersion,
  verdictStates,
} from './judgment.ts'
import { rules } from './rules/all.ts'
import { judgedDay } from './subject.ts'
import { attention, blocked, cannotJudge } from './verdicts.ts'

test('rules have unique ids, and complete versions in order without gaps', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(18)
  for (const { title, versions } of rules) {
    expect(title).not.toBe('')
    expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1))
    for (const [index, { from, until, source, demands, readOn }] of versions.entries()) {
      const next = versions[index + 1]
      expect(until).toBe(next ? addDays(next.from, -1) : null)
      expect(until === null || from <= until).toBe(true)
      expect(source.name).not.toBe('')
      expect(source.url ?? 'https://').toMatch(/^https:\/\//)
      expect(demands).toMatch(/^[A-Z].+\.$/)
      expect(readOn).toMatch(/^2026-/)
    }
  }
})

test('only three rules can block', () => {
  const blocking = rules.filter(({ canBlock }) => canBlock).map(({ id }) => id)
  expect(blocking).toEqual(['barred-category', 'guardian-signs', 'exclusivity-clash'])
})

const changes = rules.flatMap((rule) =>
  rule.versions.map((version, index) => ({
    rule,
    id: rule.id,
    number: version.number,
    from: version.from,
    before: rule.versions[index - 1]?.number,
  })),
)
test.each(changes)('$id changes to version $number on $from', ({ rule, id, number, from, before }) => {
  const judgedOn = (day: string) => {
    const byDeal = judgeDeal(dealInput({ deal: deal({ agreedOn: day }) }))
    const byAgreement = judgeAgreement(agreementInput({ agreement: agreement({ signedOn: day }) }))
    const versions = [...byDeal, ...byAgreement].filter((verdict) => verdict.rule === id)
    return [...new Set(versions.map(({ version }) => version))]
  }
  for (const [day, expected] of [
    [addDays(from, -1), before],
    [from, number],
    [addDays(from, 1), number],
  ] as const) {
    expect(versionOn<never>(rule, day)?.number).toBe(expected)
    expect(judgedOn(day)).toEqual(expected === undefined ? [] : [expected])
  }
})

test('without a day of signing, today selects the version', () => {
  const range = (today: string) =>
    judgeDeal(dealInput({ today, deal: deal({ stage: 'draft', agreedOn: null }) })).find(
      ({ rule }) => rule === 'nil-go-range',
    )?.version
  expect([range('2026-03-31'), range('2026-04-01'), range('2026-07-01')]).toEqual([1, 2, 3])
})

test('deals and agreements are judged by their own rules, and both by shared ones', () => {
  const ids = (verdicts: { rule: string }[]) => verdicts.map(({ rule }) => rule).toSorted()
  const ofSubject = (subject: string) =>
    rules
      .filter((rule) => rule.subject === subject || rule.subject === 'both')
      .map(({ id }) => id)
      .toSorted()
  expect(ids(judgeDeal(dealInput()))).toEqual(ofSubject('deal'))
  expect(ids(judgeAgreement(agreementInput()))).toEqual(ofSubject('agreement'))
})

test('the most severe verdicts come first', () => {
  const states = judgeDeal(
    dealInput({ deal: deal({ terms: terms({ category: 'betting', businessPurpose: null }) }) }),
  ).map(({ state }) => state)
  const order = Object.keys(verdictStates)
  expect(states).toEqual(states.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  expect([...new Set(states)]).toEqual(order)
})

test('a subsidiary is judged as its parents, too, and the stricter verdict says whose fact it is', () => {
  const parent = { id: 'p', name: 'Crown Holdings', kind: 'brand', category: 'betting' } as const
  const judged = (rule: string, parents: JudgedCompany['parents']) => {
    const subject = deal({
      terms: terms({ category: 'food' }),
      company: company({ category: 'food', parents: parents ?? [] }),
    })
    return judgeDeal(dealInput({ deal: subject })).find((one) => one.rule === rule)
  }
  expect(judged('barred-category', [])?.state).toBe('fine')
  const strict = judged('barred-category', [{ ...parent, category: null }, parent])
  expect(['blocked', 'attention']).toContain(strict?.state)
  expect(strict?.sentence).toMatch(/This follows from its parent, Crown Holdings\.$/)
  expect(judged('barred-category', [{ ...parent, category: 'apparel' }])).toEqual(judged('barred-category', []))
})

const someVersion: RuleVersion<DealInput> = {
  number: 1,
  from: '2026-01-01',
  until: null,
  status: 'in-force',
  source: { name: 'Act', url: null },
  readOn: '2026-01-01',
  confidence: 'read',
  demands: 'Something.',
  judge: () => blocked('It is barred.'),
}
test.each<[Partial<RuleVersion<DealInput>>, boolean, string]>([
  [{}, true, 'blocked'],
  [{}, false, 'attention'],
  [{ status: 'proposed' }, true, 'attention'],
  [{ status: 'enjoined' }, true, 'attention'],
  [{ status: 'challenged' }, true, 'attention'],
  [{ confidence: 'secondary' }, true, 'attention'],
])('version %o of a rule that can block (%s): %s', (version, canBlock, state) => {
  const rule = { id: 'some', canBlock, versions: [{ ...someVersion, ...version }] }
  expect(judgeBy(rule, dealInput(), '2026-06-01')).toEqual([
    {
      ...attention('It is barred.'),
      rule: 'some',
      version: 1,
      status: version.status ?? 'in-force',
      canBlock: state === 'blocked',
      state,
    },
  ])
})

test('a suspended version judges nothing, and says since when', () => {
  const ruleOf = (
    status: RuleVersion<DealInput>['status'],
    judge = () => cannotJudge('deal.fee', { day: '2026-06-05' }),
  ) => ({
    id: 'some',
    canBlock: true,
    hasFiling: true as const,
    versions: [{ ...someVersion, status, judge }],
  })
  const judgedAs = (...of: Parameters<typeof ruleOf>) => judgeBy(ruleOf(...of), dealInput(), '2026-06-01')[0]
  const suspended = {
    state: 'not-applicable',
    due: null,
    missing: [],
    todo: null,
    canBlock: false,
    status: 'suspended',
  }
  expect(judgedAs('suspended')).toMatchObject({ ...suspended, sentence: 'Suspended since January 1, 2026.' })
  expect(judgedAs('suspended', () => blocked('It is barred.'))).toMatchObject(suspended)
  // While it is sued over, it asks as before.
  expect(judgedAs('challenged')).toMatchObject({ state: 'cannot-judge', due: { day: '2026-06-05' } })
})

test.each([
  ['2023-09-30', undefined, undefined],
  ['2023-10-01', 'in-force', 'attention'],
  ['2023-12-29', 'in-force', 'attention'],
  ['2023-12-30', 'suspended', 'not-applicable'],
  ['2023-12-31', 'suspended', 'not-applicable'],
])('FIFA’s cap on a fee of 10%% on %s: %s', (day, status, state) => {
  const facts = { athlete: athlete({ level: 'pro', sport: 'soccer' }) }
  const club = company({ kind: 'club', league: 'mls' })
  const signed = deal({
    kind: 'contract',
    company: club,
    agreedOn: day,
    terms: terms({ fee: { rateMillionths: 100_000 } }),
  })
  const fees = { contract: { rateMillionths: 100_000 } }
  const agreed = agreement({ signedOn: day, signedAt: null, fees })
  for (const verdicts of [
    judgeDeal(dealInput({ ...facts, deal: signed })),
    judgeAgreement(agreementInput({ ...facts, agreement: agreed })),
  ]) {
    const found = verdicts.find(({ rule }) => rule === 'fifa-fee-cap')
    expect([found?.status, found?.state]).toEqual([status, state])
    expect(found?.sentence.includes('Suspended since December 30, 2023.') ?? false).toBe(status === 'suspended')
  }
})

type Random = ReturnType<typeof seededRandom>
const one = <Value>(random: Random, values: readonly Value[]) => values[random(0, values.length - 1)] as Value
const maybe = <Value>(random: Random, value: Value) => (random(0, 3) === 0 ? null : value)
const someDay = (random: Random) => addDays('2020-01-01', random(0, 3600))
const keys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

function randomDeal(random: Random, id: string): JudgedDeal {
  const owner = one(random, ['a', 'b', 'c'])
  return deal({
    id,
    kind: one(random, ['contract', 'nil', 'sponsorship']),
    stage: one(random, allDealStages),
    company: company({
      id: owner,
      owner,
      kind: one(random, ['brand', 'club', 'school', 'collective', 'league', 'other']),
      category: maybe(random, one(random, keys(productCategories))),
      associatedSchools: maybe(random, one(random, [[], [school.id]])),
      league: maybe(random, one(random, keys(clubLeagues))),
      country: maybe(random, one(random, ['US', 'CA', 'ES'])),
    }),
    terms: terms({
      startsOn: maybe(random, someDay(random)),
      endsOn: maybe(random, someDay(random)),
      category: maybe(random, one(random, keys(productCategories))),
      exclusivity: one(random, [
        { kind: 'none' },
        { kind: 'company' },
        { kind: 'category', categories: [one(random, keys(productCategories))] },
      ]),
      businessPurpose: maybe(random, 'Launch'),
      payor: maybe(random, { name: 'Ana', title: null, email: maybe(random, 'ana@halden.test') }),
      deliverables: terms()
        .deliverables.slice(random(0, 1))
        .map((post) => ({ ...post, disclosureTag: maybe(random, '#ad'), activates: maybe(random, 'image' as const) })),
    }),
    agreedOn: maybe(random, someDay(random)),
    signedByGuardian: random(0, 1) === 0,
    attestation: maybe(random, { invitedOn: someDay(random), attestedOn: maybe(random, someDay(random)) }),
  })
}

/** Changes everything that needs money permission. */
function withMoney(random: Random, unpriced: JudgedDeal): JudgedDeal {
  const pay = () =>
    payment(one(random, [0, 1, 599, 600, 2_500, 15_000, 15_001, 60_000]), {
      kind: one(random, ['base', 'royalty', 'incentive']),
      inKind: random(0, 1) === 0,
    })
  return {
    ...unpriced,
    amountUnknown: random(0, 5) === 0,
    terms: {
      ...unpriced.terms,
      currency: one(random, ['USD', 'USD', 'USD', 'EUR']),
      payments: Array.from({ length: random(0, 2) }, pay),
      fee: maybe(random, one(random, [{ rateMillionths: 30_000 }, { rateMillionths: 150_000 }, { flatMinor: 50_000 }])),
    },
  }
}

function randomFacts(random: Random) {
  return {
    athlete: athlete({
      birthDate: maybe(random, addDays('2000-01-01', random(0, 4000))),
      level: maybe(random, one(random, ['high-school', 'college', 'pro'])),
      sport: maybe(random, one(random, ['football', 'basketball', 'baseball', 'soccer', 'hockey'])),
      state: maybe(random, one(random, ['TX', 'OH', 'AL', 'ON', 'PR'])),
      country: maybe(random, one(random, ['US', 'CA'])),
      classYear: maybe(random, random(2024, 2030)),
      division: maybe(random, one(random, ['ncaa-1', ...keys(divisions)])),
      enrolledOn: maybe(random, someDay(random)),
      juniorYearOn: maybe(random, someDay(random)),
      school: maybe(random, {
        ...school,
        state: maybe(random, one(random, ['KY', 'TX', 'PA', 'ON'])),
        athleticDirectorEmail: maybe(random, 'ad@lakemont.test'),
      }),
      hasGuardian: random(0, 1) === 0,
    }),
    organization: organization({
      kind: one(random, ['agency', 'team', 'athletic-department', 'collective']),
      zone: one(random, ['America/New_York', 'Pacific/Honolulu', 'Asia/Kathmandu']),
      sponsors: maybe(random, [
        { company: one(random, ['a', 'z']), category: maybe(random, one(random, keys(productCategories))) },
      ]),
    }),
    agreement: agreement({
      signedAt: maybe(random, `${someDay(random)}T23:30:00.000Z`),
      signedOn: maybe(random, someDay(random)),
      scope: [one(random, ['contract', 'nil'])],
      feePayor: maybe(random, one(random, keys(feePayors))),
      agents: random(0, 1) ? agreement().agents : [],
      signedByGuardian: random(0, 1) === 0,
      hasDocument: random(0, 1) === 0,
      nextEventOn: maybe(random, someDay(random)),
    }),
    today: someDay(random),
  }
}

/** The same deal with two sets of amounts. */
function randomDeals(random: Random): [DealInput, DealInput] {
  const { agreement, ...facts } = randomFacts(random)
  const otherDeals = Array.from({ length: random(0, 4) }, (_, index) => randomDeal(random, String(index)))
  const input = dealInput({
    ...facts,
    agreement: maybe(random, agreement),
    deal: randomDeal(random, 'own'),
    otherDeals,
  })
  const priced = () => ({
    ...input,
    deal: withMoney(random, input.deal),
    otherDeals: otherDeals.map((other) => withMoney(random, other)),
  })
  return [priced(), priced()]
}

function randomAgreement(random: Random): AgreementInput {
  const fees = one(random, [{}, { contract: { rateMillionths: 45_000 } }, { contract: { flatMinor: 1 } }])
  const { agreement, ...facts } = randomFacts(random)
  return agreementInput({ ...facts, agreement: { ...agreement, fees } })
}

test('random deals and agreements get consistent verdicts, whatever is missing', () => {
  const random = seededRandom(35)
  const seen = new Map<string, Set<string>>()
  for (let run = 0; run < 3000; run++) {
    for (const { rule, state, sentence, todo, missing } of [
      ...randomDeals(random).flatMap(judgeDeal),
      ...judgeAgreement(randomAgreement(random)),
    ]) {
      seen.set(rule, (seen.get(rule) ?? new Set()).add(state))
      expect(sentence).toMatch(/^\S.*\.$/)
      expect(sentence).not.toMatch(/undefined|null|NaN|Invalid/)
      expect(todo !== null).toBe(state === 'blocked' || state === 'attention' || state === 'cannot-judge')
      if (state === 'cannot-judge') expect(missing.length).toBeGreaterThan(0)
      for (const input of missing) expect(missingInputs).toHaveProperty([input])
    }
  }
  for (const { id, canBlock } of rules) {
    const states = [...(seen.get(id) ?? [])]
    expect(states, id).toContain('attention')
    expect(states.includes('blocked'), id).toBe(canBlock)
  }
})

test('verdicts that are shown without money permission do not depend on amounts', () => {
  const random = seededRandom(599)
  for (let run = 0; run < 1000; run++) {
    const [some, others] = randomDeals(random).map((input) => judgeDeal(input).filter(({ usesAmount }) => !usesAmount))
    expect(some).toEqual(others)
  }
})

const levels = ['college', 'high-school', 'pro'] as const
const isSettled = ({ state }: RuleVerdict) => state === 'fine' || state === 'not-applicable'
const earliest = (verdicts: RuleVerdict[]) =>
  verdicts.flatMap(({ due }) => (due ? [dueAt(due, organization().zone)] : [])).toSorted()[0]

test('without a level, every rule answers the most that any level would ask', () => {
  const random = seededRandom(88)
  const seen = new Set<string>()
  const compare = <One extends DealInput | AgreementInput>(input: One, judge: (input: One) => RuleVerdict[]) => {
    const at = (level: (typeof levels)[number] | null) =>
      judge({ ...input, organization: organization(), athlete: { ...input.athlete, level } })
    const isPast = (ageOn(judgedDay(input), input.athlete.birthDate) ?? 0) >= 20
    const known = levels.filter((level) => !(isPast && level === 'high-school')).map(at)
    for (const unknown of at(null)) {
      const possible = known.flatMap((verdicts) => verdicts.filter(({ rule }) => rule === unknown.rule))
      expect(isSettled(unknown), unknown.rule).toBe(possible.every(isSettled))
      expect(unknown.state === 'blocked').toBe(possible.some(({ state }) => state === 'blocked'))
      const isSame = possible.every(({ sentence }) => sentence === unknown.sentence)
      if (!isSettled(unknown) && !isSame) {
        expect(unknown.missing).toContain('athlete.level')
        seen.add(unknown.rule)
      }
      if (rules.find(({ id }) => id === unknown.rule)?.hasFiling) expect(earliest([unknown])).toBe(earliest(possible))
    }
  }
  for (let run = 0; run < 1000; run++) {
    compare(randomDeals(random)[0], judgeDeal)
    compare(randomAgreement(random), judgeAgreement)
  }
  expect(seen.size).toBeGreaterThan(10)
})

test.each<[MissingInput, Partial<JudgedAthlete>]>([
  ['athlete.level', { level: null }],
  ['athlete.division', { division: null }],
  ['athlete.enrolledOn', { enrolledOn: null }],
  ['athlete.juniorYearOn', { juniorYearOn: null, enrolledOn: '2027-08-23' }],
])('without %s, a deal that may have to be reported has a last day', (missing, facts) => {
  const verdictOn = (dollars: number) =>
    judgeDeal(
      dealInput({
        athlete: athlete(facts),
        deal: deal({ agreedOn: '2026-11-16', terms: terms({ payments: [payment(dollars)] }) }),
      }),
    ).find(({ rule }) => rule === 'nil-go-report')
  const day = facts.enrolledOn ? '2027-09-06' : '2026-11-23'
  expect(verdictOn(600)).toMatchObject({ state: 'cannot-judge', missing: [missing], due: { day } })
  expect(verdictOn(599)).toMatchObject({ state: 'fine', due: null })
})

test('with nothing known about the athlete, all that is missing is asked, and the earliest day counts', () => {
  const nothing = athlete({ level: null, division: null, enrolledOn: null, juniorYearOn: null, birthDate: null })
  const verdict = judgeDeal(dealInput({ athlete: nothing, deal: deal({ agreedOn: '2026-11-16' }) })).find(
    ({ rule }) => rule === 'nil-go-report',
  )
  expect(verdict).toMatchObject({
    state: 'cannot-judge',
    missing: ['athlete.level', 'athlete.division', 'athlete.enrolledOn'],
    due: { day: '2026-11-23' },
  })
  expect(verdict?.sentence).toContain('If it applies, it is due by November 23, 2026.')
})

const someStates = ['OH', 'TX', 'AL', 'KY', 'CA']
/** What a fact of a roster may turn out to be. */
const turnsOut = {
  'athlete.level': levels.map((level) => ({ level })),
  'athlete.division': keys(divisions).map((division) => ({ division })),
  'athlete.enrolledOn': ['1900-01-01', '2026-11-16', '2026-11-17', '2027-01-11'].map((enrolledOn) => ({ enrolledOn })),
  'athlete.juniorYearOn': ['1900-01-01', '2026-11-17', '9999-12-31'].map((juniorYearOn) => ({ juniorYearOn })),
  'athlete.birthDate': ['1990-01-01', '2009-01-01', '2010-01-01'].map((birthDate) => ({ birthDate })),
  'athlete.state': [...someStates, 'ON'].map((state) => ({ state })),
  'athlete.school': someStates.map((state) => ({ school: { ...school, state } })),
  'school.state': someStates.map((state) => ({ school: { ...school, state } })),
} satisfies Partial<Record<MissingInput, Partial<JudgedAthlete>[]>>
type RosterFact = keyof typeof turnsOut

const without = (facts: readonly RosterFact[]): Partial<JudgedAthlete> =>
  Object.assign(
    {},
    ...facts.map((fact) =>
      fact === 'school.state' ? { school: { ...school, state: null } } : { [fact.replace('athlete.', '')]: null },
    ),
  )
const completions = (facts: readonly RosterFact[]): Partial<JudgedAthlete>[] =>
  facts.reduce<Partial<JudgedAthlete>[]>(
    (all, fact) => all.flatMap((known) => turnsOut[fact].map((one) => ({ ...known, ...one }))),
    [{}],
  )

const filings = rules.filter(({ hasFiling }) => hasFiling)
const rosterFacts = keys(turnsOut)
const lacking: RosterFact[][] = [
  ...rosterFacts.map((fact) => [fact]),
  ['athlete.division', 'athlete.enrolledOn'],
  ['athlete.level', 'athlete.division', 'athlete.enrolledOn', 'athlete.juniorYearOn'],
  ['athlete.level', 'athlete.birthDate', 'athlete.state'],
  ['athlete.level', 'athlete.school'],
]
/** Athletes whose other facts are known. A new rule with a filing that none of them concerns fails below. */
const rosters: Partial<JudgedAthlete>[] = [
  {},
  { enrolledOn: '2027-01-11' },
  { level: 'pro', birthDate: '1990-01-01' },
  ...someStates.flatMap((state) => [
    { state, school: { ...school, state } },
    { state, level: 'high-school' as const, birthDate: '2008-11-01', school: null, division: null, enrolledOn: null },
  ]),
]

const day = '2026-11-16'
const isPastHighSchool = ({ birthDate }: JudgedAthlete) => (ageOn(day, birthDate) ?? 0) >= 20

describe.each(filings)('$id on a roster that lacks facts', (rule) => {
  function judgeOne(facts: Partial<JudgedAthlete>): RuleVerdict {
    const known = { athlete: athlete(facts) }
    const verdicts =
      rule.subject === 'agreement'
        ? judgeBy(rule, agreementInput(known), day)
        : judgeBy(rule, dealInput({ ...known, deal: deal({ agreedOn: day }) }), day)
    return verdicts[0] as RuleVerdict
  }

  test('has a deadline for one of them', () => {
    expect(rosters.some((facts) => judgeOne(facts).due)).toBe(true)
  })

  test.each(lacking)('%s %s %s %s: the earliest day that any answer allows', (...listed) => {
    const facts = listed.filter((fact) => fact !== undefined)
    for (const roster of rosters) {
      const known = { ...roster, ...without(facts) }
      const possible = completions(facts).flatMap((one) => {
        const full = athlete({ ...known, ...one })
        if ((full.juniorYearOn ?? '') > (full.enrolledOn ?? '9999')) return []
        if (full.level !== 'high-school') return [judgeOne(full)]
        // Whoever is in high school has not enrolled, and is under the law of their own state.
        const { enrolledOn, school } = athlete(known)
        const isUnlikely = facts.includes('athlete.level') && isPastHighSchool(full)
        return isUnlikely ? [] : [judgeOne({ ...full, enrolledOn, school })]
      })
      const verdict = judgeOne(known)
      const about = JSON.stringify([known, verdict])
      expect(earliest([verdict]), about).toBe(earliest(possible))
      expect(isSettled(verdict), about).toBe(possible.every(isSettled))
      if (verdict.due && possible.some(isSettled)) expect(verdict.state, about).toBe('cannot-judge')
      const isKnown = (fact: string) => known[fact.replace('athlete.', '') as keyof JudgedAthlete]
      expect(verdict.missing.filter(isKnown), about).toEqual([])
    }
  })
})
