import { boundedCache } from './bounded-cache.ts'

const LONGEST_ZONE = 64

/** Bounded cache of formatters by time zone, which are slow to create and large. Undefined for an unknown zone. */
export function zoneFormats(options: Intl.DateTimeFormatOptions) {
  const formatIn = boundedCache((timeZone) => new Intl.DateTimeFormat('en-US', { ...options, timeZone }))
  return (zone: string) => {
    if (zone.length > LONGEST_ZONE || !/^[A-Za-z]/.test(zone)) return undefined
    try {
      return formatIn(zone)
    } catch {
      return undefined
    }
  }
}
