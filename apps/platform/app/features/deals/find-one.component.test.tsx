import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Findable, FindOne } from './find-one.tsx'

const all = [
  { id: 'halden', name: 'Halden Sportswear' },
  { id: 'tarn', name: 'Tarn Running' },
]

const field = {
  name: 'company',
  label: 'Company',
  error: undefined,
  chosen: undefined,
  isSearching: false,
  onSearch: () => undefined,
}

/** Results arrive while the button is pressed: the options move. */
function Finder() {
  const [chosen, setChosen] = useState<Findable>()
  const [options, setOptions] = useState(all)
  return (
    // Stands for results that arrive.
    <div onPointerDown={() => setOptions(all.slice(1))}>
      <FindOne {...field} chosen={chosen} onChoose={setChosen} options={options} />
    </div>
  )
}

test('chooses the pressed option, even if results move it before the button is released', async () => {
  await render(<Finder />)
  const field = page.getByRole('combobox', { name: 'Company' })
  await field.fill('Tarn')
  await page.getByRole('option', { name: 'Tarn Running' }).click()
  await expect.element(field).toHaveValue('Tarn Running')
  await expect.element(field).toHaveFocus()
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
})

test('the list leaves the error of its field visible', async () => {
  await render(<FindOne {...field} error="Choose a company" onChoose={() => undefined} options={all} />)
  await page.getByRole('combobox', { name: 'Company' }).click()
  const list = page.getByRole('listbox').element().getBoundingClientRect()
  const error = page.getByText('Choose a company').element().getBoundingClientRect()
  expect(list.top).toBeGreaterThanOrEqual(error.bottom)
})

test('the first arrow down stays on the company found, so that Enter does not add another one', async () => {
  const [onChoose, onAdd] = [vi.fn(), vi.fn()]
  const add = { label: (text: string) => `Add “${text}”`, act: onAdd }
  await render(<FindOne {...field} onChoose={onChoose} options={all.slice(0, 1)} add={add} />)
  await page.getByRole('combobox', { name: 'Company' }).fill('Halden')
  await expect.element(page.getByRole('option', { name: 'Add “Halden”' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(all[0])
  expect(onAdd).not.toHaveBeenCalled()

  await page.getByRole('combobox', { name: 'Company' }).fill('Halden')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onAdd).toHaveBeenCalledExactlyOnceWith('Halden')
})

test('Enter before the results arrived chooses the first of them, and adds none', async () => {
  const [onChoose, onAdd] = [vi.fn(), vi.fn()]
  const shown = (options: Findable[], isSearching: boolean) => (
    <FindOne
      {...field}
      onChoose={onChoose}
      options={options}
      isSearching={isSearching}
      add={{ label: (text) => `Add “${text}”`, act: onAdd }}
    />
  )
  const { rerender } = await render(shown(all, true))
  await page.getByRole('combobox', { name: 'Company' }).fill('Tarn')
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  await rerender(shown(all.slice(1), false))
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(all[1]))

  await rerender(shown(all, true))
  await page.getByRole('combobox', { name: 'Company' }).fill('Brightwater')
  await userEvent.keyboard('{Enter}')
  await rerender(shown([], false))
  await expect.element(page.getByRole('option', { name: 'Add “Brightwater”' })).toBeInTheDocument()
  expect(onAdd).not.toHaveBeenCalled()
})
