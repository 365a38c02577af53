import { Readable } from 'node:stream'
import { deskOperations, visitorOperations } from '@sherpa/contracts/desk-operations'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { RequestAnswers } from './answer-request.ts'
import { listColleagues, setDuty } from './desk-colleagues.ts'
import { exportDesk } from './desk-export.ts'
import { deskFigures } from './desk-figures.ts'
import { deskPage } from './desk-list.ts'
import { loadRequest } from './desk-request.ts'
import type { Visitors } from './visitor.ts'

export type DeskParts = {
  database: Database
  answers: RequestAnswers
  settings: { companyTimeZone: string; retentionDays: number }
  clock: () => Date
  onMail: () => void
}

/** Ample for manual work. */
const manual = { limits: { person: 600 } }
const moves = {
  ...manual,
  refusals: { 409: 'A colleague was first, or the state of the request does not allow it' },
}
const scheduling = {
  ...manual,
  refusals: {
    409: 'A colleague was first, the state of the request does not allow it, or nobody is free at that time',
  },
}

export function deskRoutes(endpoint: DefineEndpoint, { database, answers, settings, clock, onMail }: DeskParts) {
  const { companyTimeZone } = settings
  const getToday = () => ({ now: clock(), companyTimeZone })
  /** The work may have queued mail. */
  async function withMail<Result>(work: Promise<Result>) {
    const result = await work
    onMail()
    return result
  }

  endpoint(deskOperations.deskRequests, { limits: 'none' }, ({ query }) => deskPage(database, query, getToday()))

  endpoint(deskOperations.exportDeskRequests, { limits: { person: 30 } }, async ({ query, reply }) => {
    const { count, lines } = await exportDesk(database, query, getToday())
    return reply
      .headers({ 'Total-Count': count, 'Content-Disposition': 'attachment; filename="demo-requests.csv"' })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines))
  })

  endpoint(deskOperations.deskRequest, { limits: 'none' }, ({ parameter }) =>
    loadRequest(database, parameter('request'), settings),
  )

  endpoint(deskOperations.confirmDemo, scheduling, ({ person, parameter, body }) =>
    withMail(answers.confirm(person, parameter('request'), body)),
  )
  endpoint(deskOperations.rescheduleDemo, scheduling, ({ person, parameter, body }) =>
    withMail(answers.reschedule(person, parameter('request'), body)),
  )
  endpoint(deskOperations.cancelDemo, moves, ({ person, parameter, body }) =>
    withMail(answers.cancel(person, parameter('request'), body)),
  )
  endpoint(deskOperations.markHeld, moves, ({ person, parameter, body }) =>
    answers.markHeld(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.markNoShow, moves, ({ person, parameter, body }) =>
    answers.markNoShow(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.releaseDemoRequest, moves, ({ person, parameter, body }) =>
    withMail(answers.release(person, parameter('request'), body.version)),
  )
  endpoint(deskOperations.rejectDemoRequest, moves, ({ person, parameter, body }) =>
    answers.reject(person, parameter('request'), body.version),
  )
  endpoint(deskOperations.assignDemoRequest, moves, ({ person, parameter, body }) =>
    answers.assign(person, parameter('request'), body.version, body.assignee),
  )
  endpoint(deskOperations.addDeskNote, moves, ({ person, parameter, body }) =>
    answers.addNote(person, parameter('request'), body.text),
  )
  endpoint(deskOperations.resendDeskMail, moves, ({ parameter, body }) =>
    withMail(answers.resend(parameter('request'), body.mail)),
  )

  endpoint(deskOperations.deskColleagues, { limits: 'none' }, async () => ({
    colleagues: await listColleagues(database),
  }))
  endpoint(deskOperations.setOnDuty, manual, ({ parameter, body }) =>
    setDuty(database, parameter('colleague'), body.onDuty),
  )
  endpoint(deskOperations.deskFigures, { limits: 'none' }, () => deskFigures(database, getToday()))
}

/** Limits guessed tokens and mail to one address. */
const reading = { limits: { network: 120 }, refusals: { 410: 'The request was erased' } }
const changes = {
  limits: { network: 20 },
  refusals: { 409: 'The state of the request does not allow it', 410: 'The request was erased' },
}

export function visitorRoutes(
  endpoint: DefineEndpoint,
  { visitors, onMail }: { visitors: Visitors; onMail: () => void },
) {
  endpoint(visitorOperations.visitorRequest, reading, ({ parameter }) => visitors.find(parameter('token')))

  endpoint(visitorOperations.proposeTime, changes, async ({ parameter, body }) => {
    const request = await visitors.propose(parameter('token'), body.startsAt)
    onMail()
    return request
  })

  endpoint(visitorOperations.cancelByVisitor, changes, async ({ parameter }) => {
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

  endpoint(visitorOperations.eraseVisitor, changes, ({ parameter }) => visitors.erase(parameter('token')))
}
