import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import type { AccountOrganization, User } from '@sherpa/contracts/account'
import { permissionsOf } from '@sherpa/contracts/organization'
import { type ProblemCode, problemOf, Refusal } from '@sherpa/contracts/problem'
import { ToastArea } from '@sherpa/ui/toast-area'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { AccountContext, OrganizationContext } from '../app/frame/account-context.ts'

/** Organization as its owner sees it. */
export const organization: AccountOrganization = {
  id: '018f0000-0000-7000-8000-0000000000aa',
  name: 'Ridgeline',
  kind: 'agency',
  sample: false,
  role: 'owner',
  timeZone: 'America/New_York',
  permissions: permissionsOf('owner', []),
}

/** Signed in. */
export const owner: User = {
  id: '018f0000-0000-7000-8000-0000000000bb',
  name: 'Olive Owner',
  email: 'olive@ridgeline.example',
  staff: false,
  secondFactor: true,
}

/** 32 bytes. */
export const draftKey = btoa('a key of exactly thirty-two byte')

type Asked = { call: string; query: Record<string, string>; body: unknown }
type Answering = (asked: Asked) => object | ProblemCode | Promise<Response>
type Answer = object | ProblemCode | Answering

/** Fake API: answers and records calls such as `GET finances/receipts`. A problem code or `Refusal` refuses; unknown calls get 404. */
export function fakeServer(answers: Record<string, Answer>) {
  const asked: Asked[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (given) => {
    const request = given as Request
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const call = `${request.method} ${pathname.replace(`/in/${organization.id}/`, '/').replace(`/api/organizations/${organization.id}`, '').slice(1)}`
    const one = { call, query: Object.fromEntries(searchParams), body: text && JSON.parse(text) }
    asked.push(one)
    const answer = answers[call] ?? 'not-found'
    const found: object | ProblemCode = await (typeof answer === 'function' ? (answer as Answering)(one) : answer)
    const refusal = typeof found === 'string' ? new Refusal(found) : found
    if (!(refusal instanceof Refusal)) return refusal instanceof Response ? refusal : Response.json(refusal)
    const problem = problemOf(refusal.code, refusal)
    return Response.json(problem, {
      status: problem.status,
      headers: { 'Content-Type': 'application/problem+json' },
    })
  })
  return {
    asked,
    /** Body of the only call of that name. */
    bodyOf(call: string) {
      const [first, ...more] = asked.filter((one) => one.call === call)
      if (!first || more.length > 0) throw new Error(`${call} was called ${first ? more.length + 1 : 0} times.`)
      return first.body
    },
  }
}

/** The only page of a list. */
export const pageOf = (...rows: object[]) => ({
  rows,
  next: null,
  total: { count: rows.length, exact: true },
  similar: false,
})

/** Renders a screen or component within an organization. */
export function showScreen(screen: ReactNode, { path = '*', address = '/', as = organization } = {}) {
  const router = createMemoryRouter([{ path, element: screen }], { initialEntries: [address] })
  return render(
    <Provider store={createStore(api, { baseUrl: `${location.origin}/api` })}>
      <AccountContext value={{ user: owner, phone: null, draftKey, organizations: [as], invitations: [] }}>
        <OrganizationContext value={as}>
          {/* Same padding as the frame. */}
          <div className="px-edge">
            <RouterProvider router={router} />
          </div>
          <ToastArea place="bottom" />
        </OrganizationContext>
      </AccountContext>
    </Provider>,
  )
}
