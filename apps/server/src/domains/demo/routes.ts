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
  /** Called after acceptance, when mail is queued. */
  onAccepted: () => void
}

export function demoRoutes(
  endpoint: DefineEndpoint,
  { requests, limited, clock, companyTimeZone, onAccepted }: DemoParts,
) {
  endpoint(
    demoOperations.scheduleDemo,
    {
      // schedule_demo has additional hourly limits for accepted requests.
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
          timeZone: readTimeZone(request.headers['time-zone']),
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

function readTimeZone(header: string | string[] | undefined) {
  return typeof header === 'string' && isTimeZone(header) ? header : null
}
