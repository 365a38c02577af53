import { operations } from './operation.ts'
import { plan, planList } from './plan.ts'

export const planOperations = operations({
  plans: {
    method: 'GET',
    path: '/plans',
    summary: 'All plans',
    access: 'anyone',
    answer: { status: 200, about: 'The plans, in order', schema: planList },
  },
  plan: {
    method: 'GET',
    path: '/plans/:id',
    textParameters: true,
    summary: 'One plan',
    access: 'anyone',
    answer: { status: 200, about: 'The plan', schema: plan },
  },
})
