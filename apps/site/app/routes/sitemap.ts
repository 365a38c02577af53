import { pages } from '../content/pages'
import { SITE_URL } from '../settings'

export function loader() {
  const urls = Object.values(pages).map(({ path }) => `<url><loc>${SITE_URL + path}</loc></url>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`,
  )
}
