import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import { licensesApi } from '@sherpa/api-client/licenses'
import type { AgentNotice } from '@sherpa/contracts/agent-notice'
import type { License } from '@sherpa/contracts/license'
import { stateName } from '@sherpa/contracts/us-states'
import { useOrganization } from '../../frame/account-context.ts'
import { ScanLink } from '../../pdf/scan-link.tsx'

/** The document of a license or an agent notice. */
export function ScannedDocument({ of }: { of: License | AgentNotice }) {
  const { id: organization } = useOrganization()
  const [addressOfLicense] = licensesApi.useLicenseFileAddressMutation()
  const [addressOfNotice] = agentNoticesApi.useAgentNoticeFileAddressMutation()
  const { id, file } = of
  if (!file) return <p className="text-sm">No document yet</p>
  const [alt, ask] =
    'agent' in of
      ? [`Notice of ${of.agent}`, () => addressOfNotice({ organization, notice: id })]
      : [`${stateName(of.state)} license`, () => addressOfLicense({ organization, license: id })]
  return <ScanLink file={file} alt={alt} addressOf={async () => (await ask().unwrap()).address} />
}
