/** Built pages contain these instead of addresses. The server replaces them at start, so one build fits every deployment. */
export const placeholders = {
  site: 'https://site-address.invalid',
  platform: 'https://platform-address.invalid',
  api: 'https://api-address.invalid',
} as const

/** `api` is `/api` unless the site is on another host, such as a CDN. */
export type SiteAddresses = Record<keyof typeof placeholders, string>

const names = Object.keys(placeholders) as (keyof SiteAddresses)[]

export function applyAddresses(text: string, addresses: SiteAddresses) {
  return names.reduce((applied, name) => applied.replaceAll(placeholders[name], () => addresses[name]), text)
}

export function holdsPlaceholder(text: { includes(part: string): boolean }) {
  return names.some((name) => text.includes(placeholders[name]))
}
