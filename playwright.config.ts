import { defineConfig } from '@playwright/test'
import { E2E_DATA } from './e2e/data-directory'
import { browserFlags, findBrowser } from './scripts/browser.mjs'

const executablePath = await findBrowser()

/** Journeys through the built site, on the real server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    launchOptions: { ...(executablePath && { executablePath }), args: browserFlags },
    screenshot: 'only-on-failure',
  },
  webServer: {
    command: 'node apps/server/src/server.ts',
    env: { PORT: '0', LOG_LEVEL: 'warn', DATA_DIRECTORY: E2E_DATA, RATE_LIMIT: 'off' },
    wait: { stdout: /Site +http:\/\/localhost:(?<e2e_port>\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
