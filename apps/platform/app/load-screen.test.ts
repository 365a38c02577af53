import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { patchOnce } from './load-screen.ts'

test('further routes are loaded once, and again only after a failure', async () => {
  const load = vi.fn(async () => [{ path: 'deals/:deal' }, { path: '*' }])
  load.mockRejectedValueOnce(new Error('offline'))
  const router = createMemoryRouter([{ id: 'root', children: [{ path: 'login' }] }], {
    initialEntries: ['/login'],
    patchRoutesOnNavigation: patchOnce('root', load),
  })
  await router.navigate('/deals/1')
  expect(router.state.errors).not.toBeNull()
  for (const address of ['/deals/1', '/deals/2', '/unknown', '/unknown-too']) {
    await router.navigate(address)
    expect(router.state).toMatchObject({ errors: null, location: { pathname: address } })
  }
  expect(load).toHaveBeenCalledTimes(2)
})
