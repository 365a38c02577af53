import { fileOperations } from '@sherpa/contracts/file-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const filesApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, fileOperations) })
