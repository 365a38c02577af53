import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OrganizationContext } from '../../frame/account-context.ts'
import { QuestionForm } from './question-form.tsx'

const organization = {
  id: 'o1',
  name: 'Agency',
  role: 'owner',
  permissions: [],
  sample: false,
} as unknown as Parameters<typeof OrganizationContext>[0]['value']

test('a question that is too long is not cut', async () => {
  const element = (
    <OrganizationContext value={organization}>
      <QuestionForm />
    </OrganizationContext>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  await render(<RouterProvider router={router} />)
  const field = page.getByLabelText('Ask Sonar')
  const ask = page.getByRole('button', { name: 'Ask' })
  await field.fill(`prospects from Ohio ${'and Utah '.repeat(40)}`)
  await ask.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Please use at most 300 characters')
  await expect.element(field).toHaveAccessibleDescription('Please use at most 300 characters')
  expect(router.state.location.search).toBe('')
  await field.fill('prospects from Ohio')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await ask.click()
  await expect.poll(() => router.state.location.search).toBe('?sonar=prospects+from+Ohio')
})
