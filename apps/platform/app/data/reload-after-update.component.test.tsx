import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadUnlessLeaving, preload, reloadOnFailedChunk, restoreAfterReload } from './reload-after-update.ts'

const open = vi.fn()
let remove: () => void
const asked = vi.fn()
let isOnline: boolean
beforeEach(() => {
  isOnline = true
  asked.mockReset()
  sessionStorage.clear()
  open.mockReset()
  vi.stubGlobal('fetch', async () => {
    asked()
    if (!isOnline) throw new Error('offline')
    return new Response()
  })
  remove = reloadOnFailedChunk({ open, destination: () => '/deals' })
})
afterEach(() => {
  remove()
  vi.unstubAllGlobals()
})

/** As Vite loads a script that is gone. */
async function failChunk() {
  const payload = new TypeError('Failed to fetch dynamically imported module')
  window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
  throw payload
}

/** Once the answer about the release was read. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

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
  await expect(failChunk()).rejects.toThrow()
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

  await expect(failChunk()).rejects.toThrow()
  await settled()
  expect(open).toHaveBeenCalledTimes(1)
})

test('without a connection the page stays', async () => {
  isOnline = false
  await expect(failChunk()).rejects.toThrow()
  await settled()
  expect(asked).toHaveBeenCalled()
  expect(open).not.toHaveBeenCalled()
})

test('a script that is loaded before anybody needs it does not reload the page, one that is waited for does', async () => {
  await preload(failChunk)
  await settled()
  expect(open).not.toHaveBeenCalled()

  await expect(failChunk()).rejects.toThrow()
  await expect.poll(() => open.mock.calls).toEqual([['/deals']])
})

test.each(['beforeunload', 'pagehide'])('after %s the page is left alone, until somebody stays', async (leaving) => {
  window.dispatchEvent(new Event(leaving))
  await expect(failChunk()).rejects.toThrow()
  await settled()
  expect(open).not.toHaveBeenCalled()

  await userEvent.keyboard('{Shift}')
  await expect(failChunk()).rejects.toThrow()
  await expect.poll(() => open.mock.calls).toEqual([['/deals']])
})

test('a script that fails while the page is left is loaded once somebody stays', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('aborted')).mockResolvedValue('the script')
  window.dispatchEvent(new Event('beforeunload'))
  const loaded = vi.fn()
  const loading = loadUnlessLeaving(load).then(loaded)
  await settled()
  expect(loaded).not.toHaveBeenCalled()

  await userEvent.keyboard('{Shift}')
  await loading
  expect(loaded).toHaveBeenCalledWith('the script')
  await expect(loadUnlessLeaving(failChunk)).rejects.toThrow()
})

test('a page that is left while it asks for the release is not reloaded', async () => {
  asked.mockImplementation(() => window.dispatchEvent(new Event('beforeunload')))
  await expect(failChunk()).rejects.toThrow()
  await settled()
  expect(asked).toHaveBeenCalled()
  expect(open).not.toHaveBeenCalled()
})
