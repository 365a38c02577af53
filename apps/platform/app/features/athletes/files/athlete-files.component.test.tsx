import { api } from '@sherpa/api-client/api'
import { auth } from '@sherpa/api-client/auth'
import { createStore } from '@sherpa/api-client/store'
import type { AccountOrganization } from '@sherpa/contracts/account'
import type { KeptFile } from '@sherpa/contracts/file'
import type { Permission } from '@sherpa/contracts/organization'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { catchUploads, type FakeUpload } from '../../../../test/fake-upload.ts'
import { OrganizationContext } from '../../../frame/account-context.ts'
import { AthleteFiles } from './athlete-files.tsx'

const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
const kept = (name: string, type: KeptFile['type'], versions = 1): KeptFile => ({
  id: `id of ${name}`,
  name,
  type,
  private: false,
  versions: Array.from({ length: versions }, (_, index) => ({
    id: `version ${versions - index} of ${name}`,
    number: versions - index,
    size: 2048,
    addedAt: '2026-01-15T10:00:00Z',
    addedBy: { id: 'p1', name: 'Amara Cole' },
  })),
})

/** Fake server state and recorded requests. */
let files: KeptFile[]
let asked: string[]
let sent: FakeUpload[]

beforeEach(async () => {
  await page.viewport(1280, 800)
  files = []
  asked = []
  sent = catchUploads()
  vi.spyOn(window, 'fetch').mockImplementation(async (request) => {
    const { method, url } = request as Request
    const path = decodeURIComponent(new URL(url).pathname).replace('/api/organizations/o1/athletes/a1/files', '')
    asked.push(`${method} ${path}`)
    if (path.endsWith('/address')) return Response.json({ address: image, expiresAt: '2026-01-15T10:01:00Z' })
    if (path.endsWith('/views')) {
      const views = [{ id: 'o1', at: '2026-01-16T10:00:00Z', person: { id: 'p2', name: 'Jo Park' }, version: 1 }]
      return Response.json({ views })
    }
    if (method === 'PUT') {
      const { name } = await (request as Request).json()
      files = files.map((file) => ({ ...file, name }))
      return Response.json(files[0])
    }
    if (method === 'DELETE') {
      files = []
      return new Response(null, { status: 204 })
    }
    return Response.json({ files })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function show(permissions: Permission[] = ['athletes.view', 'athletes.edit']) {
  const store = createStore(api, { baseUrl: '/api' })
  const user = { id: 'p1', name: 'Amara', email: 'a@agency.example', staff: false, secondFactor: false }
  store.dispatch(auth.actions.signedIn({ user, token: 'secret' }))
  const organization = { id: 'o1', name: 'Ridgeline', permissions } as AccountOrganization
  const screen = (athlete: string) => (
    <Provider store={store}>
      <OrganizationContext value={organization}>
        <AthleteFiles athlete={athlete} minor />
      </OrganizationContext>
    </Provider>
  )
  const { rerender } = await render(screen('a1'))
  return { showAthlete: (athlete: string) => rerender(screen(athlete)) }
}

const choose = (...names: string[]) =>
  userEvent.upload(
    page.getByLabelText('Files to add'),
    names.map((name) => new File(['content'], name)),
  )
const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

test('uploads several files at once with the token and shows progress', async () => {
  await show()
  await choose('Contract.pdf', 'Photo.png')
  await expect.poll(() => sent.length).toBe(2)
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/organizations/o1/athletes/a1/files?name=Contract.pdf&private=yes',
    '/api/organizations/o1/athletes/a1/files?name=Photo.png&private=yes',
  ])
  expect(sent[0]?.headers.Authorization).toBe('Bearer secret')
  sent[0]?.progress(30, 100)
  await expect
    .element(page.getByRole('progressbar', { name: 'Upload of Contract.pdf' }))
    .toHaveAttribute('value', '0.3')
  await expect.element(page.getByText('30%')).toBeVisible()

  files = [kept('Contract.pdf', 'application/pdf')]
  sent[0]?.answer(201, files[0] as KeptFile)
  await expect.element(page.getByRole('button', { name: 'Show Contract.pdf' })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('Contract.pdf was added.')
  await expect.element(page.getByRole('progressbar', { name: 'Upload of Contract.pdf' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('progressbar', { name: 'Upload of Photo.png' })).toBeVisible()
})

test('errors appear beside each file, before the upload where possible', async () => {
  await show()
  await choose('Tool.exe', 'Photo.png')
  const tool = page.getByRole('listitem').filter({ hasText: 'Tool.exe' })
  await expect.element(tool.getByText('This file type is not supported.', { exact: false })).toBeVisible()
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.answer(415, { code: 'file-misnamed', title: 'The content of this file does not match its extension' })
  const photo = page.getByRole('listitem').filter({ hasText: 'Photo.png' })
  await expect.element(photo.getByText('The content of this file does not match its extension.')).toBeVisible()
  await expect.element(photo.getByRole('button', { name: 'Try again: Photo.png' })).not.toBeInTheDocument()
  await photo.getByRole('button', { name: 'Dismiss: Photo.png' }).click()
  await expect.element(photo).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Choose files' })).toHaveFocus()
})

test('retries after a lost connection', async () => {
  await show()
  await choose('Contract.pdf')
  await expect.poll(() => sent.length).toBe(1)
  sent[0]?.breakOff()
  await page.getByRole('button', { name: 'Try again: Contract.pdf' }).click()
  await expect.poll(() => sent.length).toBe(2)
})

test('cancels an upload', async () => {
  await show()
  await choose('Contract.pdf')
  await expect.poll(() => sent.length).toBe(1)
  await page.getByRole('button', { name: 'Cancel: Contract.pdf' }).click()
  await expect.poll(() => sent[0]?.aborted).toBe(true)
  await expect.element(page.getByText('Contract.pdf')).not.toBeInTheDocument()
})

test('uploads at most three files at once', async () => {
  await show()
  await choose('1.pdf', '2.pdf', '3.pdf', '4.pdf')
  await expect.poll(() => sent.length).toBe(3)
  await expect.element(page.getByText('Waiting')).toBeVisible()
  sent[0]?.answer(201, kept('1.pdf', 'application/pdf'))
  await expect.poll(() => sent.length).toBe(4)
})

test('queued uploads stay with their athlete after navigation', async () => {
  const { showAthlete } = await show()
  await choose('1.pdf', '2.pdf', '3.pdf', '4.pdf')
  await expect.poll(() => sent.length).toBe(3)
  await showAthlete('a2')
  await expect.element(page.getByText('4.pdf')).not.toBeInTheDocument()
  sent[0]?.answer(201, kept('1.pdf', 'application/pdf'))
  await expect.poll(() => sent[3]?.address).toBe('/api/organizations/o1/athletes/a1/files?name=4.pdf&private=yes')
  await showAthlete('a1')
  await expect.element(page.getByText('4.pdf')).toBeVisible()
})

test('accepts dropped files', async () => {
  await show()
  const data = new DataTransfer()
  data.items.add(new File(['content'], 'Contract.pdf'))
  const area = page.getByText('Or drop them here.').element()
  area.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  await expect.poll(() => sent.length).toBe(1)
})

test('shows a picture and its versions in a dialog', async () => {
  files = [kept('Photo.png', 'image/png', 2)]
  await show()
  await page.getByRole('button', { name: 'Show Photo.png' }).click()
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'Photo.png' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await menuOf('Photo.png').click()
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Show version 1' }).click()
  await expect.element(page.getByRole('dialog').getByRole('img', { name: 'Photo.png' })).toBeVisible()
  expect(asked).toContain('POST /id of Photo.png/versions/version 1 of Photo.png/address')
})

test('uploads a new version of a file', async () => {
  files = [kept('Contract.pdf', 'application/pdf')]
  await show()
  await menuOf('Contract.pdf').click()
  // The native file dialog is not available: set the input directly.
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
  await page.getByRole('button', { name: 'Upload new version' }).click()
  await choose('Signed.pdf')
  await expect.poll(() => sent.length).toBe(1)
  expect(decodeURIComponent(sent[0]?.address ?? '')).toBe(
    '/api/organizations/o1/athletes/a1/files/id of Contract.pdf/versions',
  )
})

test('renames a file, removes it after confirmation, and lists its views', async () => {
  files = [kept('Contract.pdf', 'application/pdf')]
  await show()
  await menuOf('Contract.pdf').click()
  await page.getByRole('button', { name: 'Who opened it' }).click()
  await expect.element(page.getByRole('dialog').getByText('Jo Park')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  await menuOf('Contract.pdf').click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabelText('Name').fill('Agreement.pdf')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(menuOf('Agreement.pdf')).toBeVisible()

  await menuOf('Agreement.pdf').click()
  await page.getByRole('button', { name: 'Remove' }).click()
  expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(menuOf('Agreement.pdf')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Files' })).toHaveFocus()
})

test('without permission to edit athletes, files can only be opened', async () => {
  files = [kept('Contract.pdf', 'application/pdf')]
  await show(['athletes.view'])
  await menuOf('Contract.pdf').click()
  await expect.element(page.getByRole('button', { name: 'Versions' })).toBeVisible()
  for (const name of ['Remove', 'Edit', 'Who opened it', 'Choose files']) {
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  }
})

test('files of a minor are private by default', async () => {
  await show(['athletes.view', 'athletes.edit', 'athletes.sensitive'])
  const box = page.getByRole('checkbox', { name: /New files are private/ })
  await expect.element(box).toBeChecked()
  await box.click()
  await choose('Schedule.pdf')
  await expect.poll(() => sent[0]?.address).toBe('/api/organizations/o1/athletes/a1/files?name=Schedule.pdf&private=no')
})

test('a PDF is shown by our own viewer', async () => {
  files = [{ ...kept('Contract.pdf', 'application/pdf'), private: true }]
  await show()
  await expect.element(page.getByText('Private', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show Contract.pdf' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Contract.pdf' })).toBeVisible()
  // The viewer is a large script: on a busy machine it loads in seconds.
  await expect.poll(() => asked, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/^POST .*address$/))
  await expect.element(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
})
