import { dealLinkOperations } from '@sherpa/contracts/deal-link-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { DealLinks } from './deal-links.ts'
import type { LinkedDeals } from './linked-deal.ts'
import type { DealParts } from './routes.ts'

type Parts = Pick<DealParts, 'originOf'> & { links: DealLinks; linked: LinkedDeals }

const refusals = { 409: 'Changed meanwhile, or not possible at this stage' }
const outside = { 410: 'The link is closed or unknown' }
const reading = { limits: { network: 300 }, refusals: outside }
const answering = {
  limits: { network: 60 },
  refusals: { ...outside, 401: 'The code is wrong or has expired', 409: 'The version was replaced or is signed' },
}

export function dealLinkRoutes(endpoint: DefineEndpoint, { links, linked, originOf }: Parts) {
  const operations = dealLinkOperations
  endpoint(operations.sendDealLink, { limits: { person: 60 }, refusals }, ({ parameter, body, ...viewer }) =>
    links.send(viewer, parameter('deal'), body),
  )
  endpoint(operations.withdrawDealLink, { limits: { person: 60 }, refusals }, ({ parameter, ...viewer }) =>
    links.withdraw(viewer, parameter('deal'), parameter('link')),
  )
  endpoint(operations.reopenDealLink, { limits: { person: 60 }, refusals }, ({ parameter, ...viewer }) =>
    links.reopen(viewer, parameter('deal'), parameter('link')),
  )
  endpoint(operations.decideReassignment, { limits: { person: 60 }, refusals }, ({ parameter, body, ...viewer }) =>
    links.decideReassignment(viewer, parameter('deal'), parameter('link'), body),
  )
  endpoint(operations.lookUpDealLink, reading, ({ body }) => linked.lookUp(body))
  endpoint(operations.openDealLink, reading, ({ body }) => linked.open(body.token))
  endpoint(operations.sendLinkCode, answering, ({ body }) => linked.sendCode(body.token))
  endpoint(operations.signByLink, answering, ({ body, request }) => linked.sign(body, originOf(request)))
  endpoint(operations.requestChangesByLink, answering, ({ body }) => linked.requestChanges(body))
  endpoint(operations.declineByLink, answering, ({ body }) => linked.decline(body))
  endpoint(operations.reassignLink, answering, ({ body }) => linked.reassign(body))
  endpoint(operations.confirmLinkDevice, answering, ({ body }) => linked.confirmDevice(body))
  endpoint(operations.linkDocumentAddress, reading, ({ body, parameter }) =>
    linked.documentAddress(body, parameter('document')),
  )
}
