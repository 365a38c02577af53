import { subscriptionOperations } from '@sherpa/contracts/subscription-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { BillingDetailsOfOrganizations } from './billing-details.ts'

export function billingDetailsRoutes(endpoint: DefineEndpoint, billingDetails: BillingDetailsOfOrganizations) {
  endpoint(subscriptionOperations.billingDetails, { limits: 'none' }, ({ member }) =>
    billingDetails.find(member.organization),
  )

  endpoint(subscriptionOperations.changeBillingDetails, { limits: { person: 30 } }, ({ person, member, body }) =>
    billingDetails.change(person, member, body),
  )
}
