import { agentNoticeOperations } from '@sherpa/contracts/agent-notice-operations'
import { licenseOperations } from '@sherpa/contracts/license-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { isVisibleNotice, loadAgentNotice } from './agent-notices.ts'
import { createAgentNoticeService, lockNotice, recordNoticeEvent } from './change-agent-notices.ts'
import { createLicenseService, lockLicense, recordLicenseEvent } from './change-licenses.ts'
import { createInquiryExport, type InquiryParts } from './export-inquiry.ts'
import { isVisibleLicense } from './license-access.ts'
import { loadLicense } from './licenses.ts'
import { licenseRoutes } from './routes.ts'
import { createScans, type ScanParts } from './scans.ts'

export function composeLicenses(parts: ScanParts & InquiryParts) {
  const { database, clock } = parts
  const licenseScans = createScans(parts, {
    table: 'licenses',
    as: 'l',
    path: licenseOperations.licenseFileContent.path,
    defaultName: 'License',
    mayRead: () => true,
    isVisible: isVisibleLicense,
    lock: lockLicense,
    async changed(client, viewer, id) {
      await recordLicenseEvent(client, viewer, 'license-changed', await lockLicense(client, viewer, id))
      return loadLicense(client, viewer, id, clock())
    },
  })
  const noticeScans = createScans(parts, {
    table: 'agent_notices',
    as: 'n',
    path: agentNoticeOperations.agentNoticeFileContent.path,
    defaultName: 'Agent notice',
    mayRead: ({ permissions }) => permissions.includes(agentNoticeOperations.agentNoticeFileAddress.access),
    isVisible: isVisibleNotice,
    lock: lockNotice,
    async changed(client, viewer, id) {
      const notice = await loadAgentNotice(client, viewer, id)
      await recordNoticeEvent(client, viewer, 'agent-notice-changed', notice.athlete.id)
      return notice
    },
  })

  return {
    addRoutes: (endpoint: DefineEndpoint) =>
      licenseRoutes(endpoint, {
        database,
        clock,
        licenseService: createLicenseService({ database, clock }),
        licenseScans,
        noticeService: createAgentNoticeService({ database, clock }),
        noticeScans,
        exportInquiry: createInquiryExport(parts),
      }),
  }
}
