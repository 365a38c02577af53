import { expect, test } from 'vitest'
import { find } from './find.ts'
import { ranked } from './match.ts'
import type { PaletteScope, PaletteSource } from './sources.tsx'

const scope: PaletteScope = {
  organization: undefined,
  otherOrganizations: [],
  screens: [],
  dispatch: () => undefined as never,
}
const { signal } = new AbortController()

function source(name: string, ...titles: string[]): PaletteSource {
  const items = titles.map((title) => ({ id: title, title, picture: { icon: 'home' as const }, open: '/' }))
  return { name, search: async (text) => ranked(text, items) }
}

const failing: PaletteSource = { name: 'Deals', search: () => Promise.reject(new Error('No connection.')) }

test('sorts groups by best match and omits empty ones', async () => {
  const sources = [
    source('People', 'Susan Palmer', 'Jo Park'),
    source('Screens', 'Palette', 'People'),
    source('Actions'),
  ]
  const { groups } = await find(' pal ', scope, signal, sources)
  expect(groups.map(({ name, results }) => [name, ...results.map(({ title }) => title)])).toEqual([
    ['Screens', 'Palette'],
    ['People', 'Susan Palmer'],
  ])
})

test('names a failed source and still returns the others', async () => {
  const { groups, failed } = await find('jo', scope, signal, [failing, source('People', 'Jo Park')])
  expect(groups.map(({ name }) => name)).toEqual(['People'])
  expect(failed).toEqual(['Deals'])
})
