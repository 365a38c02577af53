import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChoiceEditor, InlineField, LineEditor, NotSaved } from './inline-field.tsx'
import { type Option, SeveralEditor } from './several-editor.tsx'

type Save = (draft: string, seen: { version: number }) => Promise<unknown>

const refused = {
  status: 422,
  data: { title: 'Some fields are not valid', errors: [{ field: 'school', message: 'This school is not known' }] },
}

function Example({
  save = () => Promise.resolve() as Promise<unknown>,
  editable = true,
  version = 1,
  type = 'text' as 'text' | 'date',
}) {
  const [value, setValue] = useState(type === 'date' ? '2026-03-09' : 'Alder Basin High')
  const saveAndShow: Save = async (draft, seen) => {
    await (save as Save)(draft, seen)
    setValue(draft)
  }
  return (
    <>
      <dl>
        <InlineField
          label="School"
          seen={{ version }}
          value={value}
          shown={value || null}
          editable={editable}
          save={saveAndShow}
        >
          {(editing) => <LineEditor editing={editing} type={type} />}
        </InlineField>
      </dl>
      <button type="button">Elsewhere</button>
    </>
  )
}

const value = page.getByRole('button', { name: /^(Edit|Add) School/ })
const field = page.getByLabelText('School', { exact: true })
const press = (keys: string) => userEvent.keyboard(keys)

async function begin() {
  ;(value.element() as HTMLElement).focus()
  await press('{Enter}')
  await expect.element(field).toHaveFocus()
}

test('Enter starts editing with selected text, and Enter saves and restores focus', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Example save={save} />)
  await begin()
  await press('Port Lowell{Enter}')
  await expect.element(value).toHaveFocus()
  await expect.element(value).toHaveAccessibleName('Edit School: Port Lowell')
  expect(save).toHaveBeenCalledExactlyOnceWith('Port Lowell', { version: 1 })
})

test('Escape cancels without saving', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Example save={save} />)
  await begin()
  await press('Port Lowell{Escape}')
  await expect.element(value).toHaveFocus()
  await expect.element(value).toHaveAccessibleName('Edit School: Alder Basin High')
  expect(save).not.toHaveBeenCalled()
})

test('blur saves and keeps the new focus', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Example save={save} />)
  await begin()
  await press('Port Lowell{Tab}')
  await expect.element(value).toHaveAccessibleName('Edit School: Port Lowell')
  await expect.element(page.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
  expect(save).toHaveBeenCalledTimes(1)
})

test('an unchanged value is not saved', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Example save={save} />)
  await begin()
  await press('{Enter}')
  await expect.element(value).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
})

test('a refused value shows an error beside the field, keeps the input and can be saved again', async () => {
  const save = vi.fn<() => Promise<void>>().mockRejectedValueOnce(refused).mockResolvedValueOnce()
  await render(<Example save={save} />)
  await begin()
  await press('Nowhere{Enter}')
  await expect.element(field).toHaveAccessibleDescription('This school is not known')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field).toHaveValue('Nowhere')
  await press(' High{Enter}')
  await expect.element(value).toHaveAccessibleName('Edit School: Nowhere High')
})

test('shows validation errors in the same place', async () => {
  await render(<Example save={() => Promise.reject(new NotSaved('Enter a year'))} />)
  await begin()
  await press('x{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a year')
})

test('saving passes the record as of the start of the edit, despite later updates', async () => {
  const save = vi.fn(() => Promise.resolve())
  const shown = await render(<Example save={save} version={1} />)
  await begin()
  await press('Port Lowell')
  await shown.rerender(<Example save={save} version={2} />)
  await press('{Enter}')
  await expect.element(value).toHaveAccessibleName('Edit School: Port Lowell')
  expect(save).toHaveBeenCalledExactlyOnceWith('Port Lowell', { version: 1 })
})

test('does not save an incomplete date as empty', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Example save={save} type="date" />)
  await begin()
  await press('{Delete}{Enter}')
  await expect.element(field).toHaveAccessibleDescription('Enter a date')
  expect(save).not.toHaveBeenCalled()
})

test('is plain text without permission', async () => {
  await render(<Example editable={false} />)
  await expect.element(page.getByText('Alder Basin High')).toBeVisible()
  await expect.element(value).not.toBeInTheDocument()
})

const levels = [
  { id: 'college', name: 'College' },
  { id: 'pro', name: 'Pro' },
]

function Choices({ save }: { save: (draft: string) => Promise<unknown> }) {
  return (
    <dl>
      <InlineField label="School" seen={undefined} value="" shown={null} editable save={save}>
        {(editing) => <ChoiceEditor editing={editing} none="Not known" options={levels} />}
      </InlineField>
    </dl>
  )
}

test('arrow keys move through options, and Enter saves', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Choices save={save} />)
  await begin()
  await press('{ArrowDown}{ArrowDown}')
  await expect.element(field).toHaveValue('pro')
  expect(save).not.toHaveBeenCalled()
  await press('{Enter}')
  await expect.element(value).toHaveFocus()
  expect(save).toHaveBeenCalledExactlyOnceWith('pro', undefined)
})

test('a click on an option saves at once', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Choices save={save} />)
  await value.click()
  await userEvent.selectOptions(field, 'college')
  await expect.element(value).toBeVisible()
  expect(save).toHaveBeenCalledExactlyOnceWith('college', undefined)
})

function Tags({ save }: { save: (draft: Option[]) => Promise<unknown> }) {
  const [search, setSearch] = useState('')
  const tags = [
    { id: 't1', name: 'Top 50' },
    { id: 't2', name: 'Rehab' },
  ]
  return (
    <dl>
      <InlineField
        label="School"
        seen={undefined}
        value={[{ id: 't1', name: 'Top 50' }] as Option[]}
        shown="Top 50"
        editable
        save={save}
      >
        {(editing) => (
          <SeveralEditor
            editing={editing}
            options={tags.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))}
            search={search}
            onSearch={setSearch}
            onNew={async (name) => ({ id: 'new', name })}
            searchLabel="Find or add a tag"
          />
        )}
      </InlineField>
    </dl>
  )
}

test('multi-select by keyboard: search, create, remove and save with Enter', async () => {
  const save = vi.fn(() => Promise.resolve())
  await render(<Tags save={save} />)
  ;(value.element() as HTMLElement).focus()
  await press('{Enter}')
  const search = page.getByLabelText('Find or add a tag')
  await expect.element(search).toHaveFocus()
  await press('reh{Enter}')
  await expect.element(page.getByLabelText('Rehab')).toBeChecked()
  await press('NIL{Enter}')
  await expect.element(page.getByLabelText('NIL')).toBeChecked()
  await page.getByLabelText('Top 50').click()
  await expect.element(page.getByLabelText('Top 50')).not.toBeChecked()
  await press('{Enter}')
  await expect.element(value).toHaveFocus()
  expect(save).toHaveBeenCalledExactlyOnceWith(
    [
      { id: 't2', name: 'Rehab' },
      { id: 'new', name: 'NIL' },
    ],
    undefined,
  )
})
