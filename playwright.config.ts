import { defineConfig } from '@playwright/test'
import { E2E_DATA } from './e2e/data-directory'
import { browserFlags, findBrowser, withoutSearchBox } from './scripts/browser.mjs'

const executablePath = await findBrowser()

/** Journeys through the built site and platform, on the real server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  fullyParallel: true,
  // One more than there are processors here: each waits for answers now and then.
  workers: 3,
  // Nothing waits for a time: this and the limits below only end what will never come, also on a slow machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The site was built to lead to the platform's usual port; here it listens on whichever is free.
      args: [
        ...browserFlags,
        withoutSearchBox,
        `--host-resolver-rules=MAP localhost:3001 localhost:${process.env.E2E_PLATFORM_PORT}`,
        // Otherwise each new page starts more processes than it uses.
        '--renderer-process-limit=1',
      ],
    },
    screenshot: 'only-on-failure',
  },
  webServer: {
    // npm run test:release sets it.
    command: process.env.E2E_COMMAND ?? 'node apps/server/src/server.ts',
    env: {
      PORT: '0',
      PLATFORM_PORT: '0',
      SITE_URL: 'http://localhost:3000',
      PLATFORM_URL: 'http://localhost:3001',
      LOG_LEVEL: 'warn',
      DATA_DIRECTORY: E2E_DATA,
      RATE_LIMIT: 'off',
      DRAIN_SECONDS: '0',
    },
    wait: {
      stdout: /Site +http:\/\/localhost:(?<e2e_port>\d+)\s+Platform +http:\/\/localhost:(?<e2e_platform_port>\d+)/,
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
