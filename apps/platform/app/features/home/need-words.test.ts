import type { Need, Needs } from '@sherpa/contracts/home'
import { expect, test } from 'vitest'
import { needsSentence, needWords, waitInWords } from './need-words.ts'

const groups = (late: number, today: number, week = 0, approvals = 0): Pick<Needs, 'groups' | 'housekeeping'> => ({
  housekeeping: [],
  groups: [
    { group: 'late', count: late, rows: [] },
    { group: 'today', count: today, rows: Array.from({ length: approvals }, () => ({ ...need, kind: 'approval' })) },
    { group: 'week', count: week, rows: [] },
  ],
})

test('the sentence names approvals, late and today, not the week', () => {
  expect(needsSentence(groups(8, 4, 3))).toBe('12 things need you: 8 overdue, 4 today.')
  expect(needsSentence(groups(8, 4, 0, 3))).toBe('12 things need you: 3 approvals, 8 overdue, 1 today.')
  expect(needsSentence(groups(0, 1, 0, 1))).toBe('1 thing needs you: 1 approval.')
  expect(needsSentence(groups(1, 0))).toBe('1 thing needs you: 1 overdue.')
  expect(needsSentence(groups(0, 0, 2))).toBe('Nothing is overdue, and nothing waits for you today.')
  const later = { kind: 'unjudged-reports' as const, count: 2, athlete: null, name: null }
  expect(needsSentence({ ...groups(0, 0), housekeeping: [later] })).toBe(
    'Some reports cannot be judged yet. Enter what is missing.',
  )
})

const need: Need = {
  kind: 'late-payment',
  id: 'p1',
  day: '2026-08-13',
  since: null,
  title: 'Signing fee',
  about: null,
  deal: { id: 'd1', title: 'Fall line', kind: 'nil', version: 2 },
  athlete: { id: 'a1', name: 'Elias Thorne' },
  company: { id: 'c1', name: 'Orchard Lane' },
  amount: null,
  trail: [],
  remindedAt: null,
}

test('a row names the parties, what it is about and the next step', () => {
  expect(needWords(need)).toEqual({
    title: 'Elias Thorne × Orchard Lane',
    about: 'Signing fee, due Aug 13',
    action: 'Remind',
    to: 'deals/d1',
  })
  expect(needWords({ ...need, kind: 'approval' })).toMatchObject({ about: 'NIL, version 2', action: 'Review' })
  expect(needWords({ ...need, kind: 'to-sign' })).toMatchObject({ action: 'Read and sign', to: 'deals/d1/sign' })
  expect(needWords({ ...need, kind: 'guardian', title: 'Mari Thorne', deal: null, company: null })).toMatchObject({
    title: 'Mari Thorne',
    action: 'Verify',
    to: 'athletes/a1',
  })
})

test('on a record, a row does not name the record again', () => {
  expect(needWords(need, 'athlete').title).toBe('Orchard Lane')
  expect(needWords(need, 'company').title).toBe('Elias Thorne')
  const agreement = { ...need, title: 'Signed agreement', about: 'Amara Cole', deal: null, company: null }
  expect(needWords({ ...agreement, kind: 'agreement-to-confirm' }, 'athlete')).toMatchObject({
    title: 'Signed agreement not confirmed',
    about: 'Entered by Amara Cole',
  })
  expect(needWords({ ...agreement, kind: 'agreement-end' }, 'athlete').about).toBe('Due Aug 13')
  const report = { ...need, kind: 'disclosure', about: 'Elias Thorne × Orchard Lane, Draft' } as const
  expect(needWords(report, 'athlete').about).toBe('Orchard Lane, Draft, due Aug 13')
})

test('a day is late, due or ahead', () => {
  const wait = (changed: Partial<Need>) => waitInWords({ ...need, ...changed }, '2026-11-16')
  expect(wait({ day: '2026-11-14' })).toBe('2 days late')
  expect(wait({ day: '2026-11-16' })).toBe('Today')
  expect(wait({ day: null })).toBe('')
})

test('an end is not late', () => {
  const wait = (changed: Partial<Need>) => waitInWords({ ...need, ...changed }, '2026-11-16')
  const end = { kind: 'key-date', title: 'End of the deal', day: '2026-10-12' } as const
  expect(wait(end)).toBe('Ended 35 days ago')
  expect(wait({ ...end, day: '2026-11-20' })).toBe('In 4 days')
  expect(wait({ kind: 'license', day: '2026-11-15' })).toBe('Expired 1 day ago')
  expect(needWords({ ...need, ...end })).toMatchObject({
    title: 'Elias Thorne × Orchard Lane',
    about: 'End of the deal, Oct 12. Complete or renew it.',
  })
})

test.each([
  ['2026-11-16T11:30:00Z', 'Just asked'],
  ['2026-11-16T07:00:00Z', '5 hr waiting'],
  ['2026-11-15T12:00:00Z', '1 day waiting'],
  ['2026-10-25T09:00:00Z', '22 days waiting'],
])('a request of %s says how long it waits', (since, words) => {
  expect(waitInWords({ ...need, day: null, since }, '2026-11-16', new Date('2026-11-16T12:00:00Z'))).toBe(words)
})
