import { athletesQuery } from '@sherpa/contracts/athlete'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListAddress } from './list-address.ts'
import { ListFilters } from './list-filters.tsx'
import { dayRangeFilter, rangeFilter } from './range-filter.tsx'
import { wholeNumbers } from './ranges.ts'
import { textFilter } from './text-filter.tsx'

let search: () => string

function Example() {
  const address = useListAddress(athletesQuery)
  search = () => address.address
  return (
    <ListFilters
      address={address}
      filters={[
        { name: 'stage', label: 'Stage', choices: { signed: 'Signed' } },
        rangeFilter(address, { name: 'age', label: 'Age', kindOf: () => wholeNumbers }),
        rangeFilter(address, {
          name: 'followers',
          label: 'Followers',
          keys: { instagram: 'Instagram', x: 'X' },
          kindOf: () => wholeNumbers,
        }),
        dayRangeFilter(address, { name: 'contacted', label: 'Day of last contact', unset: 'Never' }),
        textFilter(address, { name: 'school', label: 'School' }),
      ]}
    />
  )
}

async function show(address = '/') {
  const router = createMemoryRouter([{ path: '/', element: <Example /> }], { initialEntries: [address] })
  await render(<RouterProvider router={router} />)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
async function add(filter: string) {
  await userEvent.click(button('Filter'))
  await userEvent.click(button(filter))
}

beforeEach(() => page.viewport(1280, 800))

test('a range is added by the menu, shown as a chip, changed and removed', async () => {
  await show()
  await expect.element(button('Stage')).toBeVisible()
  await add('Age')
  await userEvent.fill(page.getByLabelText('From'), '18')
  await userEvent.fill(page.getByLabelText('To'), '21')
  await userEvent.click(button('Apply'))
  await expect.element(page.getByText('18 to 21')).toBeVisible()
  expect(search()).toBe('age=18..21')

  await userEvent.click(page.getByRole('button', { name: /^Age/ }))
  await userEvent.fill(page.getByLabelText('To'), '')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('from 18')).toBeVisible()

  await userEvent.click(button('Remove filter Age from 18'))
  await expect.poll(search).toBe('')
})

test('an unreadable or reversed range says what to do', async () => {
  await show()
  await add('Age')
  await userEvent.fill(page.getByLabelText('From'), 'old')
  await userEvent.click(button('Apply'))
  await expect.element(page.getByText('Enter a value such as 18')).toBeVisible()
  await userEvent.fill(page.getByLabelText('From'), '30')
  await userEvent.fill(page.getByLabelText('To'), '20')
  await userEvent.click(button('Apply'))
  await expect.element(page.getByText('Enter a larger value')).toBeVisible()
  expect(search()).toBe('')
})

test('excluded bounds of a question stay until they are changed', async () => {
  await show('/?age=>18..')
  await userEvent.click(page.getByRole('button', { name: /^Age/ }))
  await userEvent.fill(page.getByLabelText('To'), '25')
  await userEvent.click(button('Apply'))
  await expect.element(page.getByText('over 18, up to 25')).toBeVisible()
})

test('each platform has a range of its own', async () => {
  await show('/?followers=x:5000..')
  await userEvent.click(page.getByRole('button', { name: /^Followers/ }))
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Followers' }), 'Instagram')
  await userEvent.fill(page.getByLabelText('From'), '10,000')
  await userEvent.click(button('Apply'))
  await expect.element(page.getByText('Instagram from 10,000, X from 5,000')).toBeVisible()
})

test('a school is typed', async () => {
  await show()
  await add('School')
  await userEvent.fill(page.getByRole('textbox', { name: 'School' }), ' Lake High ')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Lake High')).toBeVisible()
  expect(search()).toBe('school=Lake+High')
})
