import { demoOperations } from '@sherpa/contracts/demo-operations'
import type { DemoRequestAsSent } from '@sherpa/contracts/demo-request'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { isTimeZone } from '../../mail/zoned-time.ts'
import type { DemoRequests } from './demo-requests.ts'
import { scheduleDemo } from './schedule-demo.ts'

export type DemoParts = {
  requests: DemoRequests
  limited: boolean
  clock: () => Date
  companyTimeZone: string
  /** Called when a request has been accepted: its mail is waiting. */
  onAccepted: () => void
}

export function demoRoutes(
  endpoint: DefineEndpoint,
  { requests, limited, clock, companyTimeZone, onAccepted }: DemoParts,
) {
  endpoint(
    demoOperations.scheduleDemo,
    {
      // Accepted requests have limits of their own, by the hour, in the function that stores them.
      limits: { network: 100 },
      refusals: {
        409: 'The key was used for another request',
      },
    },
    async ({ body, idempotency, request }) => {
      const answer = await scheduleDemo(
        {
          request: body,
          asSent: request.body as DemoRequestAsSent,
          timeZone: zoneOf(request.headers['time-zone']),
          idempotency,
          clientAddress: request.ip,
        },
        { requests, limited, now: clock(), companyTimeZone },
      )
      onAccepted()
      return answer
    },
  )
}

function zoneOf(header: string | string[] | undefined) {
  return typeof header === 'string' && isTimeZone(header) ? header : null
}
