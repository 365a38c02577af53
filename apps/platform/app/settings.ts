/** The public site, which has the terms and the privacy policy. A deployment sets it when it builds. */
const SITE_URL = (import.meta.env.SITE_URL || 'http://localhost:3000').replace(/\/+$/, '')

export const sitePages = {
  home: `${SITE_URL}/`,
  terms: `${SITE_URL}/terms-of-service`,
  privacy: `${SITE_URL}/privacy-policy`,
  contact: `${SITE_URL}/contact-us`,
}

/** The platform's own origin answers for the API. */
export const API_URL = '/api'
