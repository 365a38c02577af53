import { placeholders, type SiteAddresses } from '@sherpa/contracts/site-addresses'

/** Vite's `define` for `settings.ts`: placeholders in a build, the environment in development. */
export function builtAddresses(command: 'build' | 'serve') {
  const { SITE_URL, PLATFORM_URL } = process.env
  const development: SiteAddresses = {
    site: SITE_URL || 'http://localhost:3000',
    platform: PLATFORM_URL || 'http://localhost:3001',
    api: '/api',
  }
  const { site, platform, api } = command === 'build' ? placeholders : development
  return {
    'import.meta.env.SITE_URL': JSON.stringify(site.replace(/\/+$/, '')),
    'import.meta.env.PLATFORM_URL': JSON.stringify(platform.replace(/\/+$/, '')),
    'import.meta.env.API_URL': JSON.stringify(api),
  }
}
