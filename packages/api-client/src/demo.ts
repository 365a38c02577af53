import type { DemoRequest } from '@sherpa/contracts/demo-request'
import { api } from './api.ts'

type ScheduleDemo = {
  request: DemoRequest
  /** The same for every try at one request, so that it is accepted once. */
  idempotencyKey: string
  /** The visitor's IANA zone. It travels beside the body, which holds the specified fields alone. */
  timeZone: string
}

export const demoApi = api.injectEndpoints({
  endpoints: (build) => ({
    scheduleDemo: build.mutation<unknown, ScheduleDemo>({
      query: ({ request, idempotencyKey, timeZone }) => ({
        url: 'demo/schedule',
        method: 'POST',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey, 'Time-Zone': timeZone },
      }),
    }),
  }),
})
