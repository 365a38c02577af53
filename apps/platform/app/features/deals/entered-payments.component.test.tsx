import type { FeeRule } from '@sherpa/contracts/deal'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { paymentsOf, receivedOf, totalsOf } from './entered-payments.ts'
import { EnteredPaymentsFields, newLine } from './entered-payments-fields.tsx'

function Fields({ fee, showsErrors = false }: { fee: FeeRule | null; showsErrors?: boolean }) {
  const [lines, setLines] = useState([newLine()])
  const [ticks, setTicks] = useState<Readonly<Record<string, string>>>({})
  return (
    <EnteredPaymentsFields
      lines={lines}
      ticks={ticks}
      currency="USD"
      fee={fee}
      today="2026-11-16"
      showsErrors={showsErrors}
      onLines={setLines}
      onTicks={setTicks}
    />
  )
}

const field = (name: string) => page.getByLabelText(name, { exact: true })

async function enterSixPayments() {
  await field('Amount (USD)').fill('9500')
  await userEvent.selectOptions(field('Frequency'), 'Every quarter')
  await field('First payment').fill('2025-10-15')
  await field('Number of payments').fill('6')
}
const figures = page.getByRole('definition')

test('ticks all past payments at once, and counts what is left', async () => {
  await render(<Fields fee={{ rateMillionths: 180_000 }} />)
  await enterSixPayments()
  await expect.element(page.getByRole('checkbox', { name: 'Received before Sherpa, Oct 15, 2025' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Tick all due before today' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Received before Sherpa, Oct 15, 2026' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Received before Sherpa, Jan 15, 2027' })).not.toBeChecked()
  await expect
    .poll(() => figures.elements().map(({ textContent }) => textContent))
    .toEqual(['$47,500', '$9,500', '$1,710'])
})

test('keeps goods out of the money and its fee', async () => {
  await render(<Fields fee={{ rateMillionths: 180_000 }} />)
  await enterSixPayments()
  await page.getByRole('checkbox', { name: 'In kind: goods or services, at their value' }).click()
  await page.getByRole('button', { name: 'Tick all due before today' }).click()
  await expect
    .poll(() => figures.elements().map(({ textContent }) => textContent))
    .toEqual(['$0', '$0', '$0', '$57,000'])
})

test('takes a part of a payment, and refuses more than the payment', async () => {
  await render(<Fields fee={{ flatMinor: 100_000 }} />)
  await enterSixPayments()
  await expect.poll(() => figures.elements().map(({ textContent }) => textContent)).toEqual(['$0', '$57,000', '$1,000'])
  await page.getByRole('checkbox', { name: 'Received before Sherpa, Oct 15, 2025' }).click()
  const amount = page.getByLabelText('Amount received, Oct 15, 2025', { exact: false })
  await amount.fill('$4,000.50')
  // A flat fee was earned with the first money.
  await expect
    .poll(() => figures.elements().map(({ textContent }) => textContent))
    .toEqual(['$4,000.50', '$52,999.50', '$0'])
  await amount.fill('9501')
  await expect.element(page.getByText('Enter an amount up to that of the payment')).toBeVisible()
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
})

test('shows errors beside the fields of each payment', async () => {
  await render(<Fields fee={null} showsErrors />)
  await expect.element(field('Amount (USD)')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Due')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Add payment' }).click()
  await page.getByRole('button', { name: 'Remove payment 2' }).click()
  await expect.element(page.getByRole('group', { name: 'Payment 1' })).toBeVisible()
})

test('reads ticks of payments that exist only', () => {
  const line = { ...newLine(), amount: '100', from: '2025-01-01' }
  const payments = paymentsOf([line], 'USD')
  const received = receivedOf(payments, { [`${line.id} 1`]: '', 'other 1': '5' }, 'USD')
  expect(received).toEqual([{ ruleId: line.id, number: 1, amountMinor: 10_000 }])
  expect(totalsOf(payments, received, null)).toEqual({
    receivedMinor: 10_000,
    expectedMinor: 0,
    feeMinor: 0,
    inKindMinor: 0,
  })
})
