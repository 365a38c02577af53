import { randomUUID } from 'node:crypto'
import type { staffViewOperations, viewOperations } from '@sherpa/contracts/view-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof viewOperations & typeof staffViewOperations> = {
  /** A member's shared view, and a staff view. */
  async parameters(owner, { organization, person, staff }) {
    const view = randomUUID()
    const staffView = randomUUID()
    await owner.query(
      `insert into staff_views (id, list, name, address, owner_id, shared)
       values ($1, 'demo-requests', 'Open', 'state=requested', $2, true)`,
      [staffView, staff],
    )
    await owner.query(
      `insert into saved_views (organization_id, id, list, name, address, owner_id, shared)
       values ($1, $2, 'members', 'Agents', 'role=agent', $3, true)`,
      [organization, view, person],
    )
    return { view, staffView }
  },
  bodies: {
    saveView: () => ({ list: 'members', name: 'Coaches', address: 'role=coach', shared: false }),
    changeView: () => ({ name: 'Coaches', address: 'role=coach', shared: true }),
    saveStaffView: () => ({ list: 'demo-requests', name: 'Requested', address: 'state=requested', shared: false }),
    changeStaffView: () => ({ name: 'Answered', address: 'state=requested', shared: true }),
  },
  needs: {
    saveView: 'people.view',
    pinView: 'people.view',
    watchView: 'people.view',
    changeView: 'people.manage',
    deleteView: 'people.manage',
  },
}
