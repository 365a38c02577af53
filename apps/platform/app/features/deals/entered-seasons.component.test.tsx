import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { noSeasons, type ReadSeasons, readSeasons } from './entered-seasons.ts'
import { EnteredSeasonsFields } from './entered-seasons-fields.tsx'
import { ReceivedBefore } from './received-before.tsx'

let last: ReadSeasons

function Seasons() {
  const [draft, setDraft] = useState(noSeasons)
  const [ticks, setTicks] = useState<Readonly<Record<string, string>>>({})
  last = readSeasons(draft, 'USD', '2024-03-18')
  return (
    <>
      <EnteredSeasonsFields
        draft={draft}
        read={last}
        firstSeason={2025}
        currency="USD"
        showsErrors
        onChange={setDraft}
      />
      <ReceivedBefore
        groups={last.pay.map(({ group }) => group)}
        fee={{ rateMillionths: 30_000 }}
        today="2026-11-16"
        ticks={ticks}
        currency="USD"
        onTicks={setTicks}
      />
    </>
  )
}

const field = (name: string) => page.getByLabelText(name, { exact: true })
const figures = () =>
  page
    .getByRole('definition')
    .elements()
    .map(({ textContent }) => textContent)
const daysOf = (rule: string) =>
  last.paydays.find(({ ruleId }) => ruleId === rule)?.schedule.installments.map(({ day }) => day) ?? []

async function enterTwoSeasons() {
  await page.getByRole('button', { name: 'Add season' }).click()
  await field('Base').fill('3,600,000')
  await page.getByRole('button', { name: 'Add season' }).click()
}

test('one template gives each season its paydays, and past ones are ticked at once', async () => {
  await render(<Seasons />)
  await enterTwoSeasons()
  await userEvent.selectOptions(field('Template'), 'NFL: 36 weekly installments')
  await expect.element(page.getByText('36 paydays from Sep 4, 2025 to May 7, 2026')).toBeVisible()
  await expect.element(page.getByText('36 paydays from Sep 9, 2026 to May 12, 2027')).toBeVisible()
  await page.getByRole('button', { name: 'Tick all due before today' }).click()
  await expect.poll(figures).toEqual(['$4,600,000', '$2,600,000', '$78,000'])
  await page.getByText('10 of 36 received before').click()
  await page.getByRole('checkbox', { name: 'Received before Sherpa, 2026 base, Nov 11, 2026' }).click()
  await expect.poll(figures).toEqual(['$4,500,000', '$2,700,000', '$81,000'])
})

test('a season, a signing bonus and a roster bonus have days of their own', async () => {
  await render(<Seasons />)
  await enterTwoSeasons()
  await field('Signing bonus (USD) (optional)').fill('500,000')
  await page.getByLabelText('Roster bonus', { exact: true }).nth(1).fill('100000')
  await userEvent.selectOptions(field('Template'), 'Monthly')
  await field('First payday').fill('2025-09-30')
  await expect.poll(() => daysOf('base-2026')[0]).toBe('2026-09-30')
  await field('Signing bonus paid on (optional)').fill('2025-04-01')
  await field('2026 roster bonus paid on (optional)').fill('2026-08-01')
  await expect.poll(() => [daysOf('signing-bonus'), daysOf('roster-2026')]).toEqual([['2025-04-01'], ['2026-08-01']])
  await page.getByRole('button', { name: 'Change paydays of 2026 base' }).click()
  const own = page.getByRole('group', { name: 'Paydays of 2026 base' })
  await own.getByLabelText('Date 1', { exact: true }).fill('2026-09-15')
  await expect.poll(() => daysOf('base-2026')[0]).toBe('2026-09-15')
  expect(daysOf('base-2025')[0]).toBe('2025-09-30')
  await own.getByLabelText('Amount 1 (USD)', { exact: true }).fill('1')
  await expect.element(own.getByText('$299,999 is not in a payday yet.')).toBeVisible()
  await expect.poll(() => last.problem).toBe('Check the paydays of 2026 base')
})

test('an option year has no paydays, and what is wrong is named', async () => {
  await render(<Seasons />)
  expect(last.problem).toBe('Enter at least one year')
  await enterTwoSeasons()
  await userEvent.selectOptions(page.getByLabelText('Option', { exact: true }).nth(1), 'Club option')
  await expect.element(page.getByText(/^Option years: add the deal/)).toBeVisible()
  expect(last.pay.map(({ ruleId }) => ruleId)).toEqual(['base-2025'])
  expect(last.problem).toBeUndefined()
  await userEvent.selectOptions(field('Template'), 'Monthly')
  await expect.poll(() => last.problem).toBe('Check the paydays of 2025 base')
})
