import type { Config } from '@react-router/dev/config'

export default {
  ssr: false,
  // Every page is HTML before anyone asks for it. /404 matches the catch-all route: the server answers unknown addresses with it.
  prerender: ({ getStaticPaths }) => [...getStaticPaths(), '/404'],
} satisfies Config
