import { expect, test } from 'vitest'
import { sectionJourney } from './section-navigation'

test('on the landing page a section is scrolled to at once', () => {
  expect(sectionJourney('about', '/')).toEqual({ navigate: false, delayMs: 0 })
})

test('from another page the landing page comes first, and the scroll 400 ms later', () => {
  expect(sectionJourney('about', '/faqs')).toEqual({ navigate: true, delayMs: 400 })
})

test('home waits 200 ms, from wherever it is clicked', () => {
  expect(sectionJourney('home', '/')).toEqual({ navigate: false, delayMs: 200 })
  expect(sectionJourney('home', '/faqs')).toEqual({ navigate: true, delayMs: 200 })
})
