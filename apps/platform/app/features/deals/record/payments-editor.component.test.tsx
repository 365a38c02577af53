import type { PaymentRule } from '@sherpa/contracts/payment-schedule'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NotSaved } from '../../../records/inline-field.tsx'
import { PaymentsEditor } from './payments-editor.tsx'

const signing: PaymentRule = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'signing-bonus',
  title: 'Signing payment',
  amountMinor: 1_200_000,
  inKind: false,
  schedule: { kind: 'signing', offset: { amount: 14, unit: 'days' } },
}
const field = (name: string) => page.getByLabelText(name, { exact: true }).last()
const preview = page.getByRole('region', { name: 'Preview' })

async function show(rules: PaymentRule[] = [signing], save = vi.fn((_: PaymentRule[]) => Promise.resolve())) {
  const onClose = vi.fn()
  await render(<PaymentsEditor rules={rules} currency="USD" signedOn={null} save={save} onClose={onClose} />)
  return { save, onClose }
}

test('splits a total into monthly payments to the cent and keeps other rules', async () => {
  const { save, onClose } = await show()
  await page.getByRole('button', { name: 'Add payment' }).click()
  await field('Title').fill('Monthly payment')
  await field('Amount (USD)').fill('$100')
  await userEvent.selectOptions(field('Due'), 'Recurring')
  await field('First payment').fill('2026-11-30')
  await field('Number of payments').fill('3')
  await userEvent.selectOptions(field('Amount is'), 'Total')
  for (const row of [
    'Nov 30, 2026 Monthly payment Payment 1 of 3 $33.34',
    'Dec 30, 2026 Monthly payment Payment 2 of 3 $33.33',
    '14 days after signing Signing payment $12,000',
  ]) {
    await expect.element(preview.getByRole('row', { name: row })).toBeVisible()
  }
  await expect.element(preview.getByText('$12,100')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => onClose).toHaveBeenCalled()
  expect(save.mock.calls[0]?.[0]).toEqual([
    signing,
    {
      id: expect.any(String),
      kind: 'base',
      title: 'Monthly payment',
      amountMinor: 10_000,
      inKind: false,
      schedule: { kind: 'repeated', every: 'month', from: '2026-11-30', times: 3, amountIs: 'total' },
    },
  ])
})

test('excludes conditional payments from the total', async () => {
  await show([
    signing,
    {
      ...signing,
      id: '018f0000-0000-7000-8000-000000000002',
      title: 'Final reached',
      amountMinor: 600_000,
      schedule: { kind: 'condition', metric: 'rushing yards', threshold: 1000, estimatedDay: null },
    },
  ])
  await expect.element(preview.getByText('Condition: 1,000 rushing yards')).toBeVisible()
  await expect.element(preview.getByText('Conditional').last()).toBeVisible()
  const totals = [...document.querySelectorAll('dl > div')].map((total) => total.textContent)
  expect(totals).toEqual(['Total$12,000', 'Conditional$6,000'])
})

test('focuses the first invalid field and saves nothing', async () => {
  const { save } = await show([])
  await page.getByRole('button', { name: 'Add payment' }).click()
  await field('Title').fill('Spring payment')
  await field('Amount (USD)').fill('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(field('Amount (USD)')).toHaveAccessibleDescription('Enter an amount in USD, such as 1,200.50')
  await expect.element(field('Amount (USD)')).toHaveFocus()
  await expect.element(field('Date')).toHaveAccessibleDescription('Enter a date')
  expect(save).not.toHaveBeenCalled()
})

test('removes a payment, and keeps the input if the server refuses it', async () => {
  const save = vi.fn(() => Promise.reject(new NotSaved('Not saved. The version is unchanged.')))
  const { onClose } = await show([signing], save)
  await page.getByRole('button', { name: 'Remove Signing payment' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Not saved. The version is unchanged.')).toBeVisible()
  expect(save).toHaveBeenCalledExactlyOnceWith([])
  expect(onClose).not.toHaveBeenCalled()
})
