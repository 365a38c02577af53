import { accountActivityQuery, activityEvent } from './activity.ts'
import { listPage } from './list.ts'
import { operations } from './operation.ts'

/** Separate, so that the log-in does not load the names of all events. */
export const accountActivityOperations = operations({
  accountActivity: {
    method: 'GET',
    path: '/account/activity',
    summary: 'What happened to this account',
    access: 'person',
    query: accountActivityQuery,
    answer: { status: 200, about: 'A page of events, the newest first', schema: listPage(activityEvent) },
    pages: true,
  },
})
