import { buildTarget } from '@sherpa/finishing/browser-floor'
import { builtAddresses } from '@sherpa/finishing/built-addresses'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedChunks } from './shared-chunks.ts'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

const firstScripts = /\/(rolldown-runtime|react|router|data|schemas|contracts|parts|index)-[\w-]{8}\.js$/

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), react()],
  define: builtAddresses(command),
  build: {
    target: buildTarget,
    outDir: isSsrBuild ? 'build/prerender' : 'build/client',
    // Lets the prerendering find the scripts of a screen.
    manifest: !isSsrBuild,
    // The finishing step needs one stylesheet to inline.
    cssCodeSplit: false,
    // Every page loads the first scripts, and a screen’s own script is imported at once.
    modulePreload: {
      resolveDependencies: (screen, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file !== screen && !firstScripts.test(file)) : files,
    },
    // No data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Separate chunks for libraries, which change less often.
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
