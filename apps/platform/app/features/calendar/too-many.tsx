import { MOST_CALENDAR_ITEMS } from '@sherpa/contracts/deal-calendar'

export function TooMany() {
  return (
    <p className="text-sm text-slate">
      There are more than {MOST_CALENDAR_ITEMS} of a kind: the last ones are not shown. Filter by kind or athletes to
      see fewer.
    </p>
  )
}
