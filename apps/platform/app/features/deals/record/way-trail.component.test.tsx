import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Station } from './way.ts'
import { WayTrail } from './way-trail.tsx'

const station = (name: string, state: Station['state'], more: Partial<Station> = {}): Station => ({
  id: name,
  name,
  state,
  who: [],
  when: '',
  words: [],
  waitsFor: [],
  ...more,
})

const way = [
  station('Submitted', 'done', { who: ['Amara Cole'] }),
  station('Compliance', 'done', { words: [{ by: 'Lin Zhao', text: 'Fine with the purpose.' }] }),
  station('Athlete', 'now', { who: ['Jonah Okoye'] }),
  station('In force', 'next'),
]

test('the stations are a list that says how far each is', async () => {
  await render(<WayTrail way={way} />)
  const items = page.getByRole('listitem')
  await expect.element(items.nth(0)).toHaveTextContent('Submitted, doneAmara Cole')
  await expect.element(items.nth(1)).toHaveTextContent('Compliance, doneFine with the purpose.')
  await expect.element(items.nth(2)).toHaveTextContent('Athlete, waitingJonah Okoye')
  await expect.element(items.nth(3)).toHaveTextContent('In force, to come')
})

test('where there is room the trail rises from station to station, and is walked as far as things are done', async () => {
  await page.viewport(1200, 800)
  await render(
    <div className="way-panel">
      <WayTrail way={way} />
    </div>,
  )
  const nodes = [...document.querySelectorAll('.way-node')].map((node) => node.getBoundingClientRect())
  const tops = nodes.map(({ top }) => top)
  expect(tops).toEqual(tops.toSorted((one, other) => other - one))
  // The drawing and the nodes agree where the stations are.
  const drawing = document.querySelector('.way > svg')?.getBoundingClientRect()
  const ends = [...document.querySelectorAll('.way > svg > path')].map((path) =>
    /(\S+) (\S+)$/.exec(path.getAttribute('d') ?? ''),
  )
  for (const [index, end] of ends.entries()) {
    const node = nodes[index + 1]
    if (!node || !drawing) throw new Error('There is a node for each end.')
    const y = drawing.top + Number(end?.[2])
    expect(Math.abs(y - (node.top + node.height / 2))).toBeLessThan(1.5)
  }
  expect(document.querySelectorAll('.way path[data-walked]')).toHaveLength(2)
})

test('on a phone the stations stand below each other', async () => {
  await page.viewport(360, 800)
  await render(
    <div className="way-panel">
      <WayTrail way={way} />
    </div>,
  )
  const nodes = [...document.querySelectorAll('.way-node')].map((node) => node.getBoundingClientRect())
  expect(new Set(nodes.map(({ left }) => left)).size).toBe(1)
  expect(nodes.map(({ top }) => top)).toEqual(nodes.map(({ top }) => top).toSorted((one, other) => one - other))
})
