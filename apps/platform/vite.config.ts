import { buildTarget } from '@sherpa/finishing/browser-floor'
import { builtAddresses } from '@sherpa/finishing/built-addresses'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sharedChunks } from './shared-chunks.ts'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

/** Loaded with every page. */
const firstScripts = /\/(rolldown-runtime|react|router|data|schemas|contracts|parts|index)-[\w-]{7}\.js$/

const scriptName = 'assets/[name]-[hash:7].js'

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
    // A screen’s own script is imported at once.
    modulePreload: {
      resolveDependencies: (screen, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file !== screen && !firstScripts.test(file)) : files,
    },
    // No data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The log-in has the names of all scripts, so they are short.
        ...(!isSsrBuild && { chunkFileNames: scriptName, entryFileNames: scriptName }),
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
