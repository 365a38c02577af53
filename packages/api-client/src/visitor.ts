import { visitorOperations } from '@sherpa/contracts/desk-operations'
import { demoApi } from './demo.ts'
import { endpointsOf } from './endpoints-of.ts'

/** For the page that a visitor's link leads to: apart from the form, which needs none of it. */
export const visitorApi = demoApi.injectEndpoints({ endpoints: (build) => endpointsOf(build, visitorOperations) })
