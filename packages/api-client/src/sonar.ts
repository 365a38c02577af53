import { sonarOperations } from '@sherpa/contracts/sonar-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const sonarApi = api.injectEndpoints({ endpoints: (build) => endpointsOf(build, sonarOperations) })
