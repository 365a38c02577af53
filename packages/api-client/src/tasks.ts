import { taskOperations } from '@sherpa/contracts/task-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const tasksApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, taskOperations) })
