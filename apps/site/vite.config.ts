import { reactRouter } from '@react-router/dev/vite'
import { buildTarget } from '@sherpa/finishing/browser-floor'
import { builtAddresses } from '@sherpa/finishing/built-addresses'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  define: builtAddresses(command),
  build: {
    target: buildTarget,
    // No data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    // The finishing step needs one stylesheet to inline.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Few shared chunks, each evaluated in its own task (packages/finishing/src/loader.js): on phones a request costs more
        // than the bytes it saves, and a long task more than a request.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'renderer', test: /app\/renderer\.ts/ },
            { name: 'router', test: /node_modules\/(react-router|cookie)\// },
            {
              name: 'frame',
              test: /app\/(root|settings|page-meta|frame|content\/(company|navigation|pages))|packages\/ui\/src\/(button|logo|toast-area|contour-lines|page-hero)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': apiAddress, '/healthz': apiAddress, '/readyz': apiAddress } },
}))
