import { MOST_CALENDAR_ITEMS } from '@sherpa/contracts/deal-calendar'

export function TooMany() {
  return (
    <p className="text-sm text-slate">
      Only the first {MOST_CALENDAR_ITEMS} items of each kind are shown. Filter by kind or athletes to see fewer.
    </p>
  )
}
