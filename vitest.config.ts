import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/build/**', '**/dist/**'],
    globalSetup: 'apps/server/test/start-postgres.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
