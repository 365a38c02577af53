import { randomUUID } from 'node:crypto'
import type { viewOperations } from '@sherpa/contracts/view-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof viewOperations> = {
  /** A shared view of someone else. */
  async parameters(owner, { organization, person }) {
    const view = randomUUID()
    await owner.query(
      `insert into saved_views (organization_id, id, list, name, address, owner_id, shared)
       values ($1, $2, 'members', 'Agents', 'role=agent', $3, true)`,
      [organization, view, person],
    )
    return { view }
  },
  bodies: {
    saveView: () => ({ list: 'members', name: 'Coaches', address: 'role=coach', shared: false }),
    changeView: () => ({ name: 'Coaches', address: 'role=coach', shared: true }),
  },
  needs: {
    saveView: 'people.view',
    pinView: 'people.view',
    changeView: 'people.manage',
    deleteView: 'people.manage',
  },
}
