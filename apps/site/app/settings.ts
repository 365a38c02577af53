/** What a deployment may set when it builds the site. Everything else reads these, never the environment. */
export const SITE_URL = webAddress('SITE_URL', import.meta.env.SITE_URL, 'http://localhost:3000')
export const PLATFORM_URL = webAddress('PLATFORM_URL', import.meta.env.PLATFORM_URL, 'http://localhost:3001')

/** Where the API is, if not beside the site. */
export const API_URL: string = import.meta.env.VITE_API_URL || '/api'

/** A film elsewhere, instead of our own. */
export const CONTACT_VIDEO_URL: string | undefined = import.meta.env.VITE_CONTACT_VIDEO_URL || undefined

/** A failed demo request is only logged, as specified, unless a deployment wants a toast. */
export const SHOW_DEMO_FAILURE: boolean = import.meta.env.VITE_DEMO_FAILURE_NOTICE === 'toast'

function webAddress(name: string, value: string | undefined, fallback: string) {
  const address = value || fallback
  if (!/^https?:\/\/[^/?#\s]+[^?#\s]*$/.test(address)) {
    throw new Error(`${name} must be an http(s) address such as ${fallback}, not "${address}".`)
  }
  return address.replace(/\/+$/, '')
}
