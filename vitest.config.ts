import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserFlags, findBrowser, withoutSearchBox } from './scripts/browser.mjs'

const executablePath = await findBrowser()

const exclude = ['**/node_modules/**', '**/build/**', '**/dist/**']
const componentTests = '{apps,packages}/**/*.component.test.tsx'

export default defineConfig({
  test: {
    reporters: ['default', './scripts/unit-failures.mjs'],
    // Generous: a busy machine is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
          exclude: [...exclude, componentTests],
          globalSetup: 'apps/server/test/start-postgres.ts',
          // The server is loaded once for each worker, not for each file: that was a third of the processor time. Tests put back what they change.
          isolate: false,
          // Much of the time is waiting: for scrypt, for the database, for answers that take their time on purpose.
          maxWorkers: 3,
        },
      },
      {
        // Components as the platform builds them, in a real browser: no imitation of one has dialogs and focus as they are.
        extends: './apps/platform/vite.config.ts',
        // A library that a new test brings along would be noticed too late, and reload the page in the middle of the tests.
        optimizeDeps: { force: true, include: ['pdfjs-dist/legacy/build/pdf.mjs'] },
        test: {
          name: 'component',
          include: [componentTests],
          exclude,
          setupFiles: 'apps/platform/test/component-setup.ts',
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
