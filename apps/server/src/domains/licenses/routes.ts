import type { AgentNotice } from '@sherpa/contracts/agent-notice'
import { agentNoticeOperations as notices } from '@sherpa/contracts/agent-notice-operations'
import type { License } from '@sherpa/contracts/license'
import { licenseOperations as licenses } from '@sherpa/contracts/license-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import { listAgentNotices } from './agent-notices.ts'
import type { AgentNoticeService } from './change-agent-notices.ts'
import type { LicenseService } from './change-licenses.ts'
import type { createInquiryExport } from './export-inquiry.ts'
import { listLicenses } from './licenses.ts'
import type { Scans } from './scans.ts'

type Parts = {
  database: Database
  clock: () => Date
  licenseService: LicenseService
  licenseScans: Scans<License>
  noticeService: AgentNoticeService
  noticeScans: Scans<AgentNotice>
  exportInquiry: ReturnType<typeof createInquiryExport>
}

const limits = { person: 300 }
const changed = { limits, refusals: { 409: 'Changed meanwhile' } }
const content = {
  limits: { network: 3000 },
  refusals: { 404: 'Not found, or not visible to the caller', 410: 'The link has expired' },
}

export function licenseRoutes(endpoint: DefineEndpoint, parts: Parts) {
  const { database, clock, licenseService, licenseScans, noticeService, noticeScans, exportInquiry } = parts

  endpoint(licenses.licenses, { limits: 'none' }, ({ query, ...viewer }) =>
    listLicenses(database, viewer, query, { now: clock() }),
  )
  endpoint(licenses.addLicense, { limits }, ({ body, idempotency, ...viewer }) =>
    licenseService.add(viewer, body, idempotency),
  )
  endpoint(licenses.changeLicense, changed, ({ parameter, body, ...viewer }) =>
    licenseService.change(viewer, parameter('license'), body),
  )
  endpoint(licenses.removeLicense, { limits }, ({ parameter, ...viewer }) =>
    licenseService.remove(viewer, parameter('license')),
  )
  endpoint(licenses.addLicenseFile, { limits }, ({ parameter, query, body, ...viewer }) =>
    licenseScans.add(viewer, parameter('license'), query.name, body),
  )
  endpoint(licenses.licenseFileAddress, { limits }, ({ parameter, ...viewer }) =>
    licenseScans.address(viewer, parameter('license')),
  )
  endpoint(licenses.licenseFileContent, content, async ({ query, reply }) => {
    const { bytes, ...file } = await licenseScans.content(query.key)
    return reply.headers(fileHeaders(file)).send(bytes)
  })

  endpoint(notices.agentNotices, { limits: 'none' }, ({ query, ...viewer }) =>
    listAgentNotices(database, viewer, query),
  )
  endpoint(notices.addAgentNotice, { limits }, ({ body, idempotency, ...viewer }) =>
    noticeService.add(viewer, body, idempotency),
  )
  endpoint(notices.changeAgentNotice, changed, ({ parameter, body, ...viewer }) =>
    noticeService.change(viewer, parameter('notice'), body),
  )
  endpoint(notices.removeAgentNotice, { limits }, ({ parameter, ...viewer }) =>
    noticeService.remove(viewer, parameter('notice')),
  )
  endpoint(notices.addAgentNoticeFile, { limits }, ({ parameter, query, body, ...viewer }) =>
    noticeScans.add(viewer, parameter('notice'), query.name, body),
  )
  endpoint(notices.agentNoticeFileAddress, { limits }, ({ parameter, ...viewer }) =>
    noticeScans.address(viewer, parameter('notice')),
  )
  endpoint(notices.agentNoticeFileContent, content, async ({ query, reply }) => {
    const { bytes, ...file } = await noticeScans.content(query.key)
    return reply.headers(fileHeaders(file)).send(bytes)
  })
  endpoint(notices.exportInquiry, { limits: { person: 30 } }, async ({ query, reply, ...viewer }) =>
    reply
      .type('application/zip')
      .headers({ 'Content-Disposition': `attachment; filename="inquiry-${query.from}-${query.until}.zip"` })
      .send(await exportInquiry(viewer, query)),
  )
}
