import { keepFew } from './keep-few.ts'

const LONGEST_ZONE = 64

/** Formats by time zone; none for what is no zone. Making one takes far longer than using it, and they are large. */
export function zoneFormats(options: Intl.DateTimeFormatOptions) {
  const formatIn = keepFew((timeZone) => new Intl.DateTimeFormat('en-US', { ...options, timeZone }))
  return (zone: string) => {
    if (zone.length > LONGEST_ZONE || !/^[A-Za-z]/.test(zone)) return undefined
    try {
      return formatIn(zone)
    } catch {
      return undefined
    }
  }
}
