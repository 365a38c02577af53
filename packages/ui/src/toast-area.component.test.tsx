import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showToast, ToastArea } from './toast-area.tsx'

test('runs a toast’s action once and closes it', async () => {
  const act = vi.fn()
  await render(<ToastArea />)
  showToast('success', 'Saved.', { label: 'Undo', act })
  const message = page.getByRole('status', { name: 'Notifications' }).getByText('Saved.')
  await expect.element(message).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(message).not.toBeInTheDocument()
  expect(act).toHaveBeenCalledOnce()
})
