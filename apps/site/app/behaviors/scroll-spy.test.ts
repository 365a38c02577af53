import { expect, test } from 'vitest'
import { sectionInView, type Visibility } from './scroll-spy'

type Id = 'home' | 'HowItWorks' | 'about'

const inView = (seen: Partial<Record<Id, Visibility>>, scrollTop = 500, current: Id = 'home') =>
  sectionInView<Id>(new Map(Object.entries(seen) as [Id, Visibility][]), scrollTop, 'home', current)

test('a section that is at least 40 % visible is highlighted', () => {
  expect(inView({ about: { ofSection: 0.4, ofWindow: 0.3 } })).toBe('about')
  expect(inView({ about: { ofSection: 0.39, ofWindow: 0.3 } })).toBe('home')
})

test('a section too tall to be 40 % visible counts when it fills 40 % of the window', () => {
  expect(inView({ HowItWorks: { ofSection: 0.2, ofWindow: 0.4 } })).toBe('HowItWorks')
})

test('of two sections in view the one that fills more of the window is highlighted', () => {
  expect(inView({ HowItWorks: { ofSection: 0.5, ofWindow: 0.45 }, about: { ofSection: 1, ofWindow: 0.55 } })).toBe(
    'about',
  )
})

test('highlights home near the top, whatever is in view', () => {
  expect(inView({ about: { ofSection: 1, ofWindow: 1 } }, 99, 'about')).toBe('home')
  expect(inView({ about: { ofSection: 1, ofWindow: 1 } }, 100)).toBe('about')
})

test('between sections the highlight stays where it was', () => {
  expect(inView({ about: { ofSection: 0.1, ofWindow: 0.1 } }, 500, 'HowItWorks')).toBe('HowItWorks')
})
