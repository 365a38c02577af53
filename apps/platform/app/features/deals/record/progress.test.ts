import type { Approval, Deal } from '@sherpa/contracts/deal'
import { expect, test } from 'vitest'
import { progressInWords, progressOf } from './progress.ts'

const begun = '2026-11-10T10:00:00.000Z'
const someone = (name: string) => ({ id: name, name })

function approval(step: number, name: string, more: Partial<Approval> = {}): Approval {
  return {
    id: `${step} ${name}`,
    step,
    stepName: step === 1 ? 'Compliance' : 'Owners',
    needs: 'all',
    person: someone(name),
    askedAt: null,
    decision: null,
    comment: null,
    decidedAt: null,
    mark: null,
    ...more,
  }
}
const yes = { askedAt: begun, decision: 'approved', decidedAt: begun } as const

function deal(more: object = {}, version: object = {}) {
  const newest = {
    number: 1,
    stage: 'draft',
    createdAt: begun,
    frozenAt: null,
    company: someone('Halden Sportswear'),
    terms: { startsOn: '2026-12-01' },
    ...version,
  }
  return {
    stage: 'draft',
    stageSince: begun,
    approvals: [],
    signatures: [],
    sides: ['athlete', 'company'],
    athlete: someone('Jonah Okoye'),
    company: someone('Halden Sportswear'),
    lead: someone('Amara Cole'),
    versionInForce: null,
    newestVersion: 1,
    shared: false,
    kind: 'sponsorship',
    links: [],
    actions: ['edit', 'submit'],
    versions: [newest],
    ...more,
  } as unknown as Deal
}
const frozen = { stage: 'in-review', frozenAt: begun, frozenBy: someone('Amara Cole') }
const statesOf = (one: Deal) => progressOf(one).map(({ name, state }) => `${name}: ${state}`)

test('a draft has all steps ahead', () => {
  expect(statesOf(deal())).toEqual(['Draft: now', 'Approval: next', 'Athlete: next', 'Company: next', 'Active: next'])
  expect(progressInWords(deal()).title).toBe('Version 1 is a draft')
})

test('says that a draft is shared, and prompts only those who can submit', () => {
  const shared = 'Shared with Jonah Okoye. It can change until approved.'
  expect(progressInWords(deal()).about).toBe('')
  expect(progressInWords(deal({}, { terms: {} })).about).toBe('Submit it once the terms are complete.')
  expect(progressInWords(deal({ shared: true })).about).toBe(shared)
  expect(progressInWords(deal({ shared: true, actions: [] })).about).toBe(shared)
  expect(progressInWords(deal({ shared: true, stage: 'in-review' }, frozen)).about).toBe(shared)
  expect(progressInWords(deal({ shared: true, stage: 'approved' }, { ...frozen, stage: 'approved' })).about).toBe(
    'Starts Dec 1, 2026.',
  )
})

test('in review it waits for the current step and shows earlier comments', () => {
  const approvals = [
    approval(1, 'Lin Zhao', { ...yes, comment: 'Fine.' }),
    approval(2, 'Olive Owner', { askedAt: begun }),
    approval(2, 'Max Owner', { askedAt: begun }),
  ]
  const inReview = deal({ stage: 'in-review', approvals }, frozen)
  expect(statesOf(inReview)).toEqual([
    'Submitted: done',
    'Compliance: done',
    'Owners: now',
    'Athlete: next',
    'Company: next',
    'Active: next',
  ])
  expect(progressOf(inReview)[1]?.comments).toEqual([{ by: 'Lin Zhao', text: 'Fine.' }])
  expect(progressInWords(inReview).title).toBe('Version 1 is waiting for Olive Owner and Max Owner')
})

test('an any-of step is done after the first approval and names that approver', () => {
  const approvals = [
    approval(1, 'Lin Zhao', { ...yes, needs: 'any' }),
    approval(1, 'Ada Lund', { askedAt: begun, needs: 'any' }),
  ]
  const [, step] = progressOf(deal({ stage: 'approved', approvals }, { ...frozen, stage: 'approved' }))
  expect(step).toMatchObject({ state: 'done', who: ['Lin Zhao'], waitsFor: [] })
})

test('requested changes stop it', () => {
  const approvals = [approval(1, 'Lin Zhao', { ...yes, decision: 'changes', comment: 'Name the purpose.' })]
  const [, step] = progressOf(deal({ approvals, stage: 'in-review' }, frozen))
  expect(step).toMatchObject({ state: 'stopped', when: expect.stringContaining('Changes requested') })
})

test('signatures of the version in force do not count for its amendment', () => {
  const signatures = [
    { side: 'athlete', method: 'platform', name: 'Jonah Okoye', signedAt: '2026-11-01T10:00:00.000Z' },
    { side: 'company', method: 'paper', name: 'Sofia Brandt', signedAt: '2026-11-02T10:00:00.000Z' },
  ]
  const amendment = deal(
    { stage: 'active', versionInForce: 1, newestVersion: 2, signatures },
    { ...frozen, stage: 'approved', number: 2 },
  )
  expect(statesOf(amendment).slice(2)).toEqual(['Athlete: now', 'Company: now', 'In force: next'])
  expect(progressInWords(amendment)).toEqual({
    title: 'Version 2 is waiting for Jonah Okoye and Halden Sportswear',
    about: 'Version 1 applies until all parties have signed version 2.',
  })
})

test('a signature by another person than the link was sent to says so', () => {
  const signedAt = '2026-11-02T10:00:00.000Z'
  const by = { number: 1, side: 'company', method: 'link', name: 'Ben Ito', signedAt, linkSentTo: 'Sofia Brandt' }
  const steps = progressOf(deal({ stage: 'approved', signatures: [by] }, { ...frozen, stage: 'approved' }))
  expect(steps.find(({ id }) => id === 'company')).toMatchObject({
    who: ['Ben Ito'],
    when: expect.stringMatching(/^Signed by link sent to Sofia Brandt /),
  })
})

test('a minor’s guardian is a separate step, and a declined deal waits for no one', () => {
  const sides = ['athlete', 'guardian', 'company']
  expect(statesOf(deal({ sides, stage: 'declined' }, { ...frozen, stage: 'declined' }))).toEqual([
    'Submitted: done',
    'Approval: stopped',
    'Declined: stopped',
  ])
})

test('the headline of a declined deal is the reason', () => {
  const declined = (comment: string | null) =>
    deal(
      {
        stage: 'declined',
        stageSince: '2026-10-01T10:00:00.000Z',
        approvals: [
          approval(1, 'Lin Zhao', { ...yes, decision: 'declined', decidedAt: '2026-10-02T10:00:00.000Z', comment }),
        ],
      },
      { ...frozen, stage: 'declined' },
    )
  expect(progressInWords(declined('The category is taken.'))).toEqual({
    title: 'Declined: “The category is taken.”',
    about: 'Lin Zhao, Oct 2, 2026.',
  })
  expect(progressOf(declined(null)).at(-1)?.when).toBe('Oct 2, 2026')
  expect(progressInWords(declined('Taken. '.repeat(20))).title).toBe('Declined by Lin Zhao')
})

test('an abandoned amendment has no steps: the version in force stays', () => {
  const company = someone('Halden Sportswear')
  const versions = [
    { number: 2, stage: 'withdrawn', company, terms: {} },
    { number: 1, stage: 'signed', company, terms: {} },
  ]
  const given = deal({ stage: 'active', versionInForce: 1, newestVersion: 2, versions })
  expect(statesOf(given)).toEqual([])
  expect(progressInWords(given)).toEqual({ title: 'Version 1 is in force', about: 'Version 2 was withdrawn.' })
})

test('a signed deal is in force from the start to the end of its term', () => {
  const signed = (stage: string) => deal({ stage, versionInForce: 1 }, { ...frozen, stage: 'signed' })
  expect(progressInWords(signed('signed')).title).toBe('Version 1: signed by all sides')
  expect(progressInWords(signed('signed')).about).toMatch(/Starts Dec 1, 2026\.$/)
  expect(progressInWords(signed('active')).about).not.toContain('Starts')
  expect(statesOf(signed('signed')).at(-1)).toBe('Signed: done')
  expect(progressInWords(signed('active')).title).toBe('Version 1 is in force')
  expect(statesOf(signed('active')).at(-1)).toBe('Active: done')
  expect(statesOf(signed('completed')).at(-1)).toBe('Completed: done')
})

test('says that a guardian’s signature is missing from a version in force', () => {
  const signed = deal(
    { stage: 'active', versionInForce: 1, sides: ['athlete', 'guardian', 'company'], guardianMissing: true },
    { ...frozen, stage: 'signed' },
  )
  expect(statesOf(signed)).toContain('Guardian: now')
  expect(progressInWords(signed).about).toBe('A guardian’s signature is missing.')
})

test.each([
  [
    {},
    'Version 1 is waiting for the guardian and Halden Sportswear',
    ['Athlete: next', 'Guardian: now', 'Company: now'],
  ],
  [
    { guardianStep: { step: 'add' } },
    'Version 1 is waiting for a verified guardian',
    ['Athlete: next', 'Guardian: next', 'Company: next'],
  ],
  [
    { reviewAgain: true },
    'Version 1 has to be reviewed again before anyone signs',
    ['Athlete: next', 'Guardian: next', 'Company: next'],
  ],
  [
    { objection: { name: 'Mari' }, reviewAgain: true },
    'Version 1 is paused by a guardian’s objection',
    ['Athlete: next', 'Guardian: next', 'Company: next'],
  ],
])('says one thing about what a minor’s deal waits for: %#', (more, title, states) => {
  const sides = ['athlete', 'guardian', 'company']
  const approved = deal({ stage: 'approved', sides, actions: [], ...more }, { ...frozen, stage: 'approved' })
  expect(progressInWords(approved).title).toBe(title)
  expect(statesOf(approved).slice(2, 5)).toEqual(states)
})

test('says that nobody asked the company to sign yet', () => {
  const signed = { side: 'athlete', number: 1, name: 'Jonah Okoye', signedAt: begun, method: 'platform' }
  const approved = (more: object) =>
    deal({ stage: 'approved', signatures: [signed], actions: ['send-link'], ...more }, { ...frozen, stage: 'approved' })
  const stepOf = (one: Deal) => progressOf(one).find(({ id }) => id === 'company')?.when
  expect(progressInWords(approved({})).title).toBe('Version 1 is approved, not sent to Halden Sportswear yet')
  expect(stepOf(approved({}))).toBe('Not sent yet')
  const sent = approved({ links: [{ purpose: 'signature' }] })
  expect(progressInWords(sent).title).toBe('Version 1 is waiting for Halden Sportswear')
  expect(stepOf(sent)).toBe('Waiting for signature')
})
