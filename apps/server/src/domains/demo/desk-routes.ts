import { Readable } from 'node:stream'
import { deskOperations, visitorOperations } from '@sherpa/contracts/desk-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { AnsweringRequests } from './answer-request.ts'
import { allColleagues, setDuty } from './desk-colleagues.ts'
import { deskFile } from './desk-export.ts'
import { deskFigures } from './desk-figures.ts'
import { deskPage } from './desk-list.ts'
import { wholeRequest } from './desk-request.ts'
import type { Visitors } from './visitor.ts'

export type DeskParts = {
  database: Database
  answering: AnsweringRequests
  settings: { companyTimeZone: string; retentionDays: number }
  clock: () => Date
  onMail: () => void
}

/** Plenty for work by hand. */
const byHand = { limits: { person: 600 } }
const moves = {
  ...byHand,
  refusals: { 409: 'A colleague was first, or the state of the request does not allow it' },
}
const placing = {
  ...byHand,
  refusals: {
    409: 'A colleague was first, the state of the request does not allow it, or nobody is free at that time',
  },
}

export function deskRoutes(endpoint: DefineEndpoint, { database, answering, settings, clock, onMail }: DeskParts) {
  const { companyTimeZone } = settings
  const today = () => ({ now: clock(), companyTimeZone })
  /** What was done may have put mail into the queue. */
  async function withMail<Result>(work: Promise<Result>) {
    const result = await work
    onMail()
    return result
  }

  endpoint(deskOperations.deskRequests, { limits: 'none' }, ({ query }) => deskPage(database, query, today()))

  endpoint(deskOperations.exportDeskRequests, { limits: { person: 30 } }, async ({ query, reply }) => {
    const { count, lines } = await deskFile(database, query, today())
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="demo-requests.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines))
  })

  endpoint(deskOperations.deskRequest, { limits: 'none' }, ({ parameter }) =>
    wholeRequest(database, parameter('request'), settings),
  )

  endpoint(deskOperations.confirmDemo, placing, ({ person, parameter, body }) =>
    withMail(answering.confirm(person, parameter('request'), body)),
  )
  endpoint(deskOperations.rescheduleDemo, placing, ({ person, parameter, body }) =>
    withMail(answering.reschedule(person, parameter('request'), body)),
  )
  endpoint(deskOperations.cancelDemo, moves, ({ person, parameter, body }) =>
    withMail(answering.cancel(person, parameter('request'), body)),
  )
  endpoint(deskOperations.markHeld, moves, ({ person, parameter, body }) =>
    answering.markHeld(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.markNoShow, moves, ({ person, parameter, body }) =>
    answering.markNoShow(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.releaseDemoRequest, moves, ({ person, parameter, body }) =>
    withMail(answering.release(person, parameter('request'), body.version)),
  )
  endpoint(deskOperations.rejectDemoRequest, moves, ({ person, parameter, body }) =>
    answering.reject(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.assignDemoRequest, moves, ({ person, parameter, body }) =>
    answering.assign(person, parameter('request'), body.version, body.assignee),
  )
  endpoint(deskOperations.addDeskNote, moves, ({ person, parameter, body }) =>
    answering.addNote(person, parameter('request'), body.text),
  )
  endpoint(deskOperations.resendDeskMail, moves, ({ parameter, body }) =>
    withMail(answering.resend(parameter('request'), body.mail)),
  )

  endpoint(deskOperations.deskColleagues, { limits: 'none' }, async () => ({
    colleagues: await allColleagues(database),
  }))
  endpoint(deskOperations.setOnDuty, byHand, ({ parameter, body }) =>
    setDuty(database, parameter('colleague'), body.onDuty),
  )
  endpoint(deskOperations.deskFigures, { limits: 'none' }, () => deskFigures(database, today()))
}

/** Guessing a token is hopeless; these keep the attempts few, and mail to one address too. */
const reading = { limits: { network: 120 }, refusals: { 410: 'The request was erased' } }
const changing = {
  limits: { network: 20 },
  refusals: { 409: 'The state of the request does not allow it', 410: 'The request was erased' },
}

export function visitorRoutes(
  endpoint: DefineEndpoint,
  { visitors, onMail }: { visitors: Visitors; onMail: () => void },
) {
  endpoint(visitorOperations.visitorRequest, reading, ({ parameter }) => visitors.see(parameter('token')))

  endpoint(visitorOperations.proposeTime, changing, async ({ parameter, body }) => {
    const request = await visitors.propose(parameter('token'), body.startsAt)
    onMail()
    return request
  })

  endpoint(visitorOperations.cancelByVisitor, changing, async ({ parameter }) => {
    const request = await visitors.cancel(parameter('token'))
    onMail()
    return request
  })

  endpoint(visitorOperations.visitorCalendar, reading, async ({ parameter, reply }) => {
    const { method, content } = await visitors.calendar(parameter('token'))
    return reply
      .header('Content-Disposition', 'attachment; filename="demo.ics"')
      .type(`text/calendar; charset=utf-8; method=${method}`)
      .send(content)
  })

  endpoint(visitorOperations.visitorExport, reading, ({ parameter }) => visitors.export(parameter('token')))

  endpoint(visitorOperations.eraseVisitor, changing, ({ parameter }) => visitors.erase(parameter('token')))
}
