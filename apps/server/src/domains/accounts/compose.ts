import type { AccountDeletion } from '@sherpa/contracts/handover'
import type { FastifyRequest } from 'fastify'
import type { Gate, Person } from '../../http/access.ts'
import { type CellSettings, FIRST_CELL } from '../../http/cells.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import { createKnownDevices } from '../../http/known-devices.ts'
import { createRateLimits } from '../../http/rate-limits.ts'
import type { Database } from '../../persistence/database.ts'
import type { Secrets } from '../../secrets.ts'
import type { AuditEvents } from '../audit/audit.ts'
import { deleteStaffViews } from '../views/views.ts'
import { accountRoutes } from './account-routes.ts'
import { createAccountService, insertAccount, lockPerson } from './accounts.ts'
import { createAuthentication } from './better-auth/authentication.ts'
import { createIdentityConfirmation } from './confirm-identity.ts'
import { type DeletionParts, deleteAccount } from './delete-account.ts'
import { deviceName, readDevice } from './device-name.ts'
import { createDraftKeys } from './draft-keys.ts'
import { createEmailChangeService } from './email-change.ts'
import { createPasswordService, preparePassword } from './passwords.ts'
import { createRegistrationService } from './registration.ts'
import { createSecondFactorService } from './second-factor.ts'
import { createSessionOpener } from './sessions.ts'
import { createSignInService } from './sign-in.ts'
import { signInRoutes } from './sign-in-routes.ts'

type Parts = {
  database: Database
  secrets: Secrets
  platformUrl: string
  cells: CellSettings
  clock: () => Date
  rateLimited: boolean
  shortestAnswerMs: number
  onMail: () => void
}

type RouteParts = Pick<DeletionParts, 'leaveAll' | 'endGuardianships' | 'forgetBilling'> & {
  events: AuditEvents
  moveBilling: Parameters<typeof createEmailChangeService>[1]
  listAffiliations: Parameters<typeof accountRoutes>[1]['listAffiliations']
}

export function composeAccounts(parts: Parts) {
  const { database, secrets, platformUrl, clock, onMail } = parts
  const accounts = createAccountService(database)
  const authentication = createAuthentication({ database, secrets, platformUrl })
  const devices = createKnownDevices({ secrets, clock, passwordChangedAt: accounts.passwordChangedAt })
  const gate: Gate = { personOf: accounts.personOf, admit: accounts.admit, devices }
  const openSession = createSessionOpener({ authentication, database, devices })
  const secondFactor = createSecondFactorService({ authentication, accounts, database, clock })
  const passwords = createPasswordService({ authentication, accounts, database, secondFactor })
  const confirmIdentity = createIdentityConfirmation({ passwords, secondFactor })

  return {
    gate,
    expiryOf: accounts.expiryOf,
    admitSession: accounts.admitSession,
    confirmIdentity,
    /** For domains that create accounts from a link. */
    newAccounts: { lockPerson, preparePassword, insertAccount, keepsAccounts: parts.cells.own === FIRST_CELL },

    openSession: async (person: string, request: FastifyRequest) =>
      openSession(await accounts.findById(person), false, readDevice(request)),

    originOf: ({ ip, headers }: FastifyRequest) => ({
      address: ip,
      device: deviceName(headers['user-agent'] ?? null),
    }),

    addRoutes(endpoint: DefineEndpoint, { events, moveBilling, listAffiliations, ...deletion }: RouteParts) {
      signInRoutes(endpoint, {
        registration: createRegistrationService({ database, accounts, openSession }),
        signIn: createSignInService({
          authentication,
          accounts,
          database,
          devices,
          secondFactor,
          limits: createRateLimits(database, { enabled: parts.rateLimited, clock }),
          onMail,
        }),
        passwords,
        shortestAnswerMs: parts.shortestAnswerMs,
        onMail,
      })
      accountRoutes(endpoint, {
        database,
        accounts,
        passwords,
        emailChanges: createEmailChangeService(database, moveBilling),
        secondFactor,
        confirmIdentity,
        events,
        listAffiliations,
        draftKeyOf: createDraftKeys(secrets[0]),
        deleteAccount: (person: Person, handovers: AccountDeletion['handovers']) =>
          deleteAccount(person, handovers, { database, deleteStaffViews, ...deletion }),
        onMail,
      })
    },
  }
}
