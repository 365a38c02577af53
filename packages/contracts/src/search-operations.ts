import * as z from 'zod/mini'
import { athleteRow } from './athlete.ts'
import { companyRow, foundContacts } from './company.ts'
import { dealRow } from './deal.ts'
import { operations } from './operation.ts'
import { member } from './organization.ts'
import { task } from './task.ts'
import { requiredLine } from './text.ts'

/** The first rows of each list. Empty for lists that the caller may not see. */
const foundRecords = z.object({
  athletes: z.array(athleteRow),
  deals: z.array(dealRow),
  companies: z.array(companyRow),
  contacts: foundContacts.shape.contacts,
  tasks: z.array(task),
  people: z.array(member),
})
export type FoundRecords = z.infer<typeof foundRecords>

export const searchOperations = operations({
  findRecords: {
    method: 'GET',
    path: '/organizations/:organization/sonar/records',
    summary: 'Search the records of all lists at once, for the command palette',
    access: 'member',
    query: z.strictObject({ search: requiredLine(100, 'Enter a name') }),
    answer: { status: 200, about: 'The first of each list', schema: foundRecords },
    reads: ['Player', 'Deal', 'Company', 'Task', 'People'],
  },
})
