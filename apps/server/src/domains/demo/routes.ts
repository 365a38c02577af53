import { type DemoRequestAsSent, demoAnswer, demoRequest } from '@sherpa/contracts/demo-request'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { idempotencyKey, idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { isTimeZone } from '../../mail/zoned-time.ts'
import type { DemoRequests } from './demo-requests.ts'
import { scheduleDemo } from './schedule-demo.ts'

export type DemoParts = {
  requests: DemoRequests
  limited: boolean
  clock: () => Date
  /** Called when a request has been accepted: its mail is waiting. */
  onAccepted: () => void
}

export function demoRoutes(endpoint: DefineEndpoint, { requests, limited, clock, onAccepted }: DemoParts) {
  endpoint(
    {
      method: 'POST',
      path: '/api/demo/schedule',
      operation: 'scheduleDemo',
      summary: 'Ask for a demo',
      access: 'anyone',
      body: demoRequest,
      headers: [
        idempotencyKey,
        { name: 'Time-Zone', about: 'The visitor’s IANA time zone, for the times in our mail.' },
      ],
      limits: 'in-handler',
      answer: { status: 201, about: 'Accepted, and durable', schema: demoAnswer },
      refusals: {
        409: 'The key was used for another request',
      },
    },
    async ({ body, request }) => {
      const answer = await scheduleDemo(
        {
          request: body,
          asSent: request.body as DemoRequestAsSent,
          timeZone: zoneOf(request.headers['time-zone']),
          idempotencyKey: idempotencyKeyOf(request),
          clientAddress: request.ip,
        },
        { requests, limited, now: clock() },
      )
      onAccepted()
      return answer
    },
  )
}

function zoneOf(header: string | string[] | undefined) {
  return typeof header === 'string' && isTimeZone(header) ? header : null
}
