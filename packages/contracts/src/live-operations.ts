import { operations } from './operation.ts'

const answer = {
  status: 200,
  about: 'Server-sent events, each of them JSON, until one of the two sides ends it',
  type: 'text/event-stream',
} as const

export const liveOperations = operations({
  liveUpdates: {
    method: 'GET',
    path: '/organizations/:organization/live',
    summary: 'Which records of the organization change, as it happens. What is in them is for the caller to ask',
    access: 'member',
    answer,
  },
  staffLiveUpdates: {
    method: 'GET',
    path: '/staff/live',
    summary: 'Which records of our staff’s lists change, as it happens',
    access: 'staff',
    answer,
  },
})
