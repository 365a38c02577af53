import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import { answeringRequests } from './answer-request.ts'
import { demoRequests } from './demo-requests.ts'
import { deskRoutes, visitorRoutes } from './desk-routes.ts'
import { demoRoutes } from './routes.ts'
import { visitors } from './visitor.ts'
import { visitorLinks } from './visitor-links.ts'

export type DemoDeskSettings = {
  /** By whose clock answers are promised. */
  companyTimeZone: string
  /** After so many days, requests no longer tell who asked. */
  retentionDays: number
  /** The mailbox that demos are organized from. */
  organizer: string
}

type Parts = DemoDeskSettings & {
  database: Database
  secret: string
  clock: () => Date
  rateLimited: boolean
  onMail: () => void
  forgetMail: (messageIds: string[]) => Promise<void>
}

export function composeDemo(parts: Parts) {
  const { database, secret, clock, onMail, companyTimeZone, retentionDays } = parts
  const requests = demoRequests(database, visitorLinks({ database, secret }).tokenFor)

  return {
    requestForMail: requests.forMail,

    addRoutes(endpoint: DefineEndpoint) {
      demoRoutes(endpoint, { requests, limited: parts.rateLimited, clock, companyTimeZone, onAccepted: onMail })
      visitorRoutes(endpoint, { visitors: visitors({ ...parts, requestForMail: requests.forMail }), onMail })
      deskRoutes(endpoint, {
        database,
        answering: answeringRequests({ database, clock }),
        settings: { companyTimeZone, retentionDays },
        clock,
        onMail,
      })
    },
  }
}
