import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/build/**', '**/dist/**'],
    globalSetup: 'apps/server/test/start-postgres.ts',
    // Much of the time is waiting: for scrypt, for the database, for answers that take their time on purpose.
    maxWorkers: 3,
    // Generous: a busy machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
