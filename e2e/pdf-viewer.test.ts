import { pdfWithScript } from '../apps/server/test/sample-files'
import { askAs, enter, makeTeam, test } from './platform'
import { expectAccessibleAndResponsive } from './screen-checks'
import { expect } from './site'

test('shows a PDF on desktop and phone without running its scripts', async ({ page, request }) => {
  const { owner, organization } = await makeTeam(request)
  const { id: athlete } = await askAs<{ id: string }>(
    request,
    owner,
    'post',
    `organizations/${organization}/athletes`,
    {
      givenName: 'Jonah',
      familyName: 'Okoye',
      level: 'college',
      stage: 'signed',
      birthDate: '2000-01-01',
    },
  )
  const said: string[] = []
  page.on('dialog', (dialog) => said.push(dialog.message()))
  await enter(page, owner, `/organizations/${organization}/athletes/${athlete}/documents`)
  const loaded: string[] = []
  page.on('request', (asked) => loaded.push(asked.url()))
  const isViewer = (url: string) => /\/pdf-viewer-|\/pdf\.worker/.test(url)
  const file = { name: 'Contract.pdf', mimeType: 'application/pdf', buffer: await pdfWithScript() }
  await page.getByRole('region', { name: 'Files' }).locator('input[type=file]').first().setInputFiles(file)
  const show = page.getByRole('button', { name: 'Show Contract.pdf' })
  await expect(show).toBeVisible()
  expect(loaded.filter(isViewer)).toEqual([])
  await show.click()

  const viewer = page.getByRole('dialog', { name: 'Contract.pdf' })
  const pageOf = (number: number) => viewer.getByRole('region', { name: `Page ${number} of 2` })
  await expect(pageOf(1)).toContainText('Sponsorship agreement')
  expect(loaded.filter(isViewer)).toHaveLength(2)
  await expect(viewer.getByRole('document', { name: 'Contract.pdf' })).toBeFocused()
  await expectAccessibleAndResponsive(page, { standsFor: 'PDF viewer' })
  // The height of page 2 may not be known yet.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(viewer.getByText('Page 2 of 2', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(pageOf(2)).toContainText('Signatures')

  await page.setViewportSize({ width: 360, height: 640 })
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeInViewport()
  const paper = await pageOf(1).boundingBox()
  expect(paper?.width).toBeLessThan(360)
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await pageOf(1).boundingBox())?.width).toBeGreaterThan((paper?.width ?? 0) * 1.2)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Contract.pdf')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(show).toBeFocused()
  expect(said).toEqual([])
})
