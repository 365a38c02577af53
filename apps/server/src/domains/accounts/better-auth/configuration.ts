import { randomInt } from 'node:crypto'
import { passwordLength } from '@sherpa/contracts/account'
import { betterAuth } from 'better-auth'
// Not from `better-auth/plugins`, which loads all plugins.
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Database } from '../../../persistence/database.ts'
import type { Secrets } from '../../../secrets.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'
import { createHashedTokenStorage } from './hashed-token-storage.ts'

const DAY_SECONDS = 24 * 3600

/** Without ambiguous characters, for copying by hand. */
const UNAMBIGUOUS = '23456789abcdefghjkmnpqrstvwxyz'
const RECOVERY_CODES = 10

function generateRecoveryCodes() {
  const generateGroup = () => Array.from({ length: 5 }, () => UNAMBIGUOUS[randomInt(UNAMBIGUOUS.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${generateGroup()}-${generateGroup()}`)
}

export type AuthenticationParts = { database: Database; secrets: Secrets; platformUrl: string }

/**
 * better-auth stores passwords, sessions and second factors. Our own endpoints call it, so that rate limits, errors and
 * OpenAPI are uniform. Registration and password reset are ours: they write data and mail in one transaction.
 */
export function configureBetterAuth({ database, secrets: [secret], platformUrl }: AuthenticationParts) {
  return betterAuth({
    appName: 'Sherpa',
    baseURL: platformUrl,
    secret,
    database: createHashedTokenStorage(database),
    telemetry: { enabled: false },
    // Ours also count per email address and across servers.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    advanced: { database: { generateId: 'uuid' }, cookiePrefix: 'sherpa', ipAddress: { disableIpTracking: true } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: (password) => hashPassword(password), verify: verifyPassword },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        token: 'token_hash',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // Fixed expiry: activity does not extend a session.
      expiresIn: 30 * DAY_SECONDS,
      disableSessionRefresh: true,
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      // A leaked table must not expose usable tickets.
      storeIdentifier: 'hashed',
    },
    plugins: [
      bearer(),
      twoFactor({
        issuer: 'Sherpa',
        // An attacker with the password could lock out its owner. sign-in.ts limits attempts instead.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
        schema: {
          user: { fields: { twoFactorEnabled: 'second_factor' } },
          twoFactor: {
            modelName: 'second_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
  })
}
