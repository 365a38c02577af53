import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), react()],
  envPrefix: ['VITE_', 'SITE_URL'],
  build: {
    outDir: isSsrBuild ? 'build/prerender' : 'build/client',
    // Tells the prerendering which scripts a screen consists of.
    manifest: !isSsrBuild,
    // The finishing step needs one stylesheet to inline.
    cssCodeSplit: false,
    // Small images would become data: URLs, which the Content-Security-Policy does not allow.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What changes with our releases stays apart from what changes with the libraries'.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'renderer', test: /app\/renderer\.ts/ },
            { name: 'router', test: /node_modules\/(react-router|cookie)\// },
            {
              name: 'data',
              test: /node_modules\/(@reduxjs|redux|redux-thunk|reselect|immer|react-redux|use-sync-external-store)\//,
            },
            { name: 'schemas', test: /node_modules\/zod\// },
            // Every screen uses most of these: one request instead of twenty small ones. The rules of other domains come with their screens.
            {
              name: 'rules',
              test: /packages\/contracts\/src\/(account|mail-address|organization|problem|text)\.ts/,
            },
            { name: 'operations', test: /packages\/contracts\/src\/(account-operations|operation)\.ts/ },
            // Only those who are logged in need these. Each that is not in here makes the table of scripts longer, which comes with the log-in.
            {
              name: 'signed-in-parts',
              test: /packages\/ui\/src\/(empty-state|menu-button|panel|status-badge|tool-icon)\.tsx|app\/data\/(idempotency-key|moments|save-file|use-media)\.tsx?|app\/frame\/(avatar|current-tab|focus-when-lost|initials|link-switch|tabs)\.tsx?|app\/features\/(athletes\/record\/(timeline-day|today)|companies\/own-badge|demo\/(time-left|week)|organizations\/organization\/section-link)\.tsx?/,
            },
            {
              name: 'parts',
              test: /packages\/ui\/src\/(?!dialog\.|select\.)|app\/session\/|app\/data\/(?!kept-picture|money|use-action|use-open-address)|app\/forms\/(?!check-inbox|new-account-form|code-field|confirm-dialog|form-message|identity-dialog|password-dialog|role-select|submit-actions|username-for-managers)|app\/(store|settings)\.ts/,
            },
            // Nobody who logs in is asked anything. After the parts that they are made of, which would be taken along otherwise.
            {
              name: 'dialogs',
              test: /packages\/ui\/src\/(dialog|select)\.|app\/data\/use-action|app\/forms\/(?!check-inbox|new-account-form)|app\/frame\/second-factor-notice\./,
            },
            // What many screens share of lists and records, and is too small for requests of its own.
            {
              name: 'list-parts',
              test: /app\/list\/(next-page|row-menu|use-first-page|waiting-rows)\.|app\/frame\/(loaded|palette\/commands)\.|app\/features\/(athletes\/(export-menu|record\/(panel-parts|record-skeleton))|deals\/(new-id|use-own-currency)|finances\/(expense-words|finance-address|own-day-field|periods|use-today))\.|app\/data\/(kept-picture|money|use-open-address)\./,
            },
          ],
        },
      },
    },
  },
  server: { port: 3001, proxy: { '/api': apiAddress } },
}))
