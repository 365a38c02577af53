import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, showScreen } from '../../../test/show-screen.tsx'
import { CellNote } from './cell-note.tsx'

test('staff see whose organizations are shown, if there are several cells', async () => {
  fakeServer({ 'GET api/staff/cells': { own: 'b', others: ['a', 'c'] } })
  await showScreen(<CellNote />)
  await expect.element(page.getByText('Cell b. Organizations in cell a and cell c are not shown.')).toBeVisible()
})

test('a single cell is not mentioned', async () => {
  const server = fakeServer({ 'GET api/staff/cells': { own: 'a', others: [] } })
  await showScreen(<CellNote />)
  await expect.poll(() => server.asked.length).toBe(1)
  await expect.element(page.getByText('Cell')).not.toBeInTheDocument()
})
