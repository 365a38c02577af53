/** Built scripts are independent of addresses: they read them from `<html>`, which the server fills in at start. */
const addresses: Record<string, string | undefined> =
  import.meta.env.PROD && !import.meta.env.SSR
    ? document.documentElement.dataset
    : { site: import.meta.env.SITE_URL, platform: import.meta.env.PLATFORM_URL, api: import.meta.env.API_URL }

export const { site: SITE_URL = '', platform: PLATFORM_URL = '', api: API_URL = '' } = addresses

/** External film instead of ours. */
export const CONTACT_VIDEO_URL: string | undefined = import.meta.env.VITE_CONTACT_VIDEO_URL || undefined

/** A failed demo request is only logged, as specified, unless a deployment wants a toast. */
export const SHOW_DEMO_FAILURE: boolean = import.meta.env.VITE_DEMO_FAILURE_NOTICE === 'toast'
