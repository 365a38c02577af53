import * as z from 'zod/mini'

const limit = z.nullable(z.int()).check(z.describe('null: no limit'))

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  audience: z.enum(['agency', 'team']),
  description: z.string(),
  features: z.array(z.string()),
  limits: z.object({ seats: limit, athletes: limit }),
  priceCents: z.nullable(z.int()).check(z.describe('null: talk to us')),
})

export type Plan = z.infer<typeof plan>

export const planList = z.object({ plans: z.array(plan) })
