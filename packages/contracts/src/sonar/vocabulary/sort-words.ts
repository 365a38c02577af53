/** Words of sorts that lists share. */
export const nameSorts = {
  name: 'by name|alphabetical|alphabetically|in? alphabetical order|a to z|a-z|in? abc order|by last name|by first name',
  '-name':
    'by name descending|z to a|z-a|reverse alphabetical|reverse alphabetically|in? reverse alphabetical order|reverse abc order',
}

export const smallest =
  'smallest first?|by amount ascending|lowest first?|cheapest first?|least expensive first?|smallest amount first?|lowest amount first?|lowest value first?|low to high|lowest/smallest/cheapest to highest/largest/biggest|small/smaller to large/larger|in? ascending order|by amount low to high|by value low to high|by amount lowest first'
export const largest =
  'biggest first?|largest first?|by amount|by value|by size|highest first?|greatest first?|most expensive first?|top|largest amount first?|biggest amount first?|highest amount first?|highest value first?|priciest first?|costliest first?|high to low|highest/largest/biggest to lowest/smallest|large/larger to small/smaller|by amount high to low|by value high to low|by amount highest first'
export const amountSorts = { amount: smallest, '-amount': largest }

export const soonest =
  'soonest first?|earliest first?|nearest first?|closest first?|next first?|most urgent first?|soonest/nearest/earliest to latest/farthest|in? chronological order|chronological|chronologically'
/** Of lists with one date: what is due. */
export const dueSorts = {
  due: `by due date|by deadline|by due|due first|due soonest|soonest due first?|earliest due first?|nearest due first?|${soonest}|oldest first|oldest|oldest to newest|longest overdue first?|by age|by days overdue|by days late`,
  '-due':
    'by due date descending|latest first|newest first|newest to oldest|latest due first?|due last|farthest out? first|in? reverse chronological order|reverse chronological',
}

export const oldest =
  'oldest first|by day|by date|earliest first|oldest|earliest|oldest/earliest to newest/latest|in? chronological order|chronological|chronologically'
export const newest =
  'newest first|latest first|most recent first?|newest|latest|by day descending|by date descending|last first|newest/latest to oldest/earliest|in? reverse chronological order|reverse chronological|most recent on top'
export const daySorts = { day: oldest, '-day': newest }
