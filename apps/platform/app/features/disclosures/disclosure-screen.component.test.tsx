import { api } from '@sherpa/api-client/api'
import type { Disclosure, PacketField } from '@sherpa/contracts/disclosure'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, showScreen } from '../../../test/show-screen.tsx'
import { useAppDispatch } from '../../store.ts'
import { Component as DisclosureScreen } from './disclosure-screen.tsx'
import { FIRST_MISSING } from './disclosure-words.ts'
import { RecordFiling } from './record-filing.tsx'

const field = (key: string, label: string, value: string | null = null): PacketField => ({
  key,
  group: 'Deal',
  label,
  value,
  entered: value !== null,
})
const disclosure: Disclosure = {
  id: '018f0000-0000-7000-8000-000000000001',
  kind: 'nil-go',
  title: null,
  authority: null,
  state: 'draft',
  athlete: { id: '018f0000-0000-7000-8000-000000000002', name: 'Jonah Okoye' },
  school: null,
  deal: { id: '018f0000-0000-7000-8000-000000000003', title: 'Fall line' },
  agreementId: null,
  missing: [],
  isRevision: false,
  dueBefore: null,
  countsFrom: '2026-11-16',
  countsAt: null,
  dueOn: '2026-11-23',
  dueAt: '2026-11-24T05:00:00Z',
  outcomeOn: null,
  preparer: null,
  completeness: { filled: 0, fields: 2 },
  attestation: null,
  version: 1,
  earlier: [],
  companyId: null,
  timeZone: 'America/New_York',
  fields: [],
  packet: {
    kind: 'nil-go',
    athlete: 'Jonah Okoye',
    dealNumber: 1,
    fields: [field('purpose', 'Business purpose'), field('payor', 'Payor')],
    disclaimer: '',
    checks: [],
    filled: 0,
    hash: null,
  },
  files: [],
  confirmation: null,
  submitter: null,
  submittedAt: null,
  attestedOn: null,
  comment: null,
  notice: null,
  athleticDirectorEmail: null,
  payor: null,
  revisesId: null,
  revisedById: null,
  moves: [],
}

beforeEach(() => page.viewport(1280, 800))
afterEach(() => vi.restoreAllMocks())

test('the dialog for the first missing field keeps its field when a colleague fills it', async () => {
  let present = disclosure
  fakeServer({ [`GET disclosures/${disclosure.id}`]: () => present })
  let dispatch: ReturnType<typeof useAppDispatch> | undefined
  function Screen() {
    dispatch = useAppDispatch()
    return <DisclosureScreen />
  }
  await showScreen(<Screen />, {
    path: '/:disclosure',
    address: `/${disclosure.id}#${FIRST_MISSING}`,
  })
  const dialog = page.getByRole('dialog', { name: 'Business purpose' })
  await dialog.getByLabelText('Business purpose').fill('Autographs')
  const fields = [field('purpose', 'Business purpose', 'Appearances'), field('payor', 'Payor')]
  present = { ...disclosure, version: 2, packet: { ...disclosure.packet, fields, filled: 1 } }
  dispatch?.(api.util.invalidateTags(['Disclosure']))
  await expect.element(page.getByText('1 of 2 fields').first()).toBeInTheDocument()
  await expect.element(dialog.getByLabelText('Business purpose')).toHaveValue('Autographs')
})

test.each([
  ['a report', 'nil-go' as const, 'Enter the confirmation number, or add a file as proof'],
  ['a 72-hour notice', 'school-72h' as const, 'Add a file as proof'],
])('%s without proof cannot be recorded as filed', async (_, kind, message) => {
  fakeServer({})
  await showScreen(<RecordFiling disclosure={{ ...disclosure, kind }} />)
  await page.getByRole('button').click()
  await expect.element(page.getByText(message, { exact: true })).toBeVisible()
})
