import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '../app.css'
import { PdfDialog } from './pdf-dialog.tsx'

/** PDF with a script that runs on open. */
function pdfOf(pages: number) {
  const kids = Array.from({ length: pages }, (_, index) => `${10 + index * 2} 0 R`).join(' ')
  const script = '/OpenAction << /S /JavaScript /JS (app.alert("run")) >>'
  const objects: [number, string][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${script} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ...Array.from({ length: pages }, (_, index): [number, string][] => {
      const words = `BT /F1 24 Tf 72 700 Td (Terms of page ${index + 1}) Tj ET`
      return [
        [
          10 + index * 2,
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${11 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        ],
        [11 + index * 2, `<< /Length ${words.length} >>\nstream\n${words}\nendstream`],
      ]
    }).flat(),
  ]
  return `%PDF-1.7\n${objects.map(([id, body]) => `${id} 0 obj\n${body}\nendobj\n`).join('')}trailer << /Root 1 0 R >>\n`
}

const addressOf = (content: string) => async () => URL.createObjectURL(new Blob([content], { type: 'application/pdf' }))
const alert = vi.fn()

beforeEach(() => vi.stubGlobal('alert', alert))
afterEach(() => {
  vi.unstubAllGlobals()
  expect(alert).not.toHaveBeenCalled()
})

/** Vite transforms the large worker on its first request. */
const FIRST = { timeout: 60_000 }
const show = (dialog: ReactNode) => render(dialog)
const onClose = () => undefined
const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each([
  [1280, 800],
  [360, 640],
])(
  'at %i × %i a PDF is shown with its text, its pages and a zoom, and runs nothing',
  { timeout: 90_000 },
  async (width, height) => {
    await page.viewport(width, height)
    await show(<PdfDialog open name="Contract.pdf" addressOf={addressOf(pdfOf(3))} onClose={onClose} />)
    const first = page.getByRole('region', { name: 'Page 1 of 3' })
    await expect.element(first, FIRST).toHaveTextContent('Terms of page 1')
    await expect.element(page.getByText('Page 1 of 3', { exact: true })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    const paper = first.element().getBoundingClientRect()
    expect(paper.height / paper.width).toBeCloseTo(792 / 612, 1)

    await button('Next page').click()
    await expect.element(page.getByText('Page 2 of 3', { exact: true })).toBeVisible()
    await button('Zoom in').click()
    await expect.poll(() => first.element().getBoundingClientRect().width).toBeGreaterThan(paper.width * 1.2)
    page.getByRole('document', { name: 'Contract.pdf' }).element().focus()
    await userEvent.keyboard('0')
    await expect.element(page.getByRole('status')).toHaveTextContent('Zoom 100%')
    await userEvent.keyboard('-')
    await expect.element(page.getByRole('status')).toHaveTextContent('Zoom 75%')
    // The text layer matches the rendered text.
    await expect.element(page.getByText('Terms of page 1')).toBeInTheDocument()
    const words = page.getByText('Terms of page 1').element().getBoundingClientRect()
    const sheet = first.element().getBoundingClientRect()
    expect((words.left - sheet.left) / sheet.width).toBeCloseTo(72 / 612, 1)
    expect((words.bottom - sheet.top) / sheet.height).toBeCloseTo(92 / 792, 1)
  },
)

test('renders only visible pages', async () => {
  await page.viewport(1280, 800)
  await show(<PdfDialog open name="Long.pdf" addressOf={addressOf(pdfOf(60))} onClose={onClose} />)
  await expect.element(page.getByText('Terms of page 1', { exact: true })).toBeVisible()
  const drawn = () => [...document.querySelectorAll('canvas')].filter((canvas) => canvas.width > 300).length
  expect(drawn()).toBeLessThan(8)
  const list = page.getByRole('document', { name: 'Long.pdf' }).element()
  list.scrollTop = list.scrollHeight
  await expect.element(page.getByText('Page 60 of 60', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Terms of page 60')).toBeVisible()
  await expect.poll(drawn).toBeLessThan(8)
})

test('zoom and resize keep the scroll position', async () => {
  await page.viewport(1280, 800)
  await show(<PdfDialog open name="Long.pdf" addressOf={addressOf(pdfOf(20))} onClose={onClose} />)
  await expect.element(page.getByText('Terms of page 1', { exact: true })).toBeVisible()
  const list = page.getByRole('document', { name: 'Long.pdf' }).element()
  const tenth = page.getByRole('region', { name: 'Page 10 of 20' }).element()
  /** How far down the page the middle of the view is. */
  const place = () => {
    const [view, sheet] = [list.getBoundingClientRect(), tenth.getBoundingClientRect()]
    return (view.top + view.height / 2 - sheet.top) / sheet.height
  }
  tenth.scrollIntoView({ block: 'start' })
  list.scrollTop += 200
  await expect.element(page.getByText('Page 10 of 20', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Terms of page 10')).toBeInTheDocument()
  const before = place()
  expect(before).toBeGreaterThan(0)

  const sizes = [
    () => button('Zoom in').click(),
    () => button('Zoom in').click(),
    () => button('Zoom out').click(),
    () => userEvent.keyboard('0'),
    () => button('Zoom out').click(),
    () => page.viewport(700, 500),
    () => page.viewport(1280, 800),
  ]
  for (const change of sizes) {
    const width = () => tenth.getBoundingClientRect().width
    const old = width()
    list.focus()
    await change()
    await expect.poll(width).not.toBe(old)
    await expect.poll(place).toBeCloseTo(before, 1)
    await expect.element(page.getByText('Page 10 of 20', { exact: true })).toBeVisible()
  }
})

test('an invalid PDF shows an error and a download button', async () => {
  await show(<PdfDialog open name="Broken.pdf" addressOf={addressOf('no PDF at all')} onClose={onClose} />)
  await expect.element(page.getByText(/This PDF is damaged/)).toBeVisible()
  await expect.element(button('Download')).toBeVisible()
  await expect.element(button('Try again')).toBeVisible()
})

test('a refused URL shows its reason and can be retried', async () => {
  let attempts = 0
  const addressAfterAll = async () => {
    attempts++
    if (attempts === 1) throw new Error('gone')
    return addressOf(pdfOf(1))()
  }
  await show(<PdfDialog open name="Late.pdf" addressOf={addressAfterAll} onClose={onClose} />)
  await button('Try again').click()
  await expect.element(page.getByText('Terms of page 1')).toBeVisible()
})
