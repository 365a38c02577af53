import { z } from 'zod'

export const plan = z.object({
  id: z.string(),
  name: z.string(),
  audience: z.enum(['agency', 'team']),
  description: z.string(),
  features: z.array(z.string()),
  limits: z.object({
    seats: z.int().nullable().describe('null: no limit'),
    athletes: z.int().nullable().describe('null: no limit'),
  }),
  priceCents: z.int().nullable().describe('null: talk to us'),
})

export type Plan = z.infer<typeof plan>

export const planList = z.object({ plans: z.array(plan) })
