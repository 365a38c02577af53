import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Step } from './progress.ts'
import { ProgressTrail } from './progress-trail.tsx'

const step = (name: string, state: Step['state'], more: Partial<Step> = {}): Step => ({
  id: name,
  name,
  state,
  who: [],
  when: '',
  comments: [],
  waitsFor: [],
  ...more,
})

const steps = [
  step('Submitted', 'done', { who: ['Amara Cole'] }),
  step('Compliance', 'done', { comments: [{ by: 'Lin Zhao', text: 'Fine with the purpose.' }] }),
  step('Athlete', 'now', { who: ['Jonah Okoye'] }),
  step('In force', 'next'),
]

test('lists the steps with their state', async () => {
  await render(<ProgressTrail steps={steps} />)
  const items = page.getByRole('listitem')
  await expect.element(items.nth(0)).toHaveTextContent('Submitted, doneAmara Cole')
  await expect.element(items.nth(1)).toHaveTextContent('Compliance, doneFine with the purpose.')
  await expect.element(items.nth(2)).toHaveTextContent('Athlete, waitingJonah Okoye')
  await expect.element(items.nth(3)).toHaveTextContent('In force, upcoming')
})

test('draws a rising trail on wide screens, filled up to the current step', async () => {
  await page.viewport(1200, 800)
  await render(
    <div className="progress-panel">
      <ProgressTrail steps={steps} />
    </div>,
  )
  const nodes = [...document.querySelectorAll('.progress-node')].map((node) => node.getBoundingClientRect())
  const tops = nodes.map(({ top }) => top)
  expect(tops).toEqual(tops.toSorted((one, other) => other - one))
  // The drawing and the nodes line up.
  const drawing = document.querySelector('.progress-trail > svg')?.getBoundingClientRect()
  const ends = [...document.querySelectorAll('.progress-trail > svg > path')].map((path) =>
    /(\S+) (\S+)$/.exec(path.getAttribute('d') ?? ''),
  )
  for (const [index, end] of ends.entries()) {
    const node = nodes[index + 1]
    if (!node || !drawing) throw new Error('No node for this path')
    const y = drawing.top + Number(end?.[2])
    expect(Math.abs(y - (node.top + node.height / 2))).toBeLessThan(1.5)
  }
  expect(document.querySelectorAll('.progress-trail path[data-walked]')).toHaveLength(2)
})

test('stacks the steps on phones', async () => {
  await page.viewport(360, 800)
  await render(
    <div className="progress-panel">
      <ProgressTrail steps={steps} />
    </div>,
  )
  const nodes = [...document.querySelectorAll('.progress-node')].map((node) => node.getBoundingClientRect())
  expect(new Set(nodes.map(({ left }) => left)).size).toBe(1)
  expect(nodes.map(({ top }) => top)).toEqual(nodes.map(({ top }) => top).toSorted((one, other) => one - other))
})
