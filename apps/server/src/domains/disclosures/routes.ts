import { disclosureOperations as operations } from '@sherpa/contracts/disclosure-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import type { Attestations } from './attestations.ts'
import type { DisclosureService } from './change-disclosures.ts'
import type { DisclosureFiles } from './disclosure-files.ts'
import type { DisclosureForms } from './disclosure-forms.ts'
import { listDisclosures } from './disclosure-list.ts'
import type { PacketParts } from './disclosure-record.ts'
import type { MissingFactService } from './missing-facts.ts'
import type { Reports } from './report-deal.ts'
import type { createSchoolNotices } from './school-notice.ts'

type Parts = PacketParts & {
  database: Database
  disclosures: DisclosureService
  files: DisclosureFiles
  forms: DisclosureForms
  missingFacts: MissingFactService
  attestations: Attestations
  reports: Reports
  sendNotice: ReturnType<typeof createSchoolNotices>
}

const limits = { person: 600 }
const mail = { person: 60 }
const refusals = { 409: 'Changed meanwhile, or not possible in its state' }
const outside = { 410: 'The link has expired' }

export function disclosureRoutes(endpoint: DefineEndpoint, parts: Parts) {
  const { database, disclosures, files, forms, missingFacts, attestations, reports, sendNotice } = parts
  endpoint(operations.disclosures, { limits: 'none' }, ({ query, ...viewer }) =>
    listDisclosures(database, viewer, query, parts),
  )
  endpoint(operations.addDisclosure, { limits, refusals }, ({ body, idempotency, ...viewer }) =>
    disclosures.add(viewer, body, idempotency),
  )
  endpoint(operations.assignDisclosures, { limits }, ({ body, ...viewer }) => disclosures.assign(viewer, body))
  endpoint(operations.exportPackets, { limits: { person: 30 } }, async ({ body, reply, ...viewer }) =>
    reply
      .type('application/zip')
      .headers({ 'Content-Disposition': 'attachment; filename="packets.zip"' })
      .send(await files.packets(viewer, body.ids)),
  )
  endpoint(operations.disclosure, { limits: 'none' }, ({ parameter, ...viewer }) =>
    disclosures.load(viewer, parameter('disclosure')),
  )
  endpoint(operations.changeDisclosure, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    disclosures.change(viewer, parameter('disclosure'), body),
  )
  endpoint(operations.moveDisclosure, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    disclosures.move(viewer, parameter('disclosure'), body),
  )
  endpoint(operations.removeDisclosure, { limits, refusals }, ({ parameter, ...viewer }) =>
    disclosures.remove(viewer, parameter('disclosure')),
  )
  endpoint(operations.disclosurePacket, { limits }, ({ parameter, ...viewer }) =>
    files.packet(viewer, parameter('disclosure')),
  )
  endpoint(operations.disclosurePdf, { limits: { person: 120 } }, async ({ parameter, reply, ...viewer }) => {
    const { pdf, name } = await files.pdf(viewer, parameter('disclosure'))
    return reply.headers(fileHeaders({ name, type: 'application/pdf', size: pdf.length })).send(pdf)
  })
  endpoint(operations.addDisclosureFile, { limits: { person: 200 } }, ({ parameter, query, body, ...viewer }) =>
    files.add(viewer, parameter('disclosure'), query.name, body),
  )
  endpoint(operations.disclosureFileAddress, { limits }, ({ parameter, ...viewer }) =>
    files.address(viewer, parameter('disclosure'), parameter('disclosureFile')),
  )
  endpoint(
    operations.disclosureFileContent,
    { limits: { network: 3000 }, refusals: { 404: 'Not found', 410: 'The link has expired' } },
    async ({ query, reply }) => {
      const { bytes, ...file } = await files.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )
  endpoint(operations.sendSchoolNotice, { limits: mail, refusals }, ({ parameter, body, ...viewer }) =>
    sendNotice(viewer, parameter('disclosure'), body),
  )
  endpoint(operations.askPayor, { limits: mail, refusals }, ({ parameter, body, ...viewer }) =>
    attestations.ask(viewer, parameter('disclosure'), body),
  )
  endpoint(operations.remindPayor, { limits: mail, refusals }, ({ parameter, ...viewer }) =>
    attestations.remind(viewer, parameter('disclosure')),
  )
  endpoint(operations.stopAskingPayor, { limits, refusals }, ({ parameter, ...viewer }) =>
    attestations.stop(viewer, parameter('disclosure')),
  )
  endpoint(operations.missingFacts, { limits: 'none' }, ({ query, ...viewer }) => missingFacts.list(viewer, query))
  endpoint(operations.enterFacts, { limits }, ({ body, ...viewer }) => missingFacts.enter(viewer, body))
  endpoint(operations.previewFacts, { limits }, ({ body, ...viewer }) => missingFacts.preview(viewer, body))
  endpoint(operations.disclosureForm, { limits: 'none' }, ({ parameter, ...viewer }) =>
    forms.load(viewer, parameter('kind')),
  )
  endpoint(operations.changeDisclosureForm, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    forms.change(viewer, parameter('kind'), body),
  )
  endpoint(operations.setAsidePayorAnswer, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    attestations.setAside(viewer, parameter('disclosure'), body),
  )
  endpoint(operations.restorePayorAnswer, { limits, refusals }, ({ parameter, ...viewer }) =>
    attestations.restore(viewer, parameter('disclosure')),
  )
  endpoint(operations.lookUpAttestation, { limits: { network: 300 }, refusals: outside }, ({ body }) =>
    attestations.lookUp(body.token),
  )
  endpoint(operations.openAttestation, { limits: { network: 300 }, refusals: outside }, ({ body }) =>
    attestations.open(body.token),
  )
  endpoint(
    operations.answerAttestation,
    { limits: { network: 60 }, refusals: { ...outside, 409: 'Answered already' } },
    ({ body }) => attestations.answer(body),
  )
  endpoint(operations.reportDeal, { limits: { person: 60 } }, ({ body, idempotency, ...viewer }) =>
    reports.report(viewer, body, idempotency),
  )
  endpoint(operations.addReportFile, { limits: { person: 60 } }, ({ parameter, query, body, ...viewer }) =>
    reports.addFile(viewer, parameter('reportedDeal'), query.name, body),
  )
  endpoint(operations.reportedDeals, { limits: 'none' }, ({ person, member }) => reports.list({ person, member }))
  endpoint(operations.decideReport, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    reports.decide(viewer, parameter('reportedDeal'), body),
  )
}
