import { expect, test } from 'vitest'
import { matchOf, ranked } from './match.ts'

/** Title with matches in brackets. */
function marked(text: string, title: string) {
  let marked = ''
  let from = 0
  for (const [start, end] of matchOf(text, title)?.ranges ?? []) {
    marked += `${title.slice(from, start)}[${title.slice(start, end)}]`
    from = end
  }
  return marked + title.slice(from)
}

test.each([
  ['oko', 'Jonah Okoye', 'Jonah [Oko]ye'],
  ['OKO', 'Zanele Mokoena', 'Zanele M[oko]ena'],
  ['markovic', 'Dejan Marković', 'Dejan [Marković]'],
  ['marković', 'Dejan Markovic', 'Dejan [Markovic]'],
  ['lukasz', 'Łukasz Sørensen', '[Łukasz] Sørensen'],
  ['strasse', 'Große Straße 3', 'Große [Straße] 3'],
  ['cole am', 'Amara Cole', '[Am]ara [Cole]'],
  ['an', 'Susan Anders', 'Susan [An]ders'],
  ['', 'People', 'People'],
])('%j marks %j as %j', (text, title, result) => {
  expect(marked(text, title)).toBe(result)
})

test('requires every word in title or description', () => {
  expect(matchOf('jo smith', 'Jo Park', 'jo@agency.example')).toBeUndefined()
  expect(matchOf('jo agency', 'Jo Park', 'jo@agency.example')).toBeDefined()
})

test('ranks title prefix, word prefix, infix, then description', () => {
  const titles = ['Plan and billing', 'A compliance plan', 'Explanations', 'Settings', 'Activity']
  const items = titles.map((title) => ({ title, about: title === 'Settings' ? 'Planning' : '' })).reverse()
  expect(ranked('plan', items).map(({ title }) => title)).toEqual([
    'Plan and billing',
    'A compliance plan',
    'Explanations',
    'Settings',
  ])
})
