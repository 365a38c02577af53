import type { DealImportMapping, DealImportRow, WholeDealImport } from '@sherpa/contracts/deal-import'
import { permissionsOf } from '@sherpa/contracts/organization'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catchUploads } from '../../../../test/fake-upload.ts'
import { fakeServer, organization, pageOf, showScreen } from '../../../../test/show-screen.tsx'
import { DealCheckStep } from './deal-check-step.tsx'
import { DealDoneStep } from './deal-done-step.tsx'
import { Component as DealImportsScreen } from './deal-imports-screen.tsx'
import { DealMatchStep } from './deal-match-step.tsx'

const id = '018f0000-0000-7000-8000-000000000001'
const candidate = '018f0000-0000-7000-8000-0000000000c1'
const longName = 'Maximiliana-Alexandra Featherstonehaugh-Cholmondeley of the Extraordinarily-Long-Named Family'
const mapping: DealImportMapping = {
  targets: ['athlete', 'company', 'kind', 'payment:1:amount', null],
  values: {},
  athletes: {},
  companies: {},
  defaults: { kind: 'sponsorship', currency: 'USD' },
  duplicates: 'skip',
  dayFirst: false,
  decimalComma: false,
}
const column = { filled: 3, note: null, hidden: false, distinct: null }
const cells = [longName, 'Halden Sportswear', 'Endorsement', '12,000', '2027-03-01']
const whole: WholeDealImport = {
  id,
  name: 'signed-deals-2026.xlsx',
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
  headerRow: 1,
  firstRows: [
    { row: 1, cells: ['Player', 'Brand', 'Type', 'Payment 1', 'Second due'] },
    { row: 2, cells },
  ],
  sheets: [],
  sheet: null,
  examples: [cells],
  remembered: false,
  columns: [
    { ...column, name: 'Player' },
    { ...column, name: 'Brand' },
    {
      ...column,
      name: 'Type',
      distinct: [
        { value: 'NIL', rows: 2, meaning: 'NIL' },
        { value: 'Endorsement', rows: 1, meaning: null },
      ],
    },
    { ...column, name: 'Payment 1' },
    { ...column, name: 'Second due' },
  ],
  mapping,
  findings: null,
  approval: {
    version: 3,
    askedAt: null,
    approvedAt: null,
    approvedBy: null,
    comment: null,
    mayApprove: false,
    isOnlyApprover: false,
  },
  withoutPdf: 0,
}
const checked: WholeDealImport = {
  ...whole,
  state: 'checked',
  findings: {
    counts: { added: 12, updated: 0, same: 0, skipped: 2, failed: 1 },
    withinFile: 0,
    open: 0,
    changedValues: 0,
    notUnderstood: [
      { column: 2, value: 'Endorsement', rows: 1, message: 'Choose what “Endorsement” means' },
      { column: 3, value: 'twelve', rows: 1, message: 'Enter an amount, such as 1,250,000' },
    ],
    deals: 12,
    joined: 30,
    incomplete: 1,
    athletes: [
      {
        name: 'Jordan Reese',
        rows: 3,
        candidates: [{ id: candidate, name: 'Jordan Reese Jr.', about: 'Football, QB' }],
        chosen: null,
      },
      { name: longName, rows: 1, candidates: [], chosen: 'new' },
    ],
    companies: [{ name: 'Halden Sportswear', rows: 2, candidates: [], chosen: 'new' }],
    toApprove: 0,
    totals: [
      { currency: 'USD', deals: 11, totalMinor: 1_250_000_00, receivedMinor: 250_000_00, openMinor: 1_000_000_00 },
      { currency: 'EUR', deals: 1, totalMinor: 48_000_50, receivedMinor: 0, openMinor: 48_000_50 },
    ],
  },
}
const toApprove: WholeDealImport = checked.findings
  ? { ...checked, findings: { ...checked.findings, toApprove: 2 } }
  : checked
const withApproval = (approval: Partial<WholeDealImport['approval']>): WholeDealImport => ({
  ...toApprove,
  approval: { ...toApprove.approval, ...approval },
})
const done: WholeDealImport = {
  ...checked,
  state: 'done',
  counts: { added: 12, updated: 0, same: 0, skipped: 0, failed: 0 },
  undoUntil: '2026-12-09T10:00:00Z',
  withoutPdf: 3,
}
const row = (number: number, more: Partial<DealImportRow>): DealImportRow => ({
  id: String(number),
  row: number + 1,
  name: `${longName} × Halden Sportswear`,
  outcome: null,
  deal: null,
  matchedBy: null,
  sameAs: null,
  problems: [],
  leftEmpty: [],
  cells,
  originals: {},
  changes: [],
  answer: null,
  ...more,
})
const rowsByFilter: Record<string, DealImportRow[]> = {
  unread: [row(1, { problems: [{ column: 3, value: 'twelve', message: 'Enter an amount, such as 1,250,000' }] })],
  skipped: [row(2, { matchedBy: 'deal' }), row(3, {})],
  kept: [row(4, {})],
}
const answers = {
  [`GET deal-imports/${id}/rows`]: ({ query }: { query: Record<string, string> }) =>
    pageOf(...(query.outcome ? (rowsByFilter[query.outcome] ?? []) : [row(1, {}), row(2, {})])),
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const waitFor = (server: ReturnType<typeof fakeServer>, call: string) =>
  expect.poll(() => server.asked.some((one) => one.call === call)).toBe(true)
const checkStep = (of: WholeDealImport, mayEdit = true) => (
  <DealCheckStep whole={of} mayEdit={mayEdit} onBack={vi.fn()} />
)

beforeEach(() => page.viewport(1280, 1200))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the upload', () => {
  test('offers a template per layout', async () => {
    const server = fakeServer({
      'GET deal-imports': pageOf(),
      'GET deal-imports/template': () => new Response('Athlete,Company'),
    })
    await showScreen(<DealImportsScreen />)
    await button('One row per season of a contract').click()
    await waitFor(server, 'GET deal-imports/template')
    await expect.element(page.getByRole('heading', { name: 'Imports', exact: true })).not.toBeInTheDocument()
    expect(server.asked.find(({ call }) => call.endsWith('template'))?.query).toEqual({ layout: 'seasons' })
  })

  test('is for people who may edit deals and money', async () => {
    fakeServer({})
    await showScreen(<DealImportsScreen />, {
      as: { ...organization, role: 'support-staff', permissions: permissionsOf('support-staff', []) },
    })
    await expect.element(page.getByText('You don’t have access')).toBeVisible()
  })
})

describe('matching columns', () => {
  test('offers the next payment, and saves the chosen field', async () => {
    const server = fakeServer({ [`PUT deal-imports/${id}/mapping`]: whole })
    await showScreen(<DealMatchStep whole={whole} onChecking={vi.fn()} />)
    await expect.element(page.getByLabelText('Field for Payment 1')).toHaveDisplayValue('Payment 1: amount')
    await page.getByLabelText('Field for Second due').selectOptions('Payment 2: due on')
    await waitFor(server, `PUT deal-imports/${id}/mapping`)
    expect(server.bodyOf(`PUT deal-imports/${id}/mapping`)).toEqual({
      ...mapping,
      targets: ['athlete', 'company', 'kind', 'payment:1:amount', 'payment:2:due'],
    })
  })

  test('asks what unrecognized values mean', async () => {
    const server = fakeServer({ [`PUT deal-imports/${id}/mapping`]: whole })
    await showScreen(<DealMatchStep whole={whole} onChecking={vi.fn()} />)
    await expect.element(page.getByText('1 unrecognized')).toBeVisible()
    // A deal without a kind is not possible.
    await expect.element(button('Leave it empty')).not.toBeInTheDocument()
    await page.getByLabelText('Meaning of Endorsement in Type').selectOptions('Sponsorship')
    await waitFor(server, `PUT deal-imports/${id}/mapping`)
    expect(server.bodyOf(`PUT deal-imports/${id}/mapping`)).toMatchObject({
      values: { 2: { endorsement: 'sponsorship' } },
    })
  })

  test.each([
    ['Kind', 'NIL', { defaults: { kind: 'nil', currency: 'USD' } }],
    ['Currency', 'EUR', { defaults: { kind: 'sponsorship', currency: 'EUR' } }],
    ['Dates', 'Day first: 3/9/2025 is September 3', { dayFirst: true }],
    ['Decimals', 'Comma: 1.250,50', { decimalComma: true }],
    ['Deals that are in Sherpa already', 'Add as a new deal', { duplicates: 'add' }],
  ])('saves the option %s', async (label, choice, saved) => {
    const server = fakeServer({ [`PUT deal-imports/${id}/mapping`]: whole })
    await showScreen(<DealMatchStep whole={whole} onChecking={vi.fn()} />)
    await page.getByLabelText(label, { exact: true }).selectOptions(choice)
    await waitFor(server, `PUT deal-imports/${id}/mapping`)
    expect(server.bodyOf(`PUT deal-imports/${id}/mapping`)).toEqual({ ...mapping, ...saved })
  })
})

describe('the check', () => {
  test('shows deals, money, errors and reasons before anything is imported', async () => {
    fakeServer(answers)
    await showScreen(checkStep(checked))
    await expect.element(button('Import 12 deals')).toBeEnabled()
    await expect.element(page.getByRole('row', { name: /USD 11 \$1,250,000 \$250,000 \$1,000,000/ })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /EUR 1 €48,000.50/ })).toBeVisible()
    await expect.element(page.getByText('1 deal is left out', { exact: false })).toBeVisible()
    await expect.element(page.getByText('1 name needs your answer', { exact: false })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Payment 1, row 2' })).toBeInvalid()
    // Amounts are corrected in their rows.
    await expect.element(page.getByText('“twelve”')).not.toBeInTheDocument()
    await expect.element(page.getByText('Already in Sherpa', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Its athlete or company is left out')).toBeVisible()
  })

  test('checks again with the chosen athlete and meaning', async () => {
    const server = fakeServer({
      ...answers,
      [`PUT deal-imports/${id}/mapping`]: checked,
      [`POST deal-imports/${id}/check`]: checked,
    })
    await showScreen(checkStep(checked))
    await page.getByLabelText('Answer for Jordan Reese').selectOptions('Jordan Reese Jr. (Football, QB)')
    await page.getByLabelText('Meaning of Endorsement').selectOptions('Sponsorship')
    await expect.element(button('Import 12 deals')).not.toBeInTheDocument()
    await button('Check again').first().click()
    await waitFor(server, `POST deal-imports/${id}/check`)
    expect(server.bodyOf(`PUT deal-imports/${id}/mapping`)).toEqual({
      ...mapping,
      athletes: { 'jordan reese': candidate },
      values: { 2: { endorsement: 'sponsorship' } },
    })
    await expect.element(button('Import 12 deals')).toBeVisible()
  })

  test('leaves out the rows of a new athlete', async () => {
    const server = fakeServer({
      ...answers,
      [`PUT deal-imports/${id}/mapping`]: checked,
      [`POST deal-imports/${id}/check`]: checked,
    })
    await showScreen(checkStep(checked))
    await page.getByText('1 athlete to be added').click()
    await page.getByLabelText(`Answer for ${longName}`).selectOptions('Leave out these rows')
    await button('Check again').first().click()
    await waitFor(server, `PUT deal-imports/${id}/mapping`)
    expect(server.bodyOf(`PUT deal-imports/${id}/mapping`)).toMatchObject({
      athletes: { [longName.toLowerCase()]: 'leave-out' },
    })
  })

  test('starts with a proof of identity', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/start`]: checked })
    await showScreen(checkStep(checked))
    await button('Import 12 deals').click()
    await expect.element(page.getByText('Nobody outside Ridgeline is notified.', { exact: false })).toBeVisible()
    await page.getByLabelText('6-digit code or recovery code').fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Import 12 deals' }).click()
    await waitFor(server, `POST deal-imports/${id}/start`)
    expect(server.bodyOf(`POST deal-imports/${id}/start`)).toEqual({ code: '123456' })
  })
})

describe('the approval', () => {
  test('is asked for before the import can start', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/approval-request`]: toApprove })
    await showScreen(checkStep(toApprove))
    await expect
      .element(
        page.getByText('2 deals were signed since Ridgeline joined Sherpa. A colleague approves the file.', {
          exact: false,
        }),
      )
      .toBeVisible()
    await expect.element(button('Import 12 deals')).not.toBeInTheDocument()
    await button('Ask for approval').click()
    await waitFor(server, `POST deal-imports/${id}/approval-request`)
  })

  test('says when it was asked for, and by whom it was given', async () => {
    fakeServer(answers)
    const screen = await showScreen(checkStep(withApproval({ askedAt: '2026-11-10T15:00:00Z' })))
    await expect.element(page.getByText('Asked on Nov 10, 2026.')).toBeVisible()
    await expect.element(button('Ask for approval')).not.toBeInTheDocument()
    await screen.unmount()
    const approvedBy = { id: candidate, name: 'Casey Lind' }
    await showScreen(
      checkStep(withApproval({ approvedAt: '2026-11-11T15:00:00Z', approvedBy, comment: 'Seen the contracts' })),
    )
    await expect.element(page.getByText('By Casey Lind on Nov 11, 2026.', { exact: false })).toBeVisible()
    await expect.element(page.getByText('Seen the contracts')).toBeVisible()
    await expect.element(button('Import 12 deals')).toBeEnabled()
  })

  test('is given by people who see the rows and cannot change them', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/approval`]: toApprove })
    await showScreen(checkStep(withApproval({ mayApprove: true }), false))
    await expect
      .element(page.getByRole('region', { name: 'Rows of the file' }).getByText(longName).first())
      .toBeVisible()
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument()
    await expect.element(button('Change columns')).not.toBeInTheDocument()
    await expect.element(button('Import 12 deals')).not.toBeInTheDocument()
    await button('Approve').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await waitFor(server, `POST deal-imports/${id}/approval`)
    expect(server.bodyOf(`POST deal-imports/${id}/approval`)).toEqual({ version: 3, comment: null })
  })

  test('needs a comment of the only approver', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/approval`]: toApprove })
    await showScreen(checkStep(withApproval({ mayApprove: true, isOnlyApprover: true })))
    await expect.element(button('Ask for approval')).not.toBeInTheDocument()
    await button('Approve').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expect.element(dialog.getByText('Explain why you approve it yourself', { exact: true })).toBeVisible()
    await dialog.getByLabelText('Comment').fill('I run this agency alone')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await waitFor(server, `POST deal-imports/${id}/approval`)
    expect(server.bodyOf(`POST deal-imports/${id}/approval`)).toEqual({
      version: 3,
      comment: 'I run this agency alone',
    })
  })
})

describe('the result', () => {
  const chooseZip = (file: File) => userEvent.upload(page.getByLabelText('ZIP file with contract PDFs'), file)

  test('attaches contract PDFs, with progress, and lists the files it left', async () => {
    fakeServer(answers)
    const uploads = catchUploads()
    await showScreen(<DealDoneStep whole={done} mayEdit />)
    await expect.element(page.getByText('3 deals have no contract PDF.', { exact: false })).toBeVisible()
    await chooseZip(new File(['zip'], 'contracts.zip'))
    await expect.poll(() => uploads.length).toBe(1)
    uploads[0]?.progress(1, 2)
    await expect.element(page.getByText('50%')).toBeVisible()
    expect(uploads[0]?.address).toMatch(new RegExp(`/deal-imports/${id}/pdfs$`))
    uploads[0]?.answer(200, {
      attached: [{ file: 'reese.pdf', deal: candidate, title: 'Reese × Halden' }],
      left: [{ file: 'notes.txt', reason: 'Not a PDF' }],
    })
    await expect.element(page.getByText('1 PDF attached.')).toBeVisible()
    await expect.element(page.getByText('1 file not attached')).toBeVisible()
    await expect.element(page.getByText('Not a PDF', { exact: false })).toBeVisible()
    await page.getByText('Attached files').click()
    await expect
      .element(page.getByRole('link', { name: 'Reese × Halden' }))
      .toHaveAttribute('href', `/organizations/${organization.id}/deals/${candidate}`)
  })

  test('refuses a ZIP file that is too large before sending it', async () => {
    fakeServer(answers)
    const uploads = catchUploads()
    await showScreen(<DealDoneStep whole={done} mayEdit />)
    const file = new File(['zip'], 'contracts.zip')
    Object.defineProperty(file, 'size', { value: 201 * 1024 * 1024 })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    Object.defineProperty(input, 'files', { value: [file] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.element(page.getByText('This file is larger than 200 MB.', { exact: false })).toBeVisible()
    expect(uploads).toHaveLength(0)
  })

  test('is undone after a confirmation, and lists the deals that stay', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/undo`]: done })
    const screen = await showScreen(<DealDoneStep whole={done} mayEdit />)
    await button('Undo this import').click()
    await expect
      .element(page.getByText('Deals that someone has worked on since are kept', { exact: false }))
      .toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await waitFor(server, `POST deal-imports/${id}/undo`)
    await screen.unmount()
    await showScreen(
      <DealDoneStep whole={{ ...done, state: 'undone', removed: 11, kept: 1, undoUntil: null }} mayEdit />,
    )
    await expect.element(page.getByText('Undone, except for 1 deal changed since the import.')).toBeVisible()
    await expect.element(page.getByRole('table', { name: 'Kept deals' }).getByText(/Halden/)).toBeVisible()
    await expect.element(page.getByText('Contract PDFs')).not.toBeInTheDocument()
  })

  test('continues a stopped import with a proof of identity', async () => {
    const server = fakeServer({ ...answers, [`POST deal-imports/${id}/start`]: done })
    await showScreen(<DealDoneStep whole={{ ...done, state: 'canceled', doneRows: 2 }} mayEdit />)
    await expect.element(page.getByText('Stopped after 2 of 3 rows.')).toBeVisible()
    await button('Continue').click()
    await page.getByLabelText('6-digit code or recovery code').fill('123456')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await waitFor(server, `POST deal-imports/${id}/start`)
  })

  test('has no actions for approvers', async () => {
    fakeServer(answers)
    await showScreen(<DealDoneStep whole={done} mayEdit={false} />)
    await expect.element(page.getByRole('link', { name: 'View deals' })).toBeVisible()
    await expect.element(button('Undo this import')).not.toBeInTheDocument()
    await expect.element(button('Choose ZIP file')).not.toBeInTheDocument()
    await expect.element(page.getByRole('link', { name: 'All imports' })).not.toBeInTheDocument()
  })
})

test.each([
  ['upload', <DealImportsScreen key="upload" />, 'Import signed deals'],
  ['match', <DealMatchStep key="match" whole={whole} onChecking={vi.fn()} />, 'Options'],
  ['check', checkStep(toApprove), 'Approval needed'],
  ['approval', checkStep(withApproval({ mayApprove: true }), false), 'Rows'],
  ['done', <DealDoneStep key="done" whole={done} mayEdit />, 'Contract PDFs'],
])('%s fits a small phone, also with long names', async (_, screen, title) => {
  fakeServer({ ...answers, 'GET deal-imports': pageOf() })
  await page.viewport(320, 800)
  await showScreen(screen)
  await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
