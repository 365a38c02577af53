import { expect, test } from 'vitest'
import { matchOf, ranked } from './match.ts'

/** The title, with what matches in brackets. */
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

test('what has another word in neither its title nor its description does not match', () => {
  expect(matchOf('jo smith', 'Jo Park', 'jo@agency.example')).toBeUndefined()
  expect(matchOf('jo agency', 'Jo Park', 'jo@agency.example')).toBeDefined()
})

test('a title that begins with it comes before one with such a word, then inside a word, then the description', () => {
  const titles = ['Plan and billing', 'A compliance plan', 'Explanations', 'Settings', 'Activity']
  const items = titles.map((title) => ({ title, about: title === 'Settings' ? 'Planning' : '' })).reverse()
  expect(ranked('plan', items).map(({ title }) => title)).toEqual([
    'Plan and billing',
    'A compliance plan',
    'Explanations',
    'Settings',
  ])
})
