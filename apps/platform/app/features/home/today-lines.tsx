const todayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** The day, and what it asks for. The second line keeps its place while it loads. */
export function TodayLines({ today, sentence }: { today: string; sentence: string | undefined }) {
  return (
    <>
      <span className="block">{todayFormat.format(new Date(today))}</span>
      <span className="block min-h-5">{sentence}</span>
    </>
  )
}
