import { expect, test } from 'vitest'
import { sectionJourney } from './section-navigation'

test('scrolls to a section at once on the landing page', () => {
  expect(sectionJourney('about', '/')).toEqual({ navigate: false, delayMs: 0 })
})

test('navigates from another page to the landing page and scrolls after 400 ms', () => {
  expect(sectionJourney('about', '/faqs')).toEqual({ navigate: true, delayMs: 400 })
})

test('Home waits 200 ms on every page', () => {
  expect(sectionJourney('home', '/')).toEqual({ navigate: false, delayMs: 200 })
  expect(sectionJourney('home', '/faqs')).toEqual({ navigate: true, delayMs: 200 })
})
