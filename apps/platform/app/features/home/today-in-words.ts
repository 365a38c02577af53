const todayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** Such as "Tuesday, November 17". */
export const todayInWords = (today: string) => todayFormat.format(new Date(today))
