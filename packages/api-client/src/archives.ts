import { archiveOperations } from '@sherpa/contracts/archive-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const archivesApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, archiveOperations) })
