import { visitorOperations } from '@sherpa/contracts/desk-operations'
import { demoApi } from './demo.ts'
import { endpointsOf } from './endpoints-of.ts'

/** For the page of a visitor's link. Separate to keep the demo form small. */
export const visitorApi = demoApi.injectEndpoints({ endpoints: (build) => endpointsOf(build, visitorOperations) })
