// Server: domains/samples/samples.test.ts
import type { SampleRun } from '@sherpa/contracts/organization'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, organization, owner, showScreen } from '../../../test/show-screen.tsx'
import { RemoveSample } from './remove-sample.tsx'
import { SampleOffer } from './sample-offer.tsx'

const id = '018f0000-0000-7000-8000-0000000000f1'
const creating: SampleRun = { id, kind: 'agency', state: 'creating', failed: false, doneSteps: 3, totalSteps: 8 }
const account = {
  user: owner,
  phone: null,
  organizations: [{ ...organization, id, sample: true }],
  invitations: [],
}

test('a sample that is being created shows its progress, also after a reload, and opens', async () => {
  let runs: SampleRun[] = []
  fakeServer({
    'GET api/account': account,
    'GET api/organizations/sample': () => ({ runs }),
    'POST api/organizations/sample': () => {
      runs = [creating]
      return { id }
    },
  })
  const first = await showScreen(<SampleOffer />, { path: '/' })
  const offer = page.getByRole('button', { name: 'Explore a sample agency' })
  await offer.click()
  await expect.element(page.getByText('Creating the sample. 37% done. You can leave this screen.')).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  await first.unmount()

  await showScreen(<SampleOffer />, { path: '/' })
  const bar = page.getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('value', '37')
  await expect.element(bar).toHaveStyle({ appearance: 'none', height: '6px' })
  runs = []
  // Another address than the offer's.
  await expect.element(page.getByText('Just exploring?')).not.toBeInTheDocument()
})

test('a sample that could not be created can be created again', async () => {
  fakeServer({ 'GET api/organizations/sample': { runs: [{ ...creating, failed: true }] } })
  await showScreen(<SampleOffer />)
  await expect.element(page.getByText('Something went wrong on our side. Please try again.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Explore a sample agency' })).toBeEnabled()
})

test('a removal shows its progress', async () => {
  let runs: SampleRun[] = []
  const { asked } = fakeServer({
    'GET ': { sample: true },
    'GET api/organizations/sample': () => ({ runs }),
    'DELETE sample': () => {
      runs = [{ ...creating, id: organization.id, kind: null, state: 'removing' }]
      return {}
    },
  })
  await showScreen(<RemoveSample />)
  await page.getByRole('button', { name: 'Remove sample' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.element(page.getByText('Removing the sample. 37% done. You can leave this screen.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove sample' })).not.toBeInTheDocument()
  expect(asked.filter(({ call }) => call === 'DELETE sample')).toHaveLength(1)
})
