import { keepFew } from './keep-few.ts'

/** Formats by time zone; none for what is no zone. Making one takes far longer than using it, and they are large. */
export function zoneFormats(options: Intl.DateTimeFormatOptions) {
  const formatIn = keepFew((timeZone) => new Intl.DateTimeFormat('en-US', { ...options, timeZone }))
  return (zone: string) => {
    if (!/^[A-Za-z]/.test(zone)) return undefined
    try {
      return formatIn(zone)
    } catch {
      return undefined
    }
  }
}
