import type { HandoverAssignments, HandoverPreview } from '@sherpa/contracts/handover'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { HandoverFields } from './handover-fields.tsx'

const mateo = { id: '0193a1b2-0000-7000-8000-000000000001', name: 'Mateo Rivas', role: 'agent' } as const
const tunde = { id: '0193a1b2-0000-7000-8000-000000000002', name: 'Tunde Bello', role: 'agent' } as const
const preview: HandoverPreview = {
  parts: [
    { kind: 'athletes', count: 13, examples: ['Theo Lind', 'Ximena Duarte', 'Hana Kobayashi'] },
    { kind: 'deals', count: 1, examples: ['Oats'] },
  ],
  dates: 9,
  expenses: 2,
  people: [mateo, tunde],
}

function Harness({
  data,
  onChange,
  isOwn = false,
}: {
  data: HandoverPreview
  onChange: (chosen: HandoverAssignments) => void
  isOwn?: boolean
}) {
  const [assignments, setAssignments] = useState<HandoverAssignments>({})
  const query = { currentData: data, isError: false, isUninitialized: false, refetch: () => undefined }
  return (
    <MemoryRouter>
      <HandoverFields
        query={query}
        organization="o1"
        person="p1"
        isOwn={isOwn}
        assignments={assignments}
        onChange={(chosen) => {
          setAssignments(chosen)
          onChange(chosen)
        }}
      />
    </MemoryRouter>
  )
}

test('names the work with links, and assigns all of it or line by line', async () => {
  let chosen: HandoverAssignments = {}
  const screen = await render(
    <Harness
      data={preview}
      onChange={(next) => {
        chosen = next
      }}
    />,
  )
  await expect.element(screen.getByText('Theo Lind, Ximena Duarte, Hana Kobayashi and 10 more')).toBeInTheDocument()
  await expect.element(screen.getByText('With 9 key dates and deliverables.')).toBeInTheDocument()
  await expect
    .element(screen.getByText('The owners decide 2 expenses that nobody else can decide.'))
    .toBeInTheDocument()
  await expect
    .element(screen.getByRole('link', { name: 'Deals as lead' }))
    .toHaveAttribute('href', '/organizations/o1/deals?lead=p1')
  await screen.getByLabelText('Everything to').selectOptions('Mateo Rivas')
  expect(chosen).toEqual({ athletes: mateo.id, deals: mateo.id })
  await screen.getByLabelText('Deals as lead to').selectOptions('Tunde Bello')
  expect(chosen).toEqual({ athletes: mateo.id, deals: tunde.id })
  await expect.element(screen.getByLabelText('Everything to')).toHaveValue('')
})

test('promises to move work back only to colleagues of the person', async () => {
  const promise = 'You can move untouched work back for 30 days.'
  const own = await render(<Harness data={preview} onChange={() => undefined} isOwn />)
  await expect.element(own.getByText('Each receiver gets an email.', { exact: false })).toBeInTheDocument()
  await expect.element(own.getByText(promise, { exact: false })).not.toBeInTheDocument()
  await own.unmount()
  const other = await render(<Harness data={preview} onChange={() => undefined} />)
  await expect.element(other.getByText(promise, { exact: false })).toBeInTheDocument()
})

test('shows nothing if nothing hangs on the person', async () => {
  const screen = await render(<Harness data={{ ...preview, parts: [], expenses: 0 }} onChange={() => undefined} />)
  await expect.element(screen.getByRole('region', { name: 'Handover' })).not.toBeInTheDocument()
})
