import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import type { Athlete } from '@sherpa/contracts/athlete'
import { ToastArea } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useAthleteChanges } from './use-athlete-changes.tsx'

let bodies: { reason?: string }[]
const athlete = { id: 'a1', version: 3, birthDate: '2010-01-01' } as Athlete

beforeEach(async () => {
  bodies = []
  vi.spyOn(window, 'fetch').mockImplementation(async (given) => {
    const body = JSON.parse(await (given as Request).text())
    bodies.push(body)
    const refused = { code: 'age-reason-needed', title: 'Enter a reason', status: 409 }
    return body.reason ? Response.json({ ...athlete, version: 4 }) : Response.json(refused, { status: 409 })
  })
  await render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <BirthDate />
      <ToastArea />
    </Provider>,
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
})
afterEach(() => vi.restoreAllMocks())

function BirthDate() {
  const { save, dialog } = useAthleteChanges('o1')
  const [failure, setFailure] = useState('')
  const change = () => save({ birthDate: '2000-01-01' }, athlete).catch((error: Error) => setFailure(error.message))
  return (
    <>
      <button type="button" onClick={change}>
        Save
      </button>
      <p>{failure}</p>
      {dialog}
    </>
  )
}
const dialog = () => page.getByRole('dialog', { name: 'Change to adult?' })

test('a change from minor to adult requires a reason', async () => {
  await dialog().getByRole('button', { name: 'Save change' }).click()
  await expect.element(dialog().getByText('Enter a reason')).toBeVisible()
  await dialog().getByLabelText('Reason').fill('Passport shows another year')
  await dialog().getByRole('button', { name: 'Save change' }).click()
  await expect.element(page.getByText('Saved.')).toBeVisible()
  expect(bodies.map(({ reason }) => reason)).toEqual([undefined, 'Passport shows another year'])
})

test('without a reason, nothing is changed', async () => {
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Not saved. This change needs a reason.')).toBeVisible()
  expect(bodies).toHaveLength(1)
})
