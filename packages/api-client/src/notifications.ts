import { notificationOperations } from '@sherpa/contracts/notification-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const notificationsApi = api.injectEndpoints({
  endpoints: (build) => endpointsOf(build, notificationOperations),
})
