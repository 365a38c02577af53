import { Dialog } from '@sherpa/ui/dialog'
import type { ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { lazyForm, partsOnDemand } from './on-demand.tsx'

const Form = () => <input aria-label="Title" />

const dialogWith = (LazyForm: ComponentType) => (
  <Dialog open title="Task" onClose={() => undefined}>
    <LazyForm />
  </Dialog>
)

const title = page.getByRole('textbox', { name: 'Title' })

test('a form that loads late gets the focus', async () => {
  await render(dialogWith(lazyForm(async () => Form)))
  await expect.element(title).toHaveFocus()
})

test('a preloaded form is there at once', async () => {
  const LazyForm = lazyForm(async () => Form)
  for (const load of partsOnDemand) await load()
  const { container } = await render(<LazyForm />)
  expect(container.querySelector('input')).not.toBeNull()
})

test('a form that could not be loaded is there after a retry', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isReachable = false
  const LazyForm = lazyForm(async () => {
    if (!isReachable) throw new Error('No connection.')
    return Form
  })
  await render(dialogWith(LazyForm))
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  isReachable = true
  await retry.click()
  await expect.element(title).toBeVisible()
})
