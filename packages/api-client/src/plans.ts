import type { Plan, planList } from '@sherpa/contracts/plan'
import type { output } from 'zod/mini'
import { api } from './api.ts'

export const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<output<typeof planList>, void>({ query: () => 'plans' }),
    plan: build.query<Plan, string>({ query: (id) => `plans/${encodeURIComponent(id)}` }),
  }),
})
