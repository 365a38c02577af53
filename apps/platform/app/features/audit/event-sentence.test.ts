import type { ActivityEvent } from '@sherpa/contracts/activity'
import { labels } from '@sherpa/contracts/labels'
import { expect, test } from 'vitest'
import { eventNote, eventSentence, groupSteps } from './event-sentence.ts'

const amara = { id: 'p1', name: 'Amara Cole' }
const ben = { id: 'p2', name: 'Ben Okafor' }
const nothing = { actor: null, person: null, athlete: null, email: null, details: null }

test('an invitation names inviter, recipient and role', () => {
  const invited = { ...nothing, event: 'invited', actor: amara, email: 'max@agency.example', details: 'Coach' }
  expect(eventSentence(invited)).toBe('Amara Cole invited max@agency.example as Coach')
  expect(eventNote(invited)).toBeNull()
})

test('an invitation without address is to “someone”', () => {
  expect(eventSentence({ ...nothing, event: 'invited', actor: amara, details: 'Coach' })).toBe(
    'Amara Cole invited someone as Coach',
  )
  expect(eventSentence({ ...nothing, event: 'invitation-refused' })).toBe('Someone declined the invitation')
  expect(eventSentence({ ...nothing, event: 'invitation-refused', email: 'max@agency.example' })).toBe(
    'max@agency.example declined the invitation',
  )
})

test('a role change names old and new role', () => {
  expect(
    eventSentence({ ...nothing, event: 'role-changed', actor: amara, person: ben, details: 'Agent → Coach' }),
  ).toBe('Amara Cole changed the role of Ben Okafor from Agent to Coach')
})

test('deleted people are “someone”', () => {
  expect(eventSentence({ ...nothing, event: 'removed' })).toBe('Someone removed someone')
})

test('athlete events name the athlete unless erased', () => {
  const changed = { ...nothing, event: 'athlete-changed', actor: amara, details: 'stage' }
  expect(eventSentence({ ...changed, athlete: { id: 'a1', name: 'Kaia Nakamura' } })).toBe(
    'Amara Cole changed Kaia Nakamura: stage',
  )
  expect(eventSentence({ ...changed, athlete: { id: 'a1', name: '' } })).toBe('Amara Cole changed an athlete: stage')
})

test('a change of the stage alone is a move', () => {
  const athlete = { id: 'a1', name: 'Kaia Nakamura' }
  const stage = { field: 'stage', before: 'Recruiting', after: 'Signed' }
  const changed = { ...nothing, event: 'athlete-changed', actor: amara, athlete }
  expect(eventSentence({ ...changed, details: 'stage', changes: [stage] })).toBe(
    'Amara Cole moved Kaia Nakamura from Recruiting to Signed',
  )
  expect(eventSentence({ ...changed, details: 'stage', changes: [stage] }, undefined, labels.team)).toBe(
    'Amara Cole moved Kaia Nakamura from Recruiting to On roster',
  )
  const hometown = { field: 'hometown', before: null, after: 'Lyon' }
  expect(eventSentence({ ...changed, details: 'stage, hometown', changes: [stage, hometown] })).toBe(
    'Amara Cole changed Kaia Nakamura: stage, hometown',
  )
})

test('uses field labels and custom field names', () => {
  const athlete = { id: 'a1', name: 'Kaia Nakamura' }
  const told = (event: string, details: string) => eventSentence({ ...nothing, event, actor: amara, athlete, details })
  expect(told('athlete-changed', 'preferredName, classYear, Shoe size, lookedAfterBy')).toBe(
    'Amara Cole changed Kaia Nakamura: preferred name, class of, Shoe size, managed by',
  )
  expect(told('athletes-changed', '12: lookedAfterBy')).toBe('Amara Cole changed 12 athletes: managed by')
  expect(told('deal-moved', 'in-review')).toBe('Amara Cole moved a deal for Kaia Nakamura to in review')
})

test('guardian events name the athlete', () => {
  const athlete = { id: 'a1', name: 'Kaia Nakamura' }
  const told = (event: string, details: string | null = null) =>
    eventSentence({ ...nothing, event, actor: amara, athlete, details })
  expect(told('guardian-confirmed')).toBe('Amara Cole confirmed they are the guardian of Kaia Nakamura')
  expect(told('guardian-consented')).toBe('Amara Cole consented to an account for Kaia Nakamura')
  expect(told('guardian-verified', 'Phone call')).toBe('Amara Cole verified a guardian of Kaia Nakamura: phone call')
  expect(told('guardian-ended')).toBe('A guardianship of Kaia Nakamura ended')
})

test('system events have no actor', () => {
  expect(eventSentence({ ...nothing, event: 'invoice-issued', details: 'SH-2026-00001' })).toBe(
    'Invoice SH-2026-00001 was issued',
  )
})

test('own events address the reader as “you”', () => {
  expect(eventSentence({ ...nothing, event: 'logged-in', actor: amara }, amara.id)).toBe('You logged in')
  expect(eventSentence({ ...nothing, event: 'marked-paid', actor: amara, details: 'SH-1' }, amara.id)).toBe(
    'You marked invoice SH-1 as paid',
  )
  expect(eventSentence({ ...nothing, event: 'job-restarted', actor: amara, details: 'Remove x' }, amara.id)).toBe(
    'You retried a failed job: Remove x',
  )
})

test('a failed log-in says whether the password was correct', () => {
  expect(eventSentence({ ...nothing, event: 'log-in-failed' })).toBe('Someone entered a wrong password')
  expect(eventSentence({ ...nothing, event: 'log-in-failed', details: 'Second step' })).toBe(
    'Someone entered a wrong two-factor code',
  )
})

test('a signature says who and how; the company has no account', () => {
  const signed = { ...nothing, event: 'deal-signed', athlete: { id: 'a', name: 'Jonah Okoye' } }
  expect(eventSentence({ ...signed, details: 'company, by link' })).toBe(
    'The company signed a deal for Jonah Okoye (company, by link)',
  )
  expect(eventSentence({ ...signed, actor: amara, details: 'company, in Sherpa' })).toBe(
    `${amara.name} signed a deal for Jonah Okoye (company, in Sherpa)`,
  )
})

test('an unknown event is readable and shows its details', () => {
  const signed = { ...nothing, event: 'athlete-signed', details: 'Two years' }
  expect(eventSentence(signed)).toBe('Athlete signed')
  expect(eventNote(signed)).toBe('Two years')
})

test('names roles by the type of organization, whatever is stored', () => {
  const administrator = labels['athletic-department']
  const changed = { ...nothing, event: 'role-changed', actor: amara, details: 'Agent → Coach' }
  expect(eventSentence(changed, undefined, administrator)).toBe(
    'Amara Cole changed the role of someone from Administrator to Coach',
  )
  const invited = { ...nothing, event: 'invited', actor: amara, email: 'max@agency.example', details: 'Agent' }
  expect(eventSentence(invited, undefined, administrator)).toBe(
    'Amara Cole invited max@agency.example as Administrator',
  )
  const permission = { ...nothing, event: 'permission-changed', actor: amara, details: 'Agent: View money on' }
  expect(eventNote(permission, administrator)).toBe('Administrator: View money on')
})

const luca = { id: 'a2', name: 'Luca Bertolini' }
const drinks = { id: 'd2', name: 'Luca Bertolini × Brightwater Drinks' }

test('the system is Sherpa, a deleted account is someone', () => {
  const opened = { ...nothing, event: 'disclosure-opened', athlete: luca, details: 'school-72h' }
  expect(eventSentence({ ...opened, bySystem: true })).toBe('Sherpa opened the 72-hour notice of Luca Bertolini')
  expect(eventSentence({ ...opened, bySystem: false })).toBe('Someone opened the 72-hour notice of Luca Bertolini')
})

test('a deal is named by its parties, else by its athlete', () => {
  const decided = { ...nothing, event: 'deal-decided', actor: amara, athlete: luca, details: 'approved' }
  expect(eventSentence({ ...decided, deal: drinks })).toBe('Amara Cole approved Luca Bertolini × Brightwater Drinks')
  expect(eventSentence({ ...decided, deal: null })).toBe('Amara Cole approved a deal for Luca Bertolini')
  const byCompany = { ...decided, actor: null, bySystem: true, deal: drinks, details: 'changes, by the company' }
  expect(eventSentence(byCompany)).toBe('The company requested changes to Luca Bertolini × Brightwater Drinks')
  expect(eventSentence({ ...decided, event: 'deal-entered', deal: drinks, details: '2026-03-09' })).toBe(
    'Amara Cole entered Luca Bertolini × Brightwater Drinks, signed on March 9, 2026',
  )
})

test('reports are named in words', () => {
  const report = { ...nothing, actor: amara, athlete: luca, deal: drinks }
  const told = (event: string, details: string) => eventSentence({ ...report, event, details })
  expect(told('disclosure-moved', 'nil-go 0195a0d4-0000-7000-8000-000000000001, ready')).toBe(
    'Amara Cole marked the NIL Go report of Luca Bertolini × Brightwater Drinks as ready',
  )
  expect(told('disclosure-moved', 'other, in-arbitration')).toBe(
    'Amara Cole marked the report of Luca Bertolini × Brightwater Drinks as in arbitration',
  )
  expect(told('payor-asked', 'nil-go')).toBe(
    'Amara Cole asked the payor of Luca Bertolini × Brightwater Drinks to attest',
  )
})

test('steps of one report within a minute are one event', () => {
  const step = (event: ActivityEvent['event'], details: string, second: number): ActivityEvent => ({
    ...nothing,
    id: `e${second}`,
    at: `2026-11-18T14:54:${String(second).padStart(2, '0')}Z`,
    event,
    actor: amara,
    bySystem: false,
    athlete: luca,
    deal: drinks,
    details,
    changes: [],
  })
  const moved = (state: string, second: number) => step('disclosure-moved', `nil-go, ${state}`, second)
  const opened = step('disclosure-opened', 'nil-go', 1)
  const [one, ...others] = groupSteps([moved('submitted', 3), moved('ready', 2), opened])
  expect(others).toEqual([])
  expect(one && eventSentence(one)).toBe(
    'Amara Cole opened the NIL Go report of Luca Bertolini × Brightwater Drinks and marked it as ready and submitted',
  )
  const ofOther = { ...moved('ready', 2), deal: { id: 'd3', name: 'Other' } }
  expect(groupSteps([moved('submitted', 3), ofOther])).toHaveLength(2)
  const byOther = { ...moved('ready', 2), actor: ben }
  expect(groupSteps([moved('submitted', 3), byOther])).toHaveLength(2)
  const earlier = { ...moved('ready', 2), at: '2026-11-18T14:53:01Z' }
  expect(groupSteps([moved('submitted', 3), earlier])).toHaveLength(2)
  // A second opening is another report.
  expect(groupSteps([opened, moved('cleared', 1)])).toHaveLength(2)
})
