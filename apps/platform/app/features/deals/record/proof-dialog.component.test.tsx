import { api } from '@sherpa/api-client/api'
import { auth } from '@sherpa/api-client/auth'
import { createStore } from '@sherpa/api-client/store'
import type { AccountOrganization } from '@sherpa/contracts/account'
import type { DeliverableRow } from '@sherpa/contracts/deal-work'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { catchUploads, type FakeUpload } from '../../../../test/fake-upload.ts'
import { OrganizationContext } from '../../../frame/account-context.ts'
import { ProofDialog } from './proof-dialog.tsx'

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
const photo = new File([png], 'Post.png', { type: 'image/png' })

let sent: FakeUpload[]
let closed: boolean

beforeEach(async () => {
  await page.viewport(360, 740)
  sent = catchUploads()
  closed = false
  const store = createStore(api, { baseUrl: '/api' })
  const user = { id: 'p1', name: 'Jonah', email: 'j@agency.example', staff: false, secondFactor: false }
  store.dispatch(auth.actions.signedIn({ user, token: 'secret' }))
  const organization = { id: 'o1', name: 'Ridgeline', permissions: ['deals.view'] } as unknown as AccountOrganization
  const row = { id: 'l1', title: 'Instagram story' } as DeliverableRow
  const onClose = () => {
    closed = true
  }
  await render(
    <Provider store={store}>
      <OrganizationContext value={organization}>
        <ProofDialog row={row} open onClose={onClose} />
      </OrganizationContext>
    </Provider>,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const choose = (file: File) => userEvent.upload(page.getByLabelText('Photo or PDF', { exact: true }).last(), file)
const send = (name = 'Submit proof') => page.getByRole('button', { name }).click()

test('shows a preview of a photo, then the upload progress', async () => {
  await choose(photo)
  await expect.element(page.getByRole('img', { name: 'Preview of Post.png' })).toBeVisible()
  await send()
  expect(sent[0]?.address).toBe('/api/organizations/o1/deliverables/l1/proof-files?name=Post.png')
  sent[0]?.progress(30, 100)
  await expect.element(page.getByRole('progressbar', { name: 'Upload of Post.png' })).toHaveAttribute('value', '0.3')
  sent[0]?.answer(200, {})
  await expect.poll(() => closed).toBe(true)
})

test('rejects a missing or unsupported file before the upload', async () => {
  await send()
  await expect.element(page.getByText('Choose a photo or a PDF')).toBeVisible()
  await choose(new File(['content'], 'Post.heic'))
  await expect.element(page.getByText(/Choose a photo \(JPEG/)).toBeVisible()
  await send()
  expect(sent).toEqual([])
})

test('keeps the file after a lost connection and retries once online', async () => {
  await choose(photo)
  await send()
  sent[0]?.breakOff()
  await expect.element(page.getByText(/Your file is still here/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  const attempts = () => {
    window.dispatchEvent(new Event('online'))
    return sent.length
  }
  await expect.poll(attempts).toBe(2)
  sent[1]?.answer(200, {})
  await expect.poll(() => closed).toBe(true)
})

test('an upload can be canceled and started again', async () => {
  await choose(photo)
  await send()
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(sent[0]?.aborted).toBe(true)
  await send()
  await expect.poll(() => sent.length).toBe(2)
})
