import { api } from './api.ts'

export const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<unknown, void>({ query: () => 'plans' }),
    plan: build.query<unknown, string>({ query: (id) => `plans/${encodeURIComponent(id)}` }),
  }),
})
