/** What a deployment may set when it builds the site. Everything else reads these, never the environment. */
export const SITE_URL = webAddress('SITE_URL', import.meta.env.SITE_URL, 'http://localhost:3000')
export const PLATFORM_URL = webAddress('PLATFORM_URL', import.meta.env.PLATFORM_URL, 'http://localhost:3001')

function webAddress(name: string, value: string | undefined, fallback: string) {
  const address = value || fallback
  if (!/^https?:\/\/[^/?#\s]+[^?#\s]*$/.test(address)) {
    throw new Error(`${name} must be an http(s) address such as ${fallback}, not "${address}".`)
  }
  return address.replace(/\/+$/, '')
}
