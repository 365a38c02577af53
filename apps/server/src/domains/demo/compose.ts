import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { Database } from '../../persistence/database.ts'
import type { Secrets } from '../../secrets.ts'
import { createRequestAnswerService } from './answer-request.ts'
import { createDemoRequestService } from './demo-requests.ts'
import { deskRoutes, visitorRoutes } from './desk-routes.ts'
import { demoRoutes } from './routes.ts'
import { createVisitorService } from './visitor.ts'
import { createVisitorLinks } from './visitor-links.ts'

export type DemoDeskSettings = {
  /** Time zone of the response deadline. */
  companyTimeZone: string
  /** Days until personal data is erased. */
  retentionDays: number
  /** Organizer address of calendar events. */
  organizer: string
}

type Parts = DemoDeskSettings & {
  database: Database
  secrets: Secrets
  clock: () => Date
  rateLimited: boolean
  onMail: () => void
  forgetMail: (messageIds: string[]) => Promise<void>
}

export function composeDemo(parts: Parts) {
  const { database, secrets, clock, onMail, companyTimeZone, retentionDays } = parts
  const requests = createDemoRequestService(database, createVisitorLinks({ database, secret: secrets[0] }).createToken)

  return {
    requestForMail: requests.forMail,

    addRoutes(endpoint: DefineEndpoint) {
      demoRoutes(endpoint, { requests, limited: parts.rateLimited, clock, companyTimeZone, onAccepted: onMail })
      visitorRoutes(endpoint, {
        visitors: createVisitorService({ ...parts, requestForMail: requests.forMail }),
        onMail,
      })
      deskRoutes(endpoint, {
        database,
        answers: createRequestAnswerService({ database, clock }),
        settings: { companyTimeZone, retentionDays },
        clock,
        onMail,
      })
    },
  }
}
