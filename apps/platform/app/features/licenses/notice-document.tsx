import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import type { AgentNotice } from '@sherpa/contracts/agent-notice'
import type { Scan } from '@sherpa/contracts/license'
import { useOrganization } from '../../frame/account-context.ts'
import { ScanLink } from '../../pdf/scan-link.tsx'

export function NoticeDocument({ notice, file }: { notice: AgentNotice; file: Scan }) {
  const { id: organization } = useOrganization()
  const [addressOf] = agentNoticesApi.useAgentNoticeFileAddressMutation()
  return (
    <ScanLink
      file={file}
      alt={`Notice of ${notice.agent}`}
      addressOf={async () => (await addressOf({ organization, notice: notice.id }).unwrap()).address}
    />
  )
}
