const MINUTE_MS = 60_000
/** Warn below this. */
const SOON_MINUTES = 60

/** The time left until a deadline, and its urgency. */
export function timeLeft(dueAt: string, now: Date): { words: string; tone: 'bad' | 'warning' | 'info' } {
  const minutes = Math.round((Date.parse(dueAt) - now.getTime()) / MINUTE_MS)
  if (minutes < 0) return { words: `${durationInWords(-minutes)} late`, tone: 'bad' }
  return { words: `${durationInWords(minutes)} left`, tone: minutes < SOON_MINUTES ? 'warning' : 'info' }
}

/** Percent of the time to answer that is left; 100 once it is late, for a full ring. */
export function shareLeft({ askedAt, dueAt }: { askedAt: string; dueAt: string }, now: Date) {
  const [asked, due] = [Date.parse(askedAt), Date.parse(dueAt)]
  const left = due - now.getTime()
  return left < 0 ? 100 : Math.min(100, Math.round((100 * left) / Math.max(due - asked, 1)))
}

/** Such as "7 min", "1 h 38 min" or "3 days". */
export function durationInWords(minutes: number) {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  const days = Math.round(hours / 24)
  return days === 1 ? '1 day' : `${days} days`
}
