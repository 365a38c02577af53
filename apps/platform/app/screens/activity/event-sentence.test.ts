import { expect, test } from 'vitest'
import { eventSentence } from './event-sentence.ts'

test('an event says who did what, and to whom', () => {
  expect(eventSentence({ event: 'role-changed', actor: 'Amara Cole', person: 'Ben Okafor' })).toBe(
    'Amara Cole changed the role of Ben Okafor',
  )
})

test('people who are gone are someone', () => {
  expect(eventSentence({ event: 'removed', actor: null, person: null })).toBe('Someone removed someone')
})

test('what happens by itself is nobody’s deed', () => {
  expect(eventSentence({ event: 'invoice-issued', actor: null, person: null })).toBe('An invoice was issued')
})

test('in one’s own list one is addressed', () => {
  expect(eventSentence({ event: 'logged-in', actor: 'Amara Cole', person: null }, 'Amara Cole')).toBe('You logged in')
  expect(eventSentence({ event: 'log-in-failed', actor: null, person: null }, 'Amara Cole')).toBe(
    'Someone failed to log in',
  )
})

test('an event that is not known yet is shown readably', () => {
  expect(eventSentence({ event: 'athlete-signed', actor: null, person: null })).toBe('Athlete signed')
})
