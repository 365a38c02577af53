import { Readable } from 'node:stream'
import type { IdentityProof } from '@sherpa/contracts/account'
import { dealImportOperations } from '@sherpa/contracts/deal-import-operations'
import type { ConfirmIdentity, Person } from '../../../http/access.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../http/csv.ts'
import type { DefineEndpoint } from '../../../http/endpoint.ts'
import { createImportService, type ImportParts, sendFailedRows } from '../../imports/imports.ts'
import { approve, askApproval } from './approve-import.ts'
import { createPdfAttachment } from './attach-pdfs.ts'
import type { Deals } from './deals-importable.ts'
import { templates } from './templates.ts'

const limits = { person: 300 }
const refusals = { 409: 'Not possible in the present state of the import' }

type Parts = ImportParts<Deals> & Parameters<typeof createPdfAttachment>[0] & { confirmIdentity: ConfirmIdentity }

export function dealImportRoutes(endpoint: DefineEndpoint, parts: Parts) {
  const imports = createImportService(parts)
  const attachPdfs = createPdfAttachment(parts)
  const confirm = (person: Person, proof: IdentityProof) => parts.confirmIdentity(person, proof)
  endpoint(dealImportOperations.dealImports, { limits: 'none' }, ({ query, ...viewer }) => imports.list(viewer, query))
  endpoint(
    dealImportOperations.uploadDealImport,
    { limits: { person: 60 }, refusals: { 413: 'More than 50 MB or 20,000 rows', 422: 'No table, or an empty one' } },
    ({ body, query, ...viewer }) => imports.upload(viewer, query, body),
  )
  endpoint(dealImportOperations.dealImportTemplate, { limits }, ({ query: { layout }, reply }) =>
    reply
      .header('Content-Disposition', `attachment; filename="sherpa-${layout}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from([BYTE_ORDER_MARK, ...templates[layout].map(csvLine)])),
  )
  endpoint(dealImportOperations.dealImport, { limits: 'none' }, ({ parameter, ...viewer }) =>
    imports.load(viewer, parameter('dealImport')),
  )
  endpoint(dealImportOperations.mapDealImport, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.map(viewer, parameter('dealImport'), body),
  )
  endpoint(dealImportOperations.moveDealImportHeader, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.moveHeader(viewer, parameter('dealImport'), body),
  )
  endpoint(dealImportOperations.editDealImportRows, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.edit(viewer, parameter('dealImport'), body),
  )
  endpoint(dealImportOperations.checkDealImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.check(viewer, parameter('dealImport')),
  )
  endpoint(dealImportOperations.askDealImportApproval, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.changeChecked(viewer, parameter('dealImport'), (client, stored) => askApproval(client, viewer, stored)),
  )
  endpoint(dealImportOperations.approveDealImport, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    imports.changeChecked(viewer, parameter('dealImport'), (client, stored) => approve(client, viewer, stored, body)),
  )
  endpoint(dealImportOperations.startDealImport, { limits, refusals }, async ({ parameter, body, ...viewer }) => {
    await confirm(viewer.person, body)
    return imports.start(viewer, parameter('dealImport'))
  })
  endpoint(dealImportOperations.cancelDealImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.cancel(viewer, parameter('dealImport')),
  )
  endpoint(dealImportOperations.undoDealImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.undo(viewer, parameter('dealImport')),
  )
  endpoint(dealImportOperations.removeDealImport, { limits, refusals }, ({ parameter, ...viewer }) =>
    imports.remove(viewer, parameter('dealImport')),
  )
  endpoint(dealImportOperations.dealImportRows, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    imports.listRows(viewer, parameter('dealImport'), query),
  )
  endpoint(dealImportOperations.failedDealImportRows, { limits }, async ({ parameter, reply, ...viewer }) =>
    sendFailedRows(reply, await imports.listFailedRows(viewer, parameter('dealImport'))),
  )
  endpoint(
    dealImportOperations.attachDealImportPdfs,
    { limits: { person: 30 }, refusals: { 413: 'More than 200 MB', 422: 'Not a ZIP archive' } },
    async ({ parameter, body, ...viewer }) => {
      await imports.load(viewer, parameter('dealImport'))
      return attachPdfs(viewer, parameter('dealImport'), body)
    },
  )
}
