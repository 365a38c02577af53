import { buildTarget } from '@sherpa/finishing/browser-floor'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedChunks } from './shared-chunks.ts'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), react()],
  envPrefix: ['VITE_', 'SITE_URL'],
  build: {
    target: buildTarget,
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
            ...sharedChunks(),
          ],
        },
      },
    },
  },
  server: { port: 3001, proxy: { '/api': apiAddress } },
}))
