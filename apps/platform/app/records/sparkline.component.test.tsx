import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Point, Sparkline } from './sparkline.tsx'

const point = (date: string, value: number): Point => ({
  id: date,
  date,
  value,
  day: `On ${date}`,
  text: `${value} cm`,
})

const drawn = () =>
  document
    .querySelector('polyline')
    ?.getAttribute('points')
    ?.split(' ')
    .map((place) => place.split(',').map(Number))

test('plots values over time', async () => {
  await render(
    <Sparkline name="Height" points={[point('2026-01-01', 170), point('2026-01-11', 180), point('2026-02-20', 175)]} />,
  )
  expect(drawn()).toEqual([
    [4, 24],
    [21.6, 4],
    [92, 14],
  ])
})

test('has a table with the same numbers', async () => {
  await render(<Sparkline name="Height" points={[point('2026-01-01', 170), point('2026-02-01', 172)]} />)
  const table = page.getByRole('table', { name: 'Height over time' })
  await expect.element(table.getByRole('row', { name: 'On 2026-01-01 170 cm' })).toBeInTheDocument()
  await expect.element(table.getByRole('row', { name: 'On 2026-02-01 172 cm' })).toBeInTheDocument()
})

test('hides the table by a wrapper, because Firefox does not clip captions', async () => {
  await render(<Sparkline name="Height" points={[point('2026-01-01', 170)]} />)
  const table = page.getByRole('table', { name: 'Height over time' }).element()
  expect(table.className).toBe('')
  expect(table.parentElement?.className).toBe('sr-only')
})

test('draws a flat line for equal values and none for a single one', async () => {
  const shown = await render(<Sparkline name="Height" points={[point('2026-01-01', 170), point('2026-02-01', 170)]} />)
  expect(drawn()?.map(([, y]) => y)).toEqual([14, 14])
  await shown.rerender(<Sparkline name="Height" points={[point('2026-01-01', 170)]} />)
  expect(drawn()).toBeUndefined()
  await expect.element(page.getByRole('row', { name: 'On 2026-01-01 170 cm' })).toBeInTheDocument()
})
