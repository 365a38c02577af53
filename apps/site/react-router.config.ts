import type { Config } from '@react-router/dev/config'

export default {
  ssr: false,
  // Prerenders every page. /404 matches the catch-all route and serves unknown addresses.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), '/404'],
} satisfies Config
