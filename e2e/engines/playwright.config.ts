import { defineConfig } from '@playwright/test'
import { dataDirectory } from '../servers'
import type { EngineOptions } from './engines.ts'
import { freePort } from './free-port.ts'

// Chosen before the server starts, because links in mail contain the port.
process.env.E2E_PORT_0 ??= String(await freePort())
process.env.E2E_PLATFORM_PORT_0 ??= String(await freePort())
const platform = `http://localhost:${process.env.E2E_PLATFORM_PORT_0}`

/** WebKitGTK's minimum width is 447 px, which is still below the desktop breakpoint. */
const widths = { desktop: 1280, phone: 360 }

/** Journeys through the built site and platform in Firefox and WebKit. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: 'journeys.ts',
  outputDir: '../../test-results/engines',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // Avoids a race with the server closing idle connections.
  use: { extraHTTPHeaders: { Connection: 'close' } },
  projects: (['firefox', 'webkit'] as const).flatMap((engine) =>
    Object.entries(widths).map(([name, width]) => ({ name: `${engine} ${name}`, use: { engine, width } })),
  ),
  webServer: {
    command: 'node apps/server/src/server.ts',
    cwd: '../..',
    env: {
      PORT: process.env.E2E_PORT_0,
      PLATFORM_PORT: process.env.E2E_PLATFORM_PORT_0,
      PLATFORM_URL: platform,
      LOG_LEVEL: 'warn',
      DATA_DIRECTORY: dataDirectory(0),
      RATE_LIMIT: 'off',
      DRAIN_SECONDS: '0',
    },
    url: `${platform}/login`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
