import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserFlags, findBrowser, withoutSearchBox } from './scripts/browser.mjs'
import { LongestFirst } from './scripts/longest-first.mjs'
import { chosenUnitTests } from './scripts/tiers.mjs'

const executablePath = await findBrowser()

const files = chosenUnitTests()
/** One more than there are processors: each waits for scrypt, the database or the browser now and then. */
const maxWorkers = availableParallelism() + 1
/** Generous, because a busy machine is no failure, but a hang ends. A test that needs longer says so. */
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }
const isComponentTest = (file: string) => file.endsWith('.component.test.tsx')

export default defineConfig({
  test: {
    reporters: ['default', './scripts/unit-reporter.mjs'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...patience,
          name: 'unit',
          include: files.filter((file) => !isComponentTest(file)),
          globalSetup: 'apps/server/test/start-postgres.ts',
          // The server is loaded once for each worker, not for each file: that was a third of the processor time. Tests put back what they change.
          isolate: false,
          maxWorkers,
        },
      },
      {
        // Components as the platform builds them, in a real browser: no imitation of one has dialogs and focus as they are.
        extends: './apps/platform/vite.config.ts',
        // A library that a new test brings along would be noticed too late, and reload the page in the middle of the tests.
        optimizeDeps: { force: true, include: ['pdfjs-dist/legacy/build/pdf.mjs', 'axe-core'] },
        test: {
          ...patience,
          name: 'component',
          include: files.filter(isComponentTest),
          setupFiles: 'apps/platform/test/component-setup.ts',
          // Pages at once. With one, these tests would wait for all others.
          maxWorkers,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { ...(executablePath && { executablePath }), args: [...browserFlags, withoutSearchBox] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
