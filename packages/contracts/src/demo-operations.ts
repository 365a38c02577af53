import { demoAnswer, demoRequest } from './demo-request.ts'
import { operations } from './operation.ts'

export const demoOperations = operations({
  scheduleDemo: {
    method: 'POST',
    path: '/demo/schedule',
    summary: 'Ask for a demo',
    access: 'anyone',
    body: demoRequest,
    headers: ['Idempotency-Key', 'Time-Zone'],
    answer: { status: 201, about: 'Accepted, and durable', schema: demoAnswer },
  },
})
