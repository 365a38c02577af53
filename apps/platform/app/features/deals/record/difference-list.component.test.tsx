import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { DifferenceList } from './versions-panel.tsx'

test('shows old and new values side by side and marks removed ones', async () => {
  await render(
    <DifferenceList
      found={[
        { label: 'Amount', before: '$48,000', after: '$54,000' },
        { label: 'Usage rights', before: '', after: 'Name and likeness' },
        { label: 'Fee', before: '15% of money received', after: '' },
      ]}
    />,
  )
  await expect.element(page.getByText('$48,000')).toBeVisible()
  const marked = (name: string) => [...document.querySelectorAll(name)].map((element) => element.textContent)
  expect(marked('del')).toEqual(['$48,000', '15% of money received'])
  expect(marked('ins')).toEqual(['$54,000', 'Name and likeness'])
  await expect.element(page.getByText('removed')).toBeVisible()
})

test('identical versions say so', async () => {
  await render(<DifferenceList found={[]} />)
  await expect.element(page.getByText('No differences')).toBeVisible()
})
