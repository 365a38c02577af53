import type { ImportMapping, ImportRow, WholeImport } from '@sherpa/contracts/athlete-import'
import { Refusal } from '@sherpa/contracts/problem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, pageOf, showScreen } from '../../../../test/show-screen.tsx'
import { UploadPanel } from '../../imports/upload-panel.tsx'
import { athletesImportable } from './athletes-importable.ts'
import { CheckStep } from './check-step.tsx'
import { MatchStep } from './match-step.tsx'

const id = '018f0000-0000-7000-8000-000000000001'
const mapping: ImportMapping = {
  targets: ['fullName', 'positions', 'measured:height', 'email', null],
  values: {},
  units: {},
  defaults: { sport: 'football', level: 'high-school', stage: 'prospect' },
  identifier: null,
  duplicates: { identifier: 'fill-empty', email: 'fill-empty', birth: 'fill-empty', name: 'ask' },
  notUnderstood: 'leave-empty',
  dayFirst: false,
  lookAfter: false,
}
const column = { filled: 3, suggestion: null, note: null, hidden: false, distinct: null }
const cells = ['Ashcroft, Devin (C)', 'QB', '6-2', 'devin@mail.example', 'devin-a']
const whole: WholeImport = {
  id,
  name: 'fall-roster.xlsx',
  state: 'mapping',
  createdAt: '2026-11-09T10:00:00Z',
  createdBy: null,
  finishedAt: null,
  rows: 3,
  doneRows: 0,
  counts: { added: 0, updated: 0, same: 0, skipped: 0, failed: 0 },
  kept: 0,
  removed: 0,
  restored: 0,
  failed: null,
  undoUntil: null,
  headerRow: 2,
  firstRows: [
    { row: 1, cells: ['Fall 2026 master roster'] },
    { row: 2, cells: ['Student Name', 'Pos', 'Ht', 'Email', 'Hudl'] },
    { row: 3, cells },
  ],
  sheets: [
    { name: 'Roster', rows: 3 },
    { name: 'Coaches', rows: 1000 },
  ],
  sheet: 'Roster',
  sportGuess: { sport: 'football', reason: 'QB, SAF, WR fit football, in 3 of 3 rows.' },
  columns: [
    { ...column, name: 'Student Name', note: 'Last name first' },
    {
      ...column,
      name: 'Pos',
      distinct: [
        { value: 'QB', rows: 2, meaning: 'Quarterback' },
        { value: 'ROVR', rows: 1, meaning: null },
      ],
    },
    { ...column, name: 'Ht', note: '2-Jun is read as 6 ft 2 in, which Excel turned into a date' },
    { ...column, name: 'Email' },
    { ...column, name: 'Hudl' },
  ],
  examples: [cells],
  mapping,
  remembered: false,
  findings: null,
}
const row = (number: number, more: Partial<ImportRow>): ImportRow => ({
  id: String(number),
  row: number + 2,
  name: 'Devin Ashcroft',
  outcome: null,
  athlete: null,
  matchedBy: null,
  sameAs: null,
  problems: [],
  leftEmpty: [],
  cells,
  originals: {},
  changes: [],
  doubt: null,
  answer: null,
  candidate: null,
  ...more,
})
const checked: WholeImport = {
  ...whole,
  state: 'checked',
  findings: {
    counts: { added: 168, updated: 39, same: 4, skipped: 0, failed: 1 },
    duplicates: { identifier: 0, email: 39, birth: 0, name: 0 },
    withinFile: 0,
    open: 1,
    changedValues: 2,
    newTags: ['Top 50'],
    overPlan: 0,
    notUnderstood: [{ column: 1, value: 'ROVR', rows: 1, message: 'Unknown position in football' }],
  },
}
const failed = row(1, {
  name: '',
  cells: ['#7', ...cells.slice(1)],
  problems: [{ column: 0, value: '#7', message: 'Enter a first and a last name' }],
})
const unread = row(2, {
  cells: [cells[0] ?? '', 'ROVR', ...cells.slice(2)],
  leftEmpty: [{ column: 1, value: 'ROVR', message: 'Unknown position in football' }],
})
const updated = row(4, {
  matchedBy: 'email',
  changes: [
    { field: 'measured:height', before: null, after: '6 ft 2 in' },
    { field: 'school', before: 'Alder Basin High', after: 'Alder Basin HS' },
  ],
})
const asked = row(5, {
  doubt: 'name',
  candidate: {
    name: 'Devin Ashcroft',
    sport: 'football',
    positions: ['quarterback'],
    school: null,
    classYear: 2027,
    addedAt: '2024-03-01T10:00:00Z',
  },
})
const rowsByFilter: Record<string, ImportRow[]> = { unread: [failed, unread], updated: [updated], asked: [asked] }
const answers = {
  'GET programs': { programs: [] },
  'GET custom-fields': { fields: [] },
  'GET members': pageOf(),
  [`GET imports/${id}/rows`]: ({ query }: { query: Record<string, string> }) =>
    pageOf(...(rowsByFilter[query.outcome ?? ''] ?? [])),
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(() => page.viewport(1280, 1200))
afterEach(() => vi.restoreAllMocks())

test('a refused file says what is wrong in it, and nothing that does not apply', async () => {
  const message = 'Row 4, column C has 12,000 characters. Shorten it to 10,000'
  fakeServer({ ...answers, 'POST imports': new Refusal('not-a-table', { errors: [{ field: 'file', message }] }) })
  await showScreen(<UploadPanel importable={athletesImportable} mostRows="100,000" />)
  await button('Paste rows instead').click()
  await page.getByLabelText('Rows').fill('12')
  await button('Use these rows').click()
  await expect.element(page.getByText(`${message}.`, { exact: true })).toBeVisible()
})

describe('matching columns', () => {
  test('shows titles, the guessed sport, and how columns are read', async () => {
    fakeServer(answers)
    await showScreen(<MatchStep whole={whole} onChecking={vi.fn()} />)
    await expect.element(page.getByText('Row 2. Row 1 is skipped.')).toBeVisible()
    await expect.element(page.getByText('QB, SAF, WR fit football, in 3 of 3 rows.')).toBeVisible()
    await expect.element(page.getByText('4 of 5 matched', { exact: false })).toBeVisible()
    await expect.element(page.getByText('Last name first.')).toBeVisible()
    await expect.element(page.getByText('1 unrecognized')).toBeVisible()
    // The file itself is only known to the tab that uploaded it.
    await expect.element(page.getByLabelText('Sheet')).toBeDisabled()
    await expect.element(page.getByText('Upload the file again to read another sheet.')).toBeVisible()
  })

  test('saves each change, and leaves unrecognized values empty at one press', async () => {
    const server = fakeServer({ ...answers, [`PUT imports/${id}/mapping`]: whole })
    await showScreen(<MatchStep whole={whole} onChecking={vi.fn()} />)
    await button('Leave it empty').click()
    await expect.poll(() => server.asked.some(({ call }) => call.startsWith('PUT'))).toBe(true)
    expect(server.bodyOf(`PUT imports/${id}/mapping`)).toMatchObject({ values: { 1: { rovr: '' } } })
  })

  test('says why a check is refused', async () => {
    fakeServer({ ...answers, [`POST imports/${id}/check`]: 'another-import-running' })
    const onChecking = vi.fn()
    await showScreen(<MatchStep whole={whole} onChecking={onChecking} />)
    await button('Check rows').click()
    await expect.element(page.getByText('Another import is running.', { exact: false })).toBeVisible()
    expect(onChecking).not.toHaveBeenCalled()
  })
})

describe('the check', () => {
  test('shows errors, doubts and changes, before anything is imported', async () => {
    fakeServer(answers)
    await showScreen(<CheckStep whole={checked} onBack={vi.fn()} />)
    await expect.element(button('Import 207 athletes')).toBeEnabled()
    await expect.element(page.getByRole('textbox', { name: 'Student Name, row 3' })).toBeInvalid()
    await expect.element(page.getByText('Enter a first and a last name')).toBeVisible()
    await expect.element(page.getByText('Same name, nothing else to go by', { exact: false })).toBeVisible()
    await expect.element(page.getByText('Alder Basin HS')).toBeVisible()
    await expect.element(page.getByText('1 new tag:')).toBeVisible()
    await expect.element(page.getByText('2 values change')).toBeVisible()
    await expect.element(page.getByText('1 row may be an athlete you already have.', { exact: false })).toBeVisible()
  })

  test('saves a corrected cell on Enter, and not again on leaving it', async () => {
    const server = fakeServer({ ...answers, [`PATCH imports/${id}/rows`]: checked })
    await showScreen(<CheckStep whole={checked} onBack={vi.fn()} />)
    const name = page.getByRole('textbox', { name: 'Student Name, row 3' })
    await name.fill('Tre Gault')
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await expect.poll(() => server.asked.some(({ call }) => call.startsWith('PATCH'))).toBe(true)
    expect(server.bodyOf(`PATCH imports/${id}/rows`)).toEqual({ edits: [{ row: 1, column: 0, value: 'Tre Gault' }] })
  })

  test('answers whether a row is a known athlete', async () => {
    const server = fakeServer({ ...answers, [`POST imports/${id}/answers`]: checked })
    await showScreen(<CheckStep whole={checked} onBack={vi.fn()} />)
    await button('Someone else').click()
    await expect.poll(() => server.asked.some(({ call }) => call === `POST imports/${id}/answers`)).toBe(true)
    expect(server.bodyOf(`POST imports/${id}/answers`)).toEqual({ answer: 'add', rows: [5] })
  })

  test('needs another check once a value has a meaning', async () => {
    fakeServer(answers)
    await showScreen(<CheckStep whole={checked} onBack={vi.fn()} />)
    await page.getByLabelText('Meaning of ROVR').selectOptions('Safety')
    await expect.element(button('Check again')).toBeVisible()
  })
})

test.each([
  ['match', <MatchStep key="match" whole={whole} onChecking={vi.fn()} />],
  ['check', <CheckStep key="check" whole={checked} onBack={vi.fn()} />],
])('%s fits a phone', async (name, screen) => {
  fakeServer(answers)
  await page.viewport(360, 800)
  await showScreen(screen)
  await expect.element(page.getByText(name === 'match' ? 'Which sport is this?' : 'Before and after')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
})
