import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { dataDirectory, PLATFORM_PORT, SITE_PORT, serverNumbers } from './e2e/servers'
import { browserFlags, findBrowser, withoutSearchBox } from './scripts/browser.mjs'
import { keptDurations } from './scripts/test-durations.mjs'
import { QUICK_JOURNEY, testFiles } from './scripts/tiers.mjs'

const executablePath = await findBrowser()

/** Seconds of a file whose journeys start first, so that none of them is left alone at the end. */
const LONG = 30
const files = testFiles().filter((file) => file.startsWith('e2e/'))
const isLong = (file: string) => (keptDurations[file] ?? 0) >= LONG

/** Journeys through the built site and platform, on the real server. */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'long', testMatch: files.filter(isLong) },
    { name: 'short', testMatch: files.filter((file) => !isLong(file)) },
  ],
  ...(process.env.TESTS === 'quick' && { grep: QUICK_JOURNEY }),
  ...(process.env.TESTS === 'slow' && { grepInvert: QUICK_JOURNEY }),
  fullyParallel: true,
  // One more than there are processors: each waits for answers now and then.
  workers: availableParallelism() + 1,
  // Nothing waits for a time: this and the limits below only end what will never come, also on a slow machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./scripts/journeys-reporter.mjs']],
  use: {
    baseURL: `http://localhost:${SITE_PORT}`,
    viewport: { width: 1280, height: 800 },
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      // The site was built to lead to the platform's usual port; here it listens on whichever is free.
      args: [
        ...browserFlags,
        withoutSearchBox,
        `--host-resolver-rules=MAP localhost:3001 localhost:${PLATFORM_PORT}`,
        // Otherwise each new page starts more processes than it uses.
        '--renderer-process-limit=1',
      ],
    },
    screenshot: 'only-on-failure',
  },
  webServer: serverNumbers.map((server) => ({
    // npm run test:release sets it.
    command: process.env.E2E_COMMAND ?? 'node apps/server/src/server.ts',
    env: {
      PORT: '0',
      PLATFORM_PORT: '0',
      SITE_URL: 'http://localhost:3000',
      PLATFORM_URL: 'http://localhost:3001',
      LOG_LEVEL: 'warn',
      DATA_DIRECTORY: dataDirectory(server),
      RATE_LIMIT: 'off',
      DRAIN_SECONDS: '0',
    },
    wait: {
      stdout: new RegExp(
        `Site +http://localhost:(?<e2e_port_${server}>\\d+)\\s+Platform +http://localhost:(?<e2e_platform_port_${server}>\\d+)`,
      ),
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  })),
})
