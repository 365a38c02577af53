import { viewOperations } from '@sherpa/contracts/view-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Views } from './views.ts'

const limits = { person: 300 }

export function viewRoutes(endpoint: DefineEndpoint, views: Views) {
  endpoint(viewOperations.savedViews, { limits: 'none' }, ({ person, member }) => views.all(person, member))

  endpoint(
    viewOperations.saveView,
    { limits, refusals: { 409: 'The caller has as many views as one can have' } },
    ({ person, member, body }) => views.save(person, member, body),
  )

  endpoint(viewOperations.changeView, { limits }, ({ person, member, parameter, body }) =>
    views.change(person, member, parameter('view'), body),
  )

  endpoint(viewOperations.deleteView, { limits }, ({ person, member, parameter }) =>
    views.remove(person, member, parameter('view')),
  )

  endpoint(viewOperations.pinView, { limits }, ({ person, member, parameter }) =>
    views.pin(person, member, parameter('view')),
  )

  endpoint(viewOperations.unpinView, { limits }, ({ person, member, parameter }) =>
    views.unpin(person, member, parameter('view')),
  )
}
