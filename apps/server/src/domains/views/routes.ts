import { staffViewOperations, viewOperations } from '@sherpa/contracts/view-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { amongStaff, inOrganizationOf, type Views } from './views.ts'

const limits = { person: 300 }
const whenSaving = { limits, refusals: { 409: 'The caller has as many views as one can have' } } as const

export function viewRoutes(endpoint: DefineEndpoint, views: Views) {
  endpoint(viewOperations.savedViews, { limits: 'none' }, ({ person, member }) =>
    views.all(person, inOrganizationOf(member)),
  )
  endpoint(viewOperations.saveView, whenSaving, ({ person, member, body }) =>
    views.save(person, inOrganizationOf(member), body),
  )
  endpoint(viewOperations.changeView, { limits }, ({ person, member, parameter, body }) =>
    views.change(person, inOrganizationOf(member), parameter('view'), body),
  )
  endpoint(viewOperations.deleteView, { limits }, ({ person, member, parameter }) =>
    views.remove(person, inOrganizationOf(member), parameter('view')),
  )
  endpoint(viewOperations.pinView, { limits }, ({ person, member, parameter }) =>
    views.pin(person, inOrganizationOf(member), parameter('view')),
  )
  endpoint(viewOperations.unpinView, { limits }, ({ person, member, parameter }) =>
    views.unpin(person, inOrganizationOf(member), parameter('view')),
  )

  endpoint(staffViewOperations.staffViews, { limits: 'none' }, ({ person }) => views.all(person, amongStaff))
  endpoint(staffViewOperations.saveStaffView, whenSaving, ({ person, body }) => views.save(person, amongStaff, body))
  endpoint(staffViewOperations.changeStaffView, { limits }, ({ person, parameter, body }) =>
    views.change(person, amongStaff, parameter('staffView'), body),
  )
  endpoint(staffViewOperations.deleteStaffView, { limits }, ({ person, parameter }) =>
    views.remove(person, amongStaff, parameter('staffView')),
  )
  endpoint(staffViewOperations.pinStaffView, { limits }, ({ person, parameter }) =>
    views.pin(person, amongStaff, parameter('staffView')),
  )
  endpoint(staffViewOperations.unpinStaffView, { limits }, ({ person, parameter }) =>
    views.unpin(person, amongStaff, parameter('staffView')),
  )
}
