/** URL of the public site. Built scripts read it from `<html>`, which the server fills in at start. */
const SITE_URL =
  (import.meta.env.PROD && !import.meta.env.SSR ? document.documentElement.dataset.site : import.meta.env.SITE_URL) ??
  ''

export const sitePages = {
  home: `${SITE_URL}/`,
  terms: `${SITE_URL}/terms-of-service`,
  privacy: `${SITE_URL}/privacy-policy`,
  contact: `${SITE_URL}/contact-us`,
}

/** Same origin. */
export const API_URL = '/api'
