import { randomInt } from 'node:crypto'
import { passwordLength } from '@sherpa/contracts/account'
import { betterAuth } from 'better-auth'
// Not from `better-auth/plugins`: that loads all plugins there are.
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Database } from '../../../persistence/database.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'
import { storageWithHashedTokens } from './hashed-token-storage.ts'

const DAY_SECONDS = 24 * 3600

/** Letters and digits that are not mistaken for one another when they are copied by hand. */
const READABLE = '23456789abcdefghjkmnpqrstvwxyz'
const RECOVERY_CODES = 10

function recoveryCodes() {
  const five = () => Array.from({ length: 5 }, () => READABLE[randomInt(READABLE.length)]).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${five()}-${five()}`)
}

export type AuthenticationParts = { database: Database; secret: string; platformUrl: string }

/**
 * better-auth keeps passwords (scrypt), sessions and second factors. It is used as a library: our own endpoints call it, so that
 * limits, refusals and the API's document are the same for accounts as for everything else. It opens no transactions and sends no
 * mail: registering and resetting a password are ours, so that what they write and the mail about it are written together.
 */
export function configuredBetterAuth({ database, secret, platformUrl }: AuthenticationParts) {
  return betterAuth({
    appName: 'Sherpa',
    baseURL: platformUrl,
    secret,
    database: storageWithHashedTokens(database),
    telemetry: { enabled: false },
    // Ours count per email address too, and for all servers together.
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
      // A session ends when it was said to: it does not live on because it is used.
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
      // Who reads the table cannot use what is in it.
      storeIdentifier: 'hashed',
    },
    plugins: [
      bearer(),
      twoFactor({
        issuer: 'Sherpa',
        // Strangers with the password could lock its owner out. Tries are counted in sign-in.ts.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: recoveryCodes },
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
