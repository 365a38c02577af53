import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type Findable, FindOne } from './find-one.tsx'

const all = [
  { id: 'halden', name: 'Halden Sportswear' },
  { id: 'tarn', name: 'Tarn Running' },
]

/** Results arrive while the button is pressed: the options move. */
function Finder() {
  const [chosen, setChosen] = useState<Findable>()
  const [options, setOptions] = useState(all)
  return (
    <div onPointerDown={() => setOptions(all.slice(1))}>
      <FindOne
        name="company"
        label="Company"
        error={undefined}
        chosen={chosen}
        onChoose={setChosen}
        options={options}
        isSearching={false}
        onSearch={() => undefined}
      />
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
