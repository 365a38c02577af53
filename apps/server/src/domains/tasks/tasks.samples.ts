import { randomUUID } from 'node:crypto'
import type { taskOperations } from '@sherpa/contracts/task-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof taskOperations> = {
  // About a company, which all members with deals.view can open.
  async parameters(owner, { organization }) {
    const [task, company] = [randomUUID(), randomUUID()]
    await owner.query(
      "insert into companies (organization_id, id, name, kind) values ($1, $2, 'Tarn Running', 'brand')",
      [organization, company],
    )
    await owner.query(
      "insert into tasks (organization_id, id, title, company_id) values ($1, $2, 'Send the kit', $3)",
      [organization, task, company],
    )
    return { task }
  },
  bodies: {
    addTask: () => ({ title: 'Call the club', day: '2026-11-24', time: '15:00' }),
    changeTask: () => ({ version: 1, changes: { title: 'Send the kit again' } }),
  },
}
