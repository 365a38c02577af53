import { randomUUID } from 'node:crypto'
import type { archiveOperations } from '@sherpa/contracts/archive-operations'
import type { Samples } from '../../../test/samples.ts'

export const samples: Samples<typeof archiveOperations> = {
  async parameters(owner, { organization }) {
    const archive = randomUUID()
    await owner.query(
      `insert into archives (organization_id, id, state, storage_key, size, expires_at)
       values ($1, $2, 'ready', gen_random_uuid(), 1, now() + interval '1 day')`,
      [organization, archive],
    )
    return { archive }
  },
  bodies: { requestArchive: (_place, proof) => proof },
}
