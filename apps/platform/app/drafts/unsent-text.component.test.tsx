import type { SignedIn } from '@sherpa/contracts/account'
import { Dialog } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { auth } from '../../../../packages/api-client/src/auth.ts'
import { draftKey, owner } from '../../test/show-screen.tsx'
import { CodeField } from '../forms/code-field.tsx'
import { EmailField, PasswordField, TextField } from '../forms/text-field.tsx'
import { useForm } from '../forms/use-form.ts'
import { AccountContext } from '../frame/account-context.ts'
import { useOpenedByAddress } from '../frame/use-opened-by-address.ts'
import { MenuItem, RowMenu } from '../list/row-menu.tsx'
import { InlineField, LineEditor } from '../records/inline-field.tsx'
import { resumeSession, startSession } from '../session/session.ts'
import { store, useAppSelector } from '../store.ts'
import { readDrafts, removeDrafts } from './draft-storage.ts'
import { openDrafts } from './drafts.ts'
import type { KeptForm } from './kept-forms.ts'
import UnsentText from './unsent-text.tsx'

const MINUTE = 60_000

const jonah = { ...owner, id: '018f0000-0000-7000-8000-0000000000cc', name: 'Jonah Okoye' }
const logIn = (user = owner) =>
  startSession({ token: crypto.randomUUID(), user, device: 'd' } as SignedIn, { stay: true })
/** As the server’s answer that the token is worth nothing. */
const endSession = () => store.dispatch(auth.actions.signedOut())

beforeEach(() => {
  localStorage.clear()
  resumeSession()
  logIn()
})
afterEach(() => {
  endSession()
  localStorage.clear()
  vi.useRealTimers()
})

const save = vi.fn(async () => undefined)

function NoteForm({ before }: { before: string }) {
  const { errors, formProps } = useForm({ schema: z.looseObject({}), send: save })
  return (
    <form {...formProps}>
      <TextField name="text" label="Note" defaultValue={before} errors={errors} />
      <select name="kind" aria-label="Kind">
        <option value="call">Call</option>
        <option value="visit">Visit</option>
      </select>
      <TextField name="invoicePayment" label="Payment instructions" errors={errors} />
      <EmailField name="email" label="Email" errors={errors} />
      <PasswordField name="password" label="Password" autoComplete="current-password" errors={errors} />
      <CodeField errors={errors} />
      <button type="submit">Save</button>
    </form>
  )
}

function Screen({ before }: { before: string }) {
  const [open, setOpen] = useOpenedByAddress('note')
  const [isReporting, setReporting] = useState(false)
  const [hometown, setHometown] = useState('Bend')
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write a note
      </button>
      <Dialog open={open} title="Note on Kaia" onClose={() => setOpen(false)}>
        <NoteForm before={before} />
      </Dialog>
      <RowMenu name="More actions">
        <MenuItem onClick={() => setReporting(true)}>Report</MenuItem>
      </RowMenu>
      <Dialog open={isReporting} title="Report on Kaia" onClose={() => setReporting(false)}>
        <NoteForm before={before} />
      </Dialog>
      <dl>
        <InlineField
          label="Hometown"
          seen={hometown}
          value={hometown}
          shown={hometown}
          editable
          save={async (draft) => setHometown(draft)}
        >
          {(editing) => <LineEditor editing={editing} />}
        </InlineField>
      </dl>
    </>
  )
}

function App({ before = '' }: { before?: string }) {
  const user = useAppSelector((state) => state.auth.user)
  if (!user) return <p>Log in</p>
  return (
    <AccountContext value={{ user, phone: null, draftKey, organizations: [], invitations: [] }}>
      <UnsentText />
      <Screen before={before} />
    </AccountContext>
  )
}

const show = (before = '') =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <App before={before} />
      </MemoryRouter>
    </Provider>,
  )

const openNote = () => page.getByRole('button', { name: 'Write a note' }).click()
const note = page.getByLabelText('Note', { exact: true })
const offer = page.getByRole('region', { name: 'Text you have not sent' })
const kept = async () => {
  const drafts = await openDrafts(owner.id, draftKey)
  return drafts.offered<KeptForm>()
}
const loggedOut = () => expect.element(page.getByText('Log in')).toBeVisible()

async function typeNote(text = 'Coach asks for film') {
  await openNote()
  await note.fill(text)
  await expect.poll(() => readDrafts().length).toBe(1)
}

test('what was typed when the session ended is back after log-in, and only encrypted on the device', async () => {
  await show()
  await typeNote()
  const length = JSON.stringify(localStorage).length
  await page.getByLabelText('Kind').selectOptions('visit')
  await expect.poll(() => JSON.stringify(localStorage).length).toBeGreaterThan(length)
  endSession()
  await loggedOut()
  expect(JSON.stringify(localStorage)).not.toMatch(/film|visit|Kaia/)

  logIn()
  await expect.element(offer.getByText('Note on Kaia')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  // The dialog has an address.
  await expect.element(note).toHaveValue('Coach asks for film')
  await expect.element(page.getByLabelText('Kind')).toHaveValue('visit')
  await expect.element(offer).not.toBeInTheDocument()
  // Kept again, as what is typed now.
  await expect.poll(() => readDrafts().map(([, { isOffered }]) => isOffered)).toEqual([undefined])
})

test('a dialog without an address opens again by the button that opened it', async () => {
  await show()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Report' }).click()
  await note.fill('Left the team')
  await expect.poll(() => readDrafts().length).toBe(1)
  endSession()
  await loggedOut()
  logIn()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Report on Kaia' })).toBeVisible()
  await expect.element(note).toHaveValue('Left the team')
  await expect.element(offer).not.toBeInTheDocument()
})

test('passwords, codes and payment data are not kept, even while they are shown', async () => {
  await show()
  await typeNote()
  await page.getByLabelText('Payment instructions').fill('Routing 021000021')
  await page.getByLabelText('Password', { exact: true }).fill('a secret of many letters')
  await page.getByRole('button', { name: 'Show password' }).click()
  await page.getByLabelText('Password', { exact: true }).fill('a secret of more letters')
  await page.getByLabelText(/6-digit code/).fill('123456')
  await page.getByLabelText('Email').fill('kaia@club.example')
  await expect.poll(async () => (await readKept()).length).toBe(2)
  expect(await readKept()).toEqual([
    ['text', 'Coach asks for film'],
    ['email', 'kaia@club.example'],
  ])

  async function readKept() {
    const stored = { ...localStorage }
    endSession()
    logIn()
    const [first] = await kept()
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    return first?.content.fields.map(({ key, value }) => [key, value]) ?? []
  }
})

test('an inline field is kept, too', async () => {
  await show()
  await page.getByRole('button', { name: /Edit Hometown/ }).click()
  await page.getByRole('textbox', { name: 'Hometown' }).fill('Portland')
  await expect.poll(() => readDrafts().length).toBe(1)
  endSession()
  await loggedOut()
  logIn()
  await expect.element(offer.getByText('Hometown')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: /Edit Hometown/ }).click()
  await expect.element(page.getByRole('textbox', { name: 'Hometown' })).toHaveValue('Portland')
})

test('a field that has changed meanwhile is left as it is, and the text can still be read', async () => {
  const { rerender } = await show('Old note')
  await typeNote()
  endSession()
  await loggedOut()
  logIn()
  await rerender(
    <Provider store={store}>
      <MemoryRouter>
        <App before="Note of a colleague" />
      </MemoryRouter>
    </Provider>,
  )
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(note).toHaveValue('Note of a colleague')
  await userEvent.keyboard('{Escape}')
  await expect.element(offer.getByText('Coach asks for film')).toBeVisible()
})

test('what was saved, closed or typed back is not kept', async () => {
  await show()
  await typeNote()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => readDrafts()).toEqual([])

  await note.fill('Second note')
  await expect.poll(() => readDrafts().length).toBe(1)
  await note.fill('Coach asks for film')
  await expect.poll(() => readDrafts()).toEqual([])

  await note.fill('Third note')
  await expect.poll(() => readDrafts().length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => readDrafts()).toEqual([])
})

test('it is gone when somebody else logs in', async () => {
  await show()
  await typeNote()
  endSession()
  await loggedOut()
  logIn(jonah)
  expect(readDrafts()).toEqual([])
  endSession()
  logIn()
  expect(readDrafts()).toEqual([])
})

test('it is gone after log-out, and what another tab was still encrypting is not written', async () => {
  await show()
  await typeNote()
  const otherTab = await openDrafts(owner.id, draftKey)
  const writing = otherTab.keep('other', { text: 'late' }, { hours: 24 })
  removeDrafts()
  endSession()
  await writing
  logIn()
  expect(readDrafts()).toEqual([])
})

test('it is gone after a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await show()
  await typeNote()
  endSession()
  await loggedOut()
  vi.setSystemTime(Date.now() + 24 * 3_600_000 - MINUTE)
  logIn()
  await expect.element(offer).toBeVisible()
  endSession()
  await loggedOut()
  vi.setSystemTime(Date.now() + 2 * MINUTE)
  logIn()
  await expect.element(page.getByRole('button', { name: 'Write a note' })).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([])
})

test('two tabs keep their own text, and what one discards disappears in the other', async () => {
  await show()
  await typeNote()
  const otherTab = await openDrafts(owner.id, draftKey)
  const content = { address: '/', title: 'Task', fields: [] }
  await otherTab.keep('other', content, { hours: 24 })
  expect(readDrafts()).toHaveLength(2)
  endSession()
  await loggedOut()
  logIn()
  await expect.element(offer.getByText('Note on Kaia')).toBeVisible()
  await expect.element(offer.getByText('Task')).toBeVisible()
  otherTab.remove('other')
  window.dispatchEvent(new StorageEvent('storage', { key: 'sherpa.draft.other' }))
  await expect.element(offer.getByText('Task')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  expect(readDrafts()).toEqual([])
})

test('another key opens nothing, and a draft cannot take the place of another', async () => {
  const drafts = await openDrafts(owner.id, draftKey)
  await drafts.keep('one', { text: 'one' }, { hours: 24 })
  const [[, stored] = []] = readDrafts()
  localStorage.setItem('sherpa.draft.two', JSON.stringify(stored))
  logIn()
  expect(await drafts.offered()).toEqual([{ id: 'one', content: { text: 'one' } }])
  const foreign = await openDrafts(owner.id, btoa('another key of thirty-two bytes.'))
  expect(await foreign.offered()).toEqual([])
  expect(readDrafts()).toEqual([])
})

test('no more than twenty drafts of a moderate length, so that the session always has room', async () => {
  const drafts = await openDrafts(owner.id, draftKey)
  for (let count = 0; count < 22; count++) await drafts.keep(`draft ${count}`, {}, { hours: count + 1 })
  expect(readDrafts()).toHaveLength(20)
  await drafts.keep('long', { text: 'x'.repeat(60_000) }, { hours: 24 })
  expect(readDrafts().map(([id]) => id)).not.toContain('long')
  expect(readDrafts().map(([id]) => id)).not.toContain('draft 0')
})
