import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { reloadOnFailedChunk, restoreAfterReload } from './reload-after-update.ts'

const open = vi.fn()
let remove: () => void
let isOnline: boolean
beforeEach(() => {
  isOnline = true
  sessionStorage.clear()
  open.mockReset()
  vi.stubGlobal('fetch', async () => (isOnline ? new Response() : Promise.reject(new Error('offline'))))
  remove = reloadOnFailedChunk({ open, destination: () => '/deals' })
})
afterEach(() => {
  remove()
  vi.unstubAllGlobals()
})

const failChunk = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

function Form() {
  const [title, setTitle] = useState('')
  return (
    <form>
      <label>
        Title <input value={title} onChange={(event) => setTitle(event.target.value)} />
      </label>
      <textarea name="note" aria-label="First note" />
      <textarea name="note" aria-label="Second note" />
      <select name="kind" aria-label="Kind">
        <option>contract</option>
        <option>nil</option>
      </select>
      <input type="password" name="password" aria-label="Password" />
      <output>{title}</output>
    </form>
  )
}

test('a failed chunk reloads the page once, and what was typed is there again', async () => {
  const before = await render(<Form />)
  await page.getByLabelText('Title').fill('Fall line')
  await page.getByLabelText('Second note').fill('Call them\nback')
  await page.getByLabelText('Kind').selectOptions('nil')
  await page.getByLabelText('Password').fill('a secret of many letters')
  failChunk()
  await expect.poll(() => open.mock.calls).toEqual([['/deals']])
  expect(sessionStorage.getItem('sherpa.reload')).not.toContain('secret')
  await before.unmount()

  // As the page that was loaded again: the form appears later.
  restoreAfterReload()
  await render(<Form />)
  await expect.element(page.getByRole('status')).toHaveTextContent('Fall line')
  await expect.element(page.getByLabelText('First note')).toHaveValue('')
  await expect.element(page.getByLabelText('Second note')).toHaveValue('Call them\nback')
  await expect.element(page.getByLabelText('Kind')).toHaveValue('nil')
  await expect.element(page.getByLabelText('Password')).toHaveValue('')
  expect(sessionStorage.getItem('sherpa.reload')).not.toContain('Fall line')

  failChunk()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(open).toHaveBeenCalledTimes(1)
})

test('without a connection the page stays', async () => {
  isOnline = false
  failChunk()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(open).not.toHaveBeenCalled()
})
