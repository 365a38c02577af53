import type { DisclosureRow } from '@sherpa/contracts/disclosure'
import type { EnteredFacts, MissingFacts, UnjudgedRow } from '@sherpa/contracts/missing-facts'
import { permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, pageOf, showScreen } from '../../../test/show-screen.tsx'
import { Component as Desk } from './desk-screen.tsx'
import { MissingFactsOf } from './missing-facts.tsx'
import { Component as MissingFactsScreen } from './missing-facts-screen.tsx'

const idOf = (number: number) => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`
const names = ['Jonah Okoye', 'Theo Lind', 'Luka Perrin-Vandenberghe of Northfield']
const lacking: MissingFacts['athletes'][number]['missing'][] = [
  ['athlete.division', 'athlete.enrolledOn'],
  ['athlete.division'],
  ['athlete.level', 'athlete.division', 'athlete.enrolledOn'],
]
const rows: UnjudgedRow[] = names.map((name, index) => ({
  id: idOf(index),
  kind: 'nil-go',
  athlete: { id: idOf(10 + index), name },
  deal: { id: idOf(20 + index), title: `${name} × Halden Sportswear` },
  company: { id: idOf(30), name: 'Halden Sportswear' },
  missing: lacking[index] ?? [],
  dueOn: '2026-11-25',
  dueAt: '2026-11-26T05:00:00Z',
}))
const missing: MissingFacts = {
  counts: { late: 2, today: 1, unknown: 3, past: { joining: 0, update: 0 } },
  unjudged: 0,
  groups: [
    { fact: 'athlete.division', athletes: 3, deals: 3, rows: 3, dueOn: '2026-11-25', dueAt: '2026-11-26T05:00:00Z' },
  ],
  rows,
  total: 3,
  athletes: rows.map(({ athlete, missing }) => ({
    ...athlete,
    about: 'Harlan Tech',
    known: missing.includes('athlete.level') ? {} : { 'athlete.level': 'college' },
    missing,
    rows: 1,
  })),
  companies: [],
  ask: [],
}
const none: MissingFacts = {
  ...missing,
  counts: { late: 0, today: 0, unknown: 0, past: { joining: 0, update: 0 } },
  groups: [],
  rows: [],
  total: 0,
  athletes: [],
}
const outcome: EnteredFacts = {
  entered: 2,
  kept: [],
  rows: rows.slice(0, 2).map((row, index) => ({
    ...row,
    missing: [],
    outcome: index === 0 ? 'due' : 'nothing',
    why: index === 0 ? null : 'NIL Go is for Division I.',
  })),
}
const onDesk: DisclosureRow[] = rows.map(({ company: _, ...row }) => ({
  ...row,
  title: null,
  authority: null,
  state: 'draft',
  school: 'Harlan Tech',
  agreementId: null,
  isRevision: false,
  dueBefore: null,
  countsFrom: '2026-11-18',
  countsAt: null,
  outcomeOn: null,
  preparer: null,
  completeness: { filled: 2, fields: 14 },
  attestation: null,
  version: 1,
}))
const desk = (facts: MissingFacts, shown: DisclosureRow[]) =>
  fakeServer({
    'GET missing-facts': facts,
    'GET disclosures': pageOf(...shown),
    'GET reported-deals': { reports: [] },
    'GET views': { views: [] },
    'GET people': pageOf(),
    'POST missing-facts/preview': outcome,
    'POST missing-facts': outcome,
  })

beforeEach(() => page.viewport(1280, 1000))
afterEach(() => vi.restoreAllMocks())

test('the desk says how many reports nobody can judge, and takes the facts beside the list', async () => {
  const server = desk(missing, onDesk)
  await showScreen(<Desk />)
  await expect.element(page.getByText('2 late, 1 today, 3 cannot be judged yet')).toBeVisible()
  await page.getByLabelText('Division for all').selectOptions('Division I')
  await expect.element(page.getByLabelText('Division of Jonah Okoye')).toHaveValue('ncaa-1')
  await expect.element(page.getByText(/Theo Lind: nothing to report/)).toBeVisible()
  await page.getByRole('button', { name: 'Save 3 facts' }).click()
  await expect.element(page.getByText('2 facts saved: 1 due, 1 with nothing to report.')).toBeVisible()
  expect(server.bodyOf('POST missing-facts')).toEqual({
    facts: rows.map(({ athlete }) => ({ fact: 'athlete.division', id: athlete.id, value: 'ncaa-1' })),
  })
})

test('an empty desk names signed deals that nobody could judge, and otherwise says that nothing is due', async () => {
  desk({ ...none, unjudged: 2 }, [])
  await showScreen(<Desk />)
  await expect.element(page.getByText(/Each deal says what is missing/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: '2 signed deals could not be judged' })).toBeVisible()
  expect(page.getByText('Nothing due').query()).toBeNull()
})

test('what was due before the organization joined is one line, and never late', async () => {
  const past = { joining: 12, update: 0 }
  const counts = { ...none.counts, past }
  desk({ ...none, counts }, [])
  await page.viewport(320, 700)
  const { unmount } = await showScreen(<Desk />)
  await expect.element(page.getByRole('link', { name: 'Show them' })).toBeVisible()
  await expect.element(page.getByText('12 reports were due before you joined Sherpa').first()).toBeVisible()
  expect(page.getByText('Nothing due').query()).toBeNull()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await unmount()
  desk(
    { ...none, counts },
    onDesk.slice(0, 1).map((row) => ({ ...row, dueOn: '2025-03-10', dueBefore: 'joining' })),
  )
  await showScreen(<Desk />)
  await expect
    .element(page.getByText('Was due before you joined Sherpa: file it or say that it was filed'))
    .toBeVisible()
  expect(page.getByText(/days late/).query()).toBeNull()
})

test('the screen fits a phone, and opens each missing fact to its reports', async () => {
  await page.viewport(320, 700)
  desk(missing, onDesk)
  await showScreen(<MissingFactsScreen />)
  await page.getByText('Division missing').click()
  await expect.element(page.getByRole('link', { name: 'Theo Lind × Halden Sportswear' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('whoever may not enter facts is told whom to ask', async () => {
  desk({ ...missing, ask: ['Lin Zhao', 'Amara Cole'] }, onDesk)
  await showScreen(<MissingFactsOf of={{ athlete: idOf(10) }} />, {
    as: { ...organization, role: 'support-staff', permissions: permissionsOf('support-staff', []) },
  })
  await expect.element(page.getByText('Ask Lin Zhao or Amara Cole to enter what is missing.')).toBeVisible()
  expect(page.getByRole('button', { name: /^Save/ }).query()).toBeNull()
})
