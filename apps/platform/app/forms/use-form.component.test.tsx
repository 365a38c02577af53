import { emailAddress } from '@sherpa/contracts/account'
import { problemOf } from '@sherpa/contracts/problem'
import { requiredLine } from '@sherpa/contracts/text'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type output, strictObject } from 'zod/mini'
import { FormMessage } from './form-message.tsx'
import { SubmitActions } from './submit-actions.tsx'
import { EmailField, TextField } from './text-field.tsx'
import { hasUnsavedChanges } from './unsaved-changes.ts'
import { useForm } from './use-form.ts'

/** Not in document order, where the name comes first. */
const invitation = strictObject({ email: emailAddress, name: requiredLine(40, 'Please enter a name') })

const nameField = page.getByLabelText('Name')
const emailField = page.getByLabelText('Email')
const submitButton = page.getByRole('button', { name: /Invite|Inviting/ })
const cancelButton = page.getByRole('button', { name: 'Cancel' })

type Send = (values: output<typeof invitation>) => Promise<unknown>

function Example({ send, shown = true }: { send: Send; shown?: boolean }) {
  const { errors, failureText, busy, formProps } = useForm({ schema: invitation, send })
  if (!shown) return null
  return (
    <form {...formProps}>
      <FormMessage failure={failureText} />
      <TextField name="name" label="Name" errors={errors} />
      <EmailField name="email" label="Email" errors={errors} />
      <SubmitActions label="Invite" busyLabel="Inviting…" busy={busy} onCancel={vi.fn()} />
    </form>
  )
}

const steps = ['name', 'email']

function InSteps() {
  const [shown, setShown] = useState('name')
  const { errors, busy, formProps } = useForm({
    schema: invitation,
    stepShown: () => (shown === 'name' ? { fields: ['name'], next: () => setShown('email') } : undefined),
    showStepOf: (field) => flushSync(() => setShown(field)),
    send: () => Promise.reject(refusedBecause([{ field: 'name', message: 'This name is taken' }])),
  })
  return (
    <form {...formProps}>
      {steps.map((step) => (
        <div key={step} hidden={step !== shown}>
          <TextField name={step} label={step === 'name' ? 'Name' : 'Email'} errors={errors} />
        </div>
      ))}
      <SubmitActions label="Invite" busyLabel="Inviting…" busy={busy} onCancel={vi.fn()} />
    </form>
  )
}

async function showForm(send: Send = () => Promise.resolve()) {
  const sent = vi.fn(send)
  await render(
    <MemoryRouter initialEntries={['/finances?sort=due']}>
      <Example send={sent} />
    </MemoryRouter>,
  )
  return sent
}

async function fillIn({ name = 'Amara Cole', email = 'amara@agency.example' } = {}) {
  await nameField.fill(name)
  await emailField.fill(email)
}

const refusedBecause = (errors: { field: string; message: string }[]) => ({
  status: 422,
  data: { type: 'about:blank', title: 'Some fields are not valid', status: 422, code: 'invalid-fields', errors },
})

test('invalid fields show their errors, and nothing is sent', async () => {
  const sent = await showForm()
  await submitButton.click()
  await expect.element(nameField).toHaveAttribute('aria-invalid', 'true')
  await expect.element(nameField).toHaveAccessibleDescription('Please enter a name')
  await expect.element(emailField).toHaveAttribute('aria-invalid', 'true')
  await expect.element(emailField).toHaveAccessibleDescription(/email/)
  expect(sent).not.toHaveBeenCalled()
})

test('focuses the first invalid field in document order', async () => {
  await showForm()
  await submitButton.click()
  await expect.element(nameField).toHaveFocus()
  await nameField.fill('Amara Cole')
  await submitButton.click()
  await expect.element(emailField).toHaveFocus()
})

test('clears the error of a corrected field and validates others only at the next submit', async () => {
  await showForm()
  await fillIn({ name: '' })
  await submitButton.click()
  await expect.element(nameField).toHaveAttribute('aria-invalid', 'true')
  await nameField.fill('Amara Cole')
  await expect.element(nameField).not.toHaveAttribute('aria-invalid')
  await emailField.fill('nobody')
  await expect.element(emailField).not.toHaveAttribute('aria-invalid')
})

test('sends the parsed values', async () => {
  const sent = await showForm()
  await fillIn({ name: '  Amara   Cole ', email: 'Amara@Agency.example' })
  await submitButton.click()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Amara Cole', email: 'amara@agency.example' }))
})

test('a server error appears at its field, which gets the focus and keeps its input', async () => {
  await showForm(async () => {
    throw refusedBecause([{ field: 'email', message: 'This person has been invited already' }])
  })
  await fillIn()
  await submitButton.click()
  await expect.element(emailField).toHaveAccessibleDescription('This person has been invited already')
  await expect.element(emailField).toHaveFocus()
  await expect.element(emailField).toHaveValue('amara@agency.example')
  await expect.element(nameField).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})

test('a server error on a hidden step shows the step before its field gets the focus', async () => {
  await render(
    <MemoryRouter>
      <InSteps />
    </MemoryRouter>,
  )
  await nameField.fill('Amara Cole')
  await submitButton.click()
  await expect.element(nameField).not.toBeVisible()
  await emailField.fill('amara@agency.example')
  await submitButton.click()
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveAccessibleDescription('This name is taken')
})

test('shows server errors without a field above the form', async () => {
  await showForm(async () => {
    throw refusedBecause([{ field: 'role', message: 'This role cannot be given' }])
  })
  await fillIn()
  await submitButton.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('This role cannot be given')
})

test('a double submit sends once', async () => {
  const answer = Promise.withResolvers<void>()
  const sent = await showForm(() => answer.promise)
  await fillIn()
  const form = (nameField.element() as HTMLInputElement).form
  form?.requestSubmit()
  form?.requestSubmit()
  await submitButton.click({ force: true })
  await userEvent.type(nameField, '{Enter}')
  answer.resolve()
  await expect.element(submitButton).not.toHaveAttribute('aria-busy')
  expect(sent).toHaveBeenCalledTimes(1)
})

test('while sending, the submit button is busy and keeps focus, and Cancel is disabled', async () => {
  const answer = Promise.withResolvers<void>()
  await showForm(() => answer.promise)
  await fillIn()
  await submitButton.click()
  await expect.element(submitButton).toHaveTextContent('Inviting…')
  await expect.element(submitButton).toHaveAttribute('aria-busy', 'true')
  await expect.element(submitButton).toHaveAttribute('aria-disabled', 'true')
  await expect.element(submitButton).toHaveFocus()
  await expect.element(cancelButton).toBeDisabled()

  answer.resolve()
  await expect.element(submitButton).toHaveTextContent('Invite')
  await expect.element(submitButton).not.toHaveAttribute('aria-busy')
  await expect.element(cancelButton).toBeEnabled()
})

test('a missing second factor can be set up over the form, which keeps its input', async () => {
  await showForm(() => Promise.reject({ status: 403, data: problemOf('second-factor-required') }))
  await fillIn()
  await submitButton.click()
  await expect.element(page.getByRole('button', { name: 'Set up two-factor authentication' })).toBeVisible()
  await expect.element(nameField).not.toHaveValue('')
})

test('a form that disappears has no unsaved changes, nor has one that replaces it', async () => {
  const send = () => Promise.resolve()
  const { rerender } = await render(<Example send={send} />)
  await fillIn()
  expect(hasUnsavedChanges()).toBe(true)
  await rerender(<Example send={send} shown={false} />)
  expect(hasUnsavedChanges()).toBe(false)
  await rerender(<Example send={send} />)
  expect(hasUnsavedChanges()).toBe(false)
})
