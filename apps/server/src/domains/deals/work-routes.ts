import { dealWorkOperations } from '@sherpa/contracts/deal-work-operations'
import { paydayOperations } from '@sherpa/contracts/payday-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import { availabilityOf } from './availability.ts'
import { calendarOf } from './deal-calendar.ts'
import type { DealDocuments } from './deal-documents.ts'
import type { Deliverables } from './deliverables.ts'
import type { GuardianDeals } from './guardian-deals.ts'
import type { GuardianHomes } from './guardian-home.ts'
import type { KeyDates } from './key-dates.ts'
import type { Paydays } from './paydays.ts'
import { listPayments } from './payments.ts'
import type { DealParts } from './routes.ts'

export type DealWorkParts = Pick<DealParts, 'signing' | 'objections' | 'originOf' | 'clock'> & {
  database: Database
  keyDates: KeyDates
  deliverables: Deliverables
  documents: DealDocuments
  paydays: Paydays
  guardians: GuardianDeals
  guardianHome: GuardianHomes
}

const limits = { person: 1000 }
const uploads = { person: 300 }
const refusals = { 409: 'Changed meanwhile, or not possible at this stage' }

export function dealWorkRoutes(endpoint: DefineEndpoint, parts: DealWorkParts) {
  const {
    database,
    clock,
    keyDates,
    deliverables,
    documents,
    paydays,
    guardians,
    guardianHome,
    objections,
    signing,
    originOf,
  } = parts
  const operations = dealWorkOperations

  endpoint(operations.calendar, { limits: 'none' }, ({ query, ...viewer }) =>
    calendarOf(database, viewer, query, clock()),
  )
  endpoint(operations.availability, { limits: 'none' }, ({ query, ...viewer }) =>
    availabilityOf(database, viewer, query),
  )
  endpoint(operations.keyDates, { limits: 'none' }, ({ query, ...viewer }) => keyDates.page(viewer, query))
  endpoint(operations.finishKeyDate, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    keyDates.finish(viewer, parameter('keyDate'), body),
  )
  endpoint(operations.reopenKeyDate, { limits }, ({ parameter, ...viewer }) =>
    keyDates.reopen(viewer, parameter('keyDate')),
  )
  endpoint(operations.leagueEvents, { limits: 'none' }, (viewer) => keyDates.leagueEvents(viewer))
  endpoint(operations.previewLeagueCorrection, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    keyDates.preview(viewer, parameter('event'), query.day ?? null),
  )
  endpoint(operations.correctLeagueEvent, { limits }, ({ parameter, body, ...viewer }) =>
    keyDates.correct(viewer, parameter('event'), body.day),
  )
  endpoint(operations.uncorrectLeagueEvent, { limits }, ({ parameter, ...viewer }) =>
    keyDates.correct(viewer, parameter('event'), null),
  )
  endpoint(operations.deliverables, { limits: 'none' }, ({ query, ...viewer }) => deliverables.page(viewer, query))
  endpoint(operations.proveDeliverable, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    deliverables.prove(viewer, parameter('deliverable'), body),
  )
  endpoint(operations.proveDeliverableByFile, { limits: uploads, refusals }, ({ parameter, query, body, ...viewer }) =>
    deliverables.proveByFile(viewer, parameter('deliverable'), query.name, body),
  )
  endpoint(operations.decideDeliverable, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    deliverables.decide(viewer, parameter('deliverable'), body),
  )
  endpoint(operations.remindOfDeliverable, { limits: { person: 60 }, refusals }, ({ parameter, ...viewer }) =>
    deliverables.remind(viewer, parameter('deliverable')),
  )
  endpoint(operations.payments, { limits: 'none' }, ({ query, ...viewer }) =>
    listPayments(database, viewer, query, clock()),
  )
  endpoint(paydayOperations.dealPaydays, { limits: 'none', refusals }, ({ parameter, ...viewer }) =>
    paydays.load(viewer, parameter('deal')),
  )
  endpoint(paydayOperations.changeDealPaydays, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    paydays.change(viewer, parameter('deal'), body),
  )
  endpoint(operations.dealDocuments, { limits: 'none' }, ({ parameter, ...viewer }) =>
    documents.all(viewer, parameter('deal')),
  )
  endpoint(
    operations.addDealDocument,
    { limits: uploads, refusals: { 409: 'The limit of documents is reached' } },
    ({ parameter, query, body, ...viewer }) => documents.add(viewer, parameter('deal'), query.name, body),
  )
  endpoint(operations.setDealContract, { limits: uploads, refusals }, ({ parameter, query, body, ...viewer }) =>
    documents.setContract(viewer, parameter('deal'), query.name, body),
  )
  endpoint(operations.removeDealDocument, { limits }, ({ parameter, ...viewer }) =>
    documents.remove(viewer, parameter('deal'), parameter('document')),
  )
  endpoint(operations.dealDocumentAddress, { limits }, ({ parameter, ...viewer }) =>
    documents.address(viewer, parameter('deal'), parameter('document')),
  )
  endpoint(
    operations.dealDocumentContent,
    { limits: { network: 3000 }, refusals: { 404: 'Not found', 410: 'The link has expired' } },
    async ({ query, reply }) => {
      const { bytes, ...file } = await documents.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )
  endpoint(operations.confirmSignedPaper, { limits: { person: 60 } }, ({ parameter, body, ...viewer }) =>
    signing.confirmPaper(viewer, parameter('deal'), body),
  )
  endpoint(operations.addSignedPaper, { limits: uploads, refusals }, ({ parameter, query, body, ...viewer }) =>
    signing.signOnPaper(viewer, parameter('deal'), query, body),
  )
  endpoint(operations.checkDocument, { limits }, ({ body, ...viewer }) => documents.check(viewer, body.sha256))
  endpoint(operations.guardianDeals, { limits }, ({ person, parameter }) =>
    guardians.all(person, parameter('guardianship')),
  )
  endpoint(operations.guardianHome, { limits }, ({ person, parameter }) =>
    guardianHome.load(person, parameter('guardianship')),
  )
  endpoint(operations.guardianCopies, { limits }, ({ person }) => guardianHome.listCopies(person))
  endpoint(operations.guardianDocumentAddress, { limits }, ({ person, parameter }) =>
    documents.addressForGuardian(person, parameter('guardianship'), parameter('document')),
  )
  endpoint(operations.objectAsGuardian, { limits: { person: 60 }, refusals }, ({ person, parameter, body }) =>
    objections.raise(person, parameter('guardianship'), parameter('deal'), body),
  )
  endpoint(operations.signAsGuardian, { limits: { person: 60 }, refusals }, ({ person, parameter, body, request }) =>
    guardians.sign(person, parameter('guardianship'), parameter('deal'), body, originOf(request)),
  )
}
