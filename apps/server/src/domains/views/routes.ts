import { Refusal } from '@sherpa/contracts/problem'
import { staffViewOperations, viewOperations } from '@sherpa/contracts/view-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { ViewAlerts } from './view-alerts.ts'
import { staffPlace, toOrganizationPlace, type Views } from './views.ts'

const limits = { person: 300 }
const tooMany = 'The caller has as many views as one can have'

export function viewRoutes(endpoint: DefineEndpoint, views: Views, alerts: ViewAlerts) {
  endpoint(viewOperations.savedViews, { limits: 'none' }, ({ person, member }) =>
    views.list(person, toOrganizationPlace(member)),
  )
  endpoint(
    viewOperations.saveView,
    { limits, refusals: { 409: `${tooMany}, or the view has more rows than can be watched` } },
    ({ person, member, body: { alert, ...view } }) => {
      if (alert && member.role === 'athlete') throw new Refusal('not-permitted')
      const prepare = alerts.prepare.bind(undefined, { person, member })
      return views.save(person, toOrganizationPlace(member), view, alert ? prepare : undefined)
    },
  )
  endpoint(viewOperations.changeView, { limits }, ({ person, member, parameter, body }) =>
    views.change(person, toOrganizationPlace(member), parameter('view'), body),
  )
  endpoint(viewOperations.deleteView, { limits }, ({ person, member, parameter }) =>
    views.remove(person, toOrganizationPlace(member), parameter('view')),
  )
  endpoint(viewOperations.pinView, { limits }, ({ person, member, parameter }) =>
    views.pin(person, toOrganizationPlace(member), parameter('view')),
  )
  endpoint(viewOperations.unpinView, { limits }, ({ person, member, parameter }) =>
    views.unpin(person, toOrganizationPlace(member), parameter('view')),
  )
  endpoint(
    viewOperations.watchView,
    { limits, refusals: { 409: 'The view has more rows than can be watched' } },
    async ({ person, member, parameter }) => {
      const view = await views.findWatchable(person, toOrganizationPlace(member), parameter('view'))
      await alerts.watch({ person, member }, view)
    },
  )
  endpoint(viewOperations.unwatchView, { limits }, async ({ person, member, parameter }) => {
    const { id } = await views.find(person, toOrganizationPlace(member), parameter('view'))
    await alerts.unwatch({ person, member }, id)
  })

  endpoint(staffViewOperations.staffViews, { limits: 'none' }, ({ person }) => views.list(person, staffPlace))
  endpoint(staffViewOperations.saveStaffView, { limits, refusals: { 409: tooMany } }, ({ person, body }) =>
    views.save(person, staffPlace, body),
  )
  endpoint(staffViewOperations.changeStaffView, { limits }, ({ person, parameter, body }) =>
    views.change(person, staffPlace, parameter('staffView'), body),
  )
  endpoint(staffViewOperations.deleteStaffView, { limits }, ({ person, parameter }) =>
    views.remove(person, staffPlace, parameter('staffView')),
  )
  endpoint(staffViewOperations.pinStaffView, { limits }, ({ person, parameter }) =>
    views.pin(person, staffPlace, parameter('staffView')),
  )
  endpoint(staffViewOperations.unpinStaffView, { limits }, ({ person, parameter }) =>
    views.unpin(person, staffPlace, parameter('staffView')),
  )
}
