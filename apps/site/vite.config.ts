import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const apiAddress = process.env.API_ADDRESS ?? 'http://localhost:3100'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  envPrefix: ['VITE_', 'SITE_URL', 'PLATFORM_URL'],
  build: {
    // Small images would become data: URLs, which the Content-Security-Policy does not allow.
    assetsInlineLimit: 0,
    // The finishing step needs one stylesheet to inline.
    cssCodeSplit: false,
  },
  server: { proxy: { '/api': apiAddress, '/healthz': apiAddress, '/readyz': apiAddress } },
})
