import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

const opener = page.getByRole('button', { name: 'Rename' })
const dialog = page.getByRole('dialog', { name: 'New name' })
const save = page.getByRole('button', { name: 'Save' })

function Example({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rename</Button>
      <Button onClick={() => setBusy(false)}>Work is done</Button>
      <Dialog open={open} title="New name" onClose={() => setOpen(false)}>
        {children ?? <input aria-label="Name" />}
        <DialogActions>
          <Button busy={busy} onClick={() => setBusy(true)}>
            Save
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function WithAnother({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {children}
      <Button onClick={() => setOpen(true)}>Open another</Button>
      <Dialog open={open} title="Another" onClose={() => setOpen(false)}>
        <button type="button">Inside</button>
      </Dialog>
    </>
  )
}

async function openDialog(children?: ReactNode) {
  const screen = await render(<Example>{children}</Example>)
  await opener.click()
  await expect.element(dialog).toBeVisible()
  return screen
}

beforeEach(() => page.viewport(1280, 800))

test('renders its content only while open', async () => {
  await render(<Example />)
  await expect.element(page.getByLabelText('Name')).not.toBeInTheDocument()
  await opener.click()
  await expect.element(page.getByLabelText('Name')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('Name')).not.toBeInTheDocument()
})

test('focuses the first field and traps focus', async () => {
  await openDialog()
  await expect.element(page.getByLabelText('Name')).toHaveFocus()
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.tab()
    await expect.element(opener).not.toHaveFocus()
  }
})

test('focuses the selected radio button', async () => {
  await openDialog(
    <>
      <input type="radio" name="role" aria-label="Agent" />
      <input type="radio" name="role" aria-label="Coach" defaultChecked />
    </>,
  )
  await expect.element(page.getByLabelText('Coach')).toHaveFocus()
})

test('Escape closes it and restores focus', async () => {
  await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('stays open while a button is busy, even after repeated Escape', async () => {
  await openDialog()
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  for (let presses = 0; presses < 6; presses++) await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()

  const workIsDone = page.getByRole('button', { name: 'Work is done', includeHidden: true }).element() as HTMLElement
  workIsDone.click()
  await expect.element(save).not.toHaveAttribute('aria-busy')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

describe('with unsaved input', () => {
  const name = page.getByLabelText('Name')
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  const form = (
    <form>
      <input aria-label="Name" />
    </form>
  )

  test('Escape asks before discarding input, and Escape again returns to it', async () => {
    await openDialog(form)
    await name.fill('Ada')
    for (let turn = 0; turn < 4; turn++) {
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole('button', { name: 'Keep editing' })).toHaveFocus()
      await userEvent.keyboard('{Escape}')
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(name).toHaveFocus()
    }
    await expect.element(name).toHaveValue('Ada')
  })

  test('keeps the input, or discards it without asking again', async () => {
    await openDialog(form)
    await name.fill('Ada')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(name).toHaveValue('Ada')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    await opener.click()
    await expect.element(name).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('Escape does not ask in a later step without that form', async () => {
    const screen = await openDialog(form)
    await name.fill('Ada')
    await screen.rerender(<Example>Done</Example>)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  test('a nested dialog closes independently', async () => {
    await openDialog(<WithAnother>{form}</WithAnother>)
    await name.fill('Ada')
    await page.getByRole('button', { name: 'Open another' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Another' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'Another' })).not.toBeInTheDocument()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(dialog).toBeVisible()
  })
})

test('long content scrolls inside it on a small phone, and its last button is reachable', async () => {
  await page.viewport(320, 480)
  const names = Array.from({ length: 40 }, (_, index) => `Paragraph ${index + 1}`)
  await openDialog(names.map((name) => <p key={name}>{name}</p>))
  const { top, bottom, left, right } = dialog.element().getBoundingClientRect()
  expect(Math.min(top, left)).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(480)
  expect(right).toBeLessThanOrEqual(320)

  dialog.element().scrollTop = dialog.element().scrollHeight
  await expect.element(save).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByText('Paragraph 1', { exact: true })).not.toBeInViewport()
})

test('the page behind does not scroll', async () => {
  await openDialog()
  expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden')
})

function TwoSteps() {
  const [step, setStep] = useState(1)
  return (
    <Button key={step} onClick={() => setStep(2)}>
      {step === 1 ? 'Continue' : 'Finish'}
    </Button>
  )
}

test('focuses the heading when the next step removes the focused button', async () => {
  await openDialog(<TwoSteps />)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'New name' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'Finish' })).toHaveFocus()
})
