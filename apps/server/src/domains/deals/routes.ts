import { Readable } from 'node:stream'
import { agreementOperations } from '@sherpa/contracts/agreement-operations'
import { dealOperations } from '@sherpa/contracts/deal-operations'
import type { FastifyRequest } from 'fastify'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import type { Database } from '../../persistence/database.ts'
import { requireAthleteFacts } from '../athletes/athletes.ts'
import { listAgreements } from './agreement-list.ts'
import type { Representation } from './agreements.ts'
import type { ApprovalSettings } from './approval-chains.ts'
import type { DealChanges } from './change-deal.ts'
import { findConflicts } from './conflicts.ts'
import { countDeals, listDeals } from './deal-list.ts'
import { loadDeal } from './deal-record.ts'
import type { DealTimelines } from './deal-timeline.ts'
import type { DealEntry } from './enter-deal.ts'
import { exportAgreements } from './export-agreements.ts'
import { exportDeals } from './export-deals.ts'
import type { DealMoves } from './move-deal.ts'
import type { Objections } from './objections.ts'
import type { DealReview } from './review-deal.ts'
import type { AgreementSigning } from './sign-agreement.ts'
import type { Origin, Signing } from './sign-deal.ts'
import { suggestFee } from './suggest-fee.ts'

export type DealParts = {
  database: Database
  clock: () => Date
  changes: DealChanges
  review: DealReview
  entry: DealEntry
  signing: Signing
  objections: Objections
  moves: DealMoves
  timelines: DealTimelines
  approvals: ApprovalSettings
  representation: Representation
  agreementSigning: AgreementSigning
  originOf: (request: FastifyRequest) => Origin
}

const limits = { person: 1000 }
/** Lower limit for calls that send mail. */
const mailLimits = { person: 200 }
const refusals = { 409: 'Changed meanwhile, or not possible at this stage' }

export function dealRoutes(endpoint: DefineEndpoint, parts: DealParts) {
  const {
    database,
    clock,
    changes,
    review,
    entry,
    signing,
    objections,
    moves,
    timelines,
    approvals,
    representation,
    agreementSigning,
    originOf,
  } = parts

  endpoint(dealOperations.deals, { limits: 'none' }, ({ query, ...viewer }) => listDeals(database, viewer, query))
  endpoint(dealOperations.dealCounts, { limits: 'none' }, ({ query, ...viewer }) => countDeals(database, viewer, query))
  endpoint(dealOperations.exportDeals, { limits: { person: 30 } }, async ({ query, reply, ...viewer }) => {
    const { count, parts } = await exportDeals(database, viewer, query)
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="deals.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(parts))
  })
  endpoint(dealOperations.findConflicts, { limits }, async ({ body, ...viewer }) => {
    await requireAthleteFacts(database, viewer, body.athleteId, clock())
    return { conflicts: await findConflicts(database, viewer.member.organization, body) }
  })
  endpoint(dealOperations.suggestFee, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    suggestFee(database, viewer, { athlete: parameter('athlete'), kind: query.kind }, clock()),
  )
  endpoint(dealOperations.addDeal, { limits }, ({ body, ...viewer }) => changes.add(viewer, body))
  endpoint(dealOperations.deal, { limits: 'none' }, ({ parameter, ...viewer }) =>
    loadDeal(database, viewer, parameter('deal'), clock()),
  )
  endpoint(dealOperations.changeDeal, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    changes.change(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.removeDeal, { limits, refusals }, ({ parameter, ...viewer }) =>
    changes.remove(viewer, parameter('deal')),
  )
  endpoint(dealOperations.submitDeal, { limits: mailLimits, refusals }, ({ parameter, body, ...viewer }) =>
    review.submit(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.enterDeal, { limits: mailLimits, refusals }, ({ parameter, body, ...viewer }) =>
    entry.enter(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.withdrawDeal, { limits, refusals }, ({ parameter, ...viewer }) =>
    review.withdraw(viewer, parameter('deal')),
  )
  endpoint(dealOperations.shareDeal, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    changes.share(viewer, parameter('deal'), body.version),
  )
  endpoint(dealOperations.decideDeal, { limits: mailLimits, refusals }, ({ parameter, body, ...viewer }) =>
    review.decide(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.allowConflict, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    review.allowConflict(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.liftObjection, { limits }, ({ parameter, body, ...viewer }) =>
    objections.lift(viewer, parameter('deal'), body.reason),
  )
  endpoint(dealOperations.remindDeal, { limits: { person: 60 }, refusals }, ({ parameter, ...viewer }) =>
    review.remind(viewer, parameter('deal')),
  )
  endpoint(dealOperations.signDeal, { limits: { person: 60 }, refusals }, ({ parameter, body, request, ...viewer }) =>
    signing.sign(viewer, parameter('deal'), body, originOf(request)),
  )
  endpoint(dealOperations.moveDeal, { limits, refusals }, ({ parameter, body, ...viewer }) =>
    moves.move(viewer, parameter('deal'), body),
  )
  endpoint(dealOperations.termination, { limits, refusals }, ({ parameter, ...viewer }) =>
    moves.previewTermination(viewer, parameter('deal')),
  )
  endpoint(dealOperations.ending, { limits, refusals }, ({ parameter, query, ...viewer }) =>
    moves.previewEnding(viewer, parameter('deal'), query.action),
  )
  endpoint(dealOperations.dealTimeline, { limits: 'none' }, ({ parameter, query, ...viewer }) =>
    timelines.page(viewer, parameter('deal'), query),
  )
  endpoint(dealOperations.addDealNote, { limits }, ({ parameter, body, ...viewer }) =>
    timelines.addNote(viewer, parameter('deal'), body.text),
  )
  endpoint(dealOperations.approvalChains, { limits: 'none' }, (viewer) => approvals.all(viewer))
  endpoint(dealOperations.setApprovalChains, { limits }, ({ body, ...viewer }) => approvals.set(viewer, body.chains))
  endpoint(dealOperations.setSelfApproval, { limits }, ({ body, ...viewer }) =>
    approvals.setSelfApproval(viewer, body.allowed),
  )
  endpoint(dealOperations.setSendAfterApproval, { limits }, ({ body, ...viewer }) =>
    approvals.setSendAfterApproval(viewer, body.on),
  )

  const changed = { 409: 'Changed meanwhile' }
  endpoint(agreementOperations.allAgreements, { limits: 'none' }, ({ query, ...viewer }) =>
    listAgreements(database, viewer, query, clock()),
  )
  endpoint(agreementOperations.exportAgreements, { limits: { person: 30 } }, async ({ query, reply, ...viewer }) => {
    const { count, parts } = await exportAgreements(database, viewer, query, clock)
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="agreements.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(parts))
  })
  endpoint(agreementOperations.agreements, { limits: 'none' }, ({ parameter, ...viewer }) =>
    representation.ofAthlete(viewer, parameter('athlete')),
  )
  endpoint(agreementOperations.addAgreement, { limits }, ({ parameter, body, ...viewer }) =>
    representation.add(viewer, parameter('athlete'), body),
  )
  endpoint(agreementOperations.changeAgreement, { limits, refusals: changed }, ({ parameter, body, ...viewer }) =>
    representation.change(viewer, parameter('athlete'), parameter('agreement'), body),
  )
  endpoint(agreementOperations.endAgreement, { limits, refusals: changed }, ({ parameter, body, ...viewer }) =>
    representation.end(viewer, parameter('athlete'), parameter('agreement'), body),
  )
  endpoint(
    agreementOperations.addAgreementDocument,
    { limits: { person: 300 }, refusals: changed },
    ({ parameter, query, body, ...viewer }) =>
      agreementSigning.addDocument(viewer, parameter('athlete'), parameter('agreement'), query.name, body),
  )
  endpoint(agreementOperations.agreementDocumentAddress, { limits }, ({ parameter, ...viewer }) =>
    agreementSigning.address(viewer, parameter('athlete'), parameter('agreement')),
  )
  endpoint(
    agreementOperations.agreementDocumentContent,
    {
      limits: { network: 3000 },
      refusals: { 404: 'Not found, or not visible to the caller', 410: 'The link has expired' },
    },
    async ({ query, reply }) => {
      const { bytes, ...file } = await agreementSigning.content(query.key)
      return reply.headers(fileHeaders(file)).send(bytes)
    },
  )
  endpoint(
    agreementOperations.signAgreement,
    { limits: mailLimits, refusals: changed },
    ({ parameter, body, ...viewer }) =>
      agreementSigning.sign(viewer, parameter('athlete'), parameter('agreement'), body),
  )
  endpoint(agreementOperations.confirmAgreement, { limits, refusals: changed }, ({ parameter, body, ...viewer }) =>
    agreementSigning.confirm(viewer, parameter('athlete'), parameter('agreement'), body),
  )
}
