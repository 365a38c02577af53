import { randomUUID } from 'node:crypto'
import type { agentNoticeOperations } from '@sherpa/contracts/agent-notice-operations'
import type { licenseOperations } from '@sherpa/contracts/license-operations'
import type { Place, Samples } from '../../../test/samples.ts'

const license = { state: 'TX', number: 'TX-1042', from: '2026-01-01', until: '2027-01-31', note: null } as const
const noticeOf = ({ organization }: Place) => ({
  athleteId: organization,
  agent: 'Dana Whitfield',
  agency: 'Northgate Sports',
  receivedOn: '2026-11-02',
  contractOn: '2026-11-01',
  note: null,
})
const pdf = '%PDF-1.7\n'

export const samples: Samples<typeof licenseOperations & typeof agentNoticeOperations> = {
  // The athlete reuses the organization's id.
  async parameters(owner, { organization, person }) {
    await owner.query(
      `insert into athletes (organization_id, id, given_name, family_name, level, stage)
       values ($1, $1, 'Jonah', 'Okoye', 'pro', 'prospect') on conflict do nothing`,
      [organization],
    )
    const ids = { license: randomUUID(), notice: randomUUID() }
    await owner.query(
      `insert into licenses (organization_id, id, user_id, state, number, starts_on, ends_on,
         file_name, file_type, storage_key, file_size, file_sha256)
       values ($1, $2, $3, 'TX', 'TX-1042', '2026-01-01', '2027-01-31', 'A.pdf', 'application/pdf', $2::uuid::text, 1, '')`,
      [organization, ids.license, person],
    )
    await owner.query(
      `insert into agent_notices (organization_id, id, athlete_id, agent, received_on,
         file_name, file_type, storage_key, file_size, file_sha256)
       values ($1, $2, $1, 'Dana Whitfield', '2026-11-02', 'A.pdf', 'application/pdf', $2::uuid::text, 1, '')`,
      [organization, ids.notice],
    )
    return ids
  },
  bodies: {
    addLicense: () => license,
    changeLicense: () => ({ ...license, version: 1 }),
    addLicenseFile: () => pdf,
    addAgentNotice: noticeOf,
    changeAgentNotice: (place) => ({ ...noticeOf(place), version: 1 }),
    addAgentNoticeFile: () => pdf,
  },
  queries: { exportInquiry: '?from=2026-01-01&until=2026-12-31' },
  // The sample belongs to somebody else.
  needs: { changeLicense: 'people.manage', removeLicense: 'people.manage', addLicenseFile: 'people.manage' },
}
