/** The public site, set at build time. */
const SITE_URL = (import.meta.env.SITE_URL || 'http://localhost:3000').replace(/\/+$/, '')

export const sitePages = {
  home: `${SITE_URL}/`,
  terms: `${SITE_URL}/terms-of-service`,
  privacy: `${SITE_URL}/privacy-policy`,
  contact: `${SITE_URL}/contact-us`,
}

/** Same origin. */
export const API_URL = '/api'
